import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** As `consoleUrl` of all worlds has it. */
export const CONSOLE = { id: 'console.example', origin: 'https://console.example' } as const;

type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor>;

/** CBOR (RFC 8949), as far as authenticators speak it here. */
const cbor = (value: Cbor): Buffer => {
  const head = (major: number, length: number): Buffer => {
    if (length < 24) return Buffer.from([(major << 5) | length]);
    return length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const members = [...value].map(([name, member]) => Buffer.concat([cbor(name), cbor(member)]));
  return Buffer.concat([head(5, value.size), ...members]);
};

const sha256 = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** What a test gets wrong on purpose. */
export interface Wrong {
  readonly origin?: string;
  readonly rpId?: string;
  readonly flags?: number;
  readonly counter?: number;
  /** Signs with another key. */
  readonly key?: KeyObject;
}

/** An authenticator with one passkey (ES256), and the browser in front of it: WebAuthn without either. */
export const createAuthenticator = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(16);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coseKey = cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
  let counter = 0;
  let userHandle: string | undefined;

  const clientData = (type: string, challenge: string, { origin = CONSOLE.origin }: Wrong) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (
    flags: number,
    { rpId = CONSOLE.id, ...wrong }: Wrong,
    rest: Uint8Array = Buffer.alloc(0),
  ) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(wrong.counter ?? counter);
    return Buffer.concat([sha256(rpId), Buffer.from([wrong.flags ?? flags]), count, rest]);
  };
  const id = base64url(credentialId);

  return {
    id,
    /** What the browser answers to `POST /api/passkeys/options`. */
    create: (options: { readonly challenge: string; readonly user: { readonly id: string } }, wrong: Wrong = {}) => {
      userHandle = options.user.id;
      const length = Buffer.from([0, credentialId.length]);
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey]);
      const authData = authenticatorData(USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL, wrong, credential);
      const attestation = cbor(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      return {
        id,
        rawId: id,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge, wrong)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
        clientExtensionResults: { credProps: { rk: true } },
        type: 'public-key',
      };
    },
    /** What the browser answers to `POST /api/session/passkey-options`. */
    get: ({ challenge }: { readonly challenge: string }, wrong: Wrong = {}) => {
      counter += 1;
      const authData = authenticatorData(USER_PRESENT | USER_VERIFIED, wrong);
      const data = clientData('webauthn.get', challenge, wrong);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), wrong.key ?? privateKey);
      return {
        id,
        rawId: id,
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
          ...(userHandle !== undefined && { userHandle }),
        },
        clientExtensionResults: {},
        type: 'public-key',
      };
    },
  };
};
export type Authenticator = ReturnType<typeof createAuthenticator>;
