import { createECDH, type ECDH, randomBytes } from 'node:crypto';
import ece from 'http_ece';

/** A browser that has subscribed: what it gives away, and what only it can do. */
export const aBrowser = (endpoint: string) => {
  const ecdh: ECDH = createECDH('prime256v1');
  const p256dh = ecdh.generateKeys('base64url');
  const auth = randomBytes(16).toString('base64url');
  return {
    subscription: { endpoint, expirationTime: null, keys: { p256dh, auth } },
    /** By another implementation than ours. Throws for what is not for this browser. */
    read: (body: Buffer): unknown =>
      JSON.parse(ece.decrypt(body, { version: 'aes128gcm', privateKey: ecdh, authSecret: auth }).toString('utf8')),
  };
};
export type Browser = ReturnType<typeof aBrowser>;
