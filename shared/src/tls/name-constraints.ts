import { PRIVATE_DOMAINS, PRIVATE_SUBNETS, type Subnet } from './private-names.ts';

/** RFC 5280 section 4.2.1.10. */
export const NAME_CONSTRAINTS = '2.5.29.30';

/** Tags of X.690 and of GeneralName (RFC 5280 section 4.2.1.6). */
const SEQUENCE = 0x30;
const PERMITTED_SUBTREES = 0xa0;
const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;

/** X.690 section 8.1.3: one byte of length, or one that says how many follow. */
const tagged = (tag: number, content: Uint8Array): Buffer => {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Uint8Array.of(tag, ...size), content]);
};

const bytesOf = ({ address, family }: Subnet): number[] => {
  if (family === 'ipv4') return address.split('.').map(Number);
  const [head = '', tail = ''] = address.split('::');
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  const missing = 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array.from({ length: missing }, () => '0'), ...groups(tail)];
  return all.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]);
};
const maskOf = ({ prefix }: Subnet, length: number): number[] =>
  Array.from({ length }, (_, i) => 0xff & (0xff00 >> Math.max(0, Math.min(8, prefix - 8 * i))));

const rangeOf = (subnet: Subnet): Uint8Array => {
  const address = bytesOf(subnet);
  return Uint8Array.from([...address, ...maskOf(subnet, address.length)]);
};

/** The constraints of an authority that vouches for private names only, DER. Whatever else it signs is refused by clients. */
export const privateNameConstraints = (): Uint8Array<ArrayBuffer> => {
  const names = [
    ...PRIVATE_DOMAINS.map((domain) => tagged(DNS_NAME, Buffer.from(domain, 'ascii'))),
    ...PRIVATE_SUBNETS.map((subnet) => tagged(IP_ADDRESS, rangeOf(subnet))),
  ];
  const subtrees = Buffer.concat(names.map((name) => tagged(SEQUENCE, name)));
  return new Uint8Array(tagged(SEQUENCE, tagged(PERMITTED_SUBTREES, subtrees)));
};
