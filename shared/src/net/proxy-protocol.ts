import { isIP } from 'node:net';

/**
 * What a balancer says of a connection before its first byte (PROXY protocol, versions 1 and 2, haproxy.org): `more` until
 * the header is whole. `address` is undefined where the balancer speaks for itself, as its health checks do.
 */
export type ProxyHeader =
  | { readonly state: 'more' }
  | { readonly state: 'wrong' }
  | { readonly state: 'read'; readonly length: number; readonly address: string | undefined };

const WRONG = { state: 'wrong' } as const;
const MORE = { state: 'more' } as const;
/** "PROXY " and at most 101 further bytes, the end of the line included. */
const LINE_MAX = 107;
const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
const FIXED = 16;
/** Addresses and what a balancer may add to them. */
const LENGTH_MAX = 2_048;
const [VERSION_2, LOCAL, PROXY] = [0x20, 0x00, 0x01];
const [INET, INET6] = [0x10, 0x20];

export const readProxyHeader = (bytes: Buffer): ProxyHeader => {
  const begins = (sign: Buffer) => bytes.subarray(0, sign.length).equals(sign.subarray(0, bytes.length));
  if (begins(SIGNATURE)) return bytes.length < FIXED ? MORE : readBinary(bytes);
  return begins(Buffer.from('PROXY ')) ? readLine(bytes) : WRONG;
};

const readLine = (bytes: Buffer): ProxyHeader => {
  const end = bytes.subarray(0, LINE_MAX).indexOf('\r\n');
  if (end === -1) return bytes.length < LINE_MAX ? MORE : WRONG;
  const length = end + 2;
  const [, family, source = '', ...rest] = bytes.toString('latin1', 0, end).split(' ');
  if (family === 'UNKNOWN') return { state: 'read', length, address: undefined };
  const version = { TCP4: 4, TCP6: 6 }[family ?? ''];
  const isWhole = version !== undefined && rest.length === 3 && isIP(source) === version;
  return isWhole ? { state: 'read', length, address: source } : WRONG;
};

const readBinary = (bytes: Buffer): ProxyHeader => {
  const [kind = 0, family = 0] = bytes.subarray(12, 14);
  const length = FIXED + bytes.readUInt16BE(14);
  if ((kind & 0xf0) !== VERSION_2 || length > LENGTH_MAX) return WRONG;
  if (bytes.length < length) return MORE;
  if ((kind & 0x0f) === LOCAL) return { state: 'read', length, address: undefined };
  if ((kind & 0x0f) !== PROXY) return WRONG;
  const address = addressIn(bytes.subarray(FIXED, length), family & 0xf0);
  return address === undefined ? WRONG : { state: 'read', length, address };
};

const addressIn = (body: Buffer, family: number): string | undefined => {
  if (family === INET && body.length >= 12) return body.subarray(0, 4).join('.');
  if (family !== INET6 || body.length < 36) return undefined;
  return Array.from({ length: 8 }, (_, i) => body.readUInt16BE(2 * i).toString(16)).join(':');
};
