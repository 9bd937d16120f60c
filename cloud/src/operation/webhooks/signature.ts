import { createHmac } from 'node:crypto';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';

/** Standard Webhooks 1.0: a secret is 24 to 64 bytes, written in Base64 after this. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const newSecret = (random: RandomBytes): string => PREFIX + Buffer.from(random(SECRET_BYTES)).toString('base64');

export interface Message {
  readonly id: string;
  /** Unix seconds: when this attempt is made. */
  readonly timestamp: number;
  readonly payload: string;
}

/** `v1,` and the HMAC-SHA256 over `id.timestamp.payload`. */
export const sign = (secret: string, { id, timestamp, payload }: Message): string => {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64')}`;
};

/** The headers of a message. Several secrets, while one takes over from another, sign it side by side. */
export const signedHeaders = (secrets: readonly string[], message: Message): Readonly<Record<string, string>> => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(message.timestamp),
  'webhook-signature': secrets.map((secret) => sign(secret, message)).join(' '),
});
