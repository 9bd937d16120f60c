import { createHash } from 'node:crypto';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';

const TOKEN_BYTES = 32;

/** Of secrets that have 256 random bits a plain hash is enough. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export const newToken = (random: RandomBytes): string => Buffer.from(random(TOKEN_BYTES)).toString('base64url');
