import type { Logger } from 'pino';

/** What code needs of a logger. Production hands in pino; its messages are plain sentences, its fields the data. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** Fields that never reach a log, wherever they stand in a logged object's first two levels. */
const SECRETS = ['token', 'password', 'pin', 'proof', 'claimCode', 'jws', 'cookie', 'authorization', 'privateKeyPem'];
export const REDACTED = SECRETS.flatMap((name) => [name, `*.${name}`]);
