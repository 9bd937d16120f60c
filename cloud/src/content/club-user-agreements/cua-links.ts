import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';

/** Where links to sign lead, on the partner listener. */
export const SIGN_PATH = '/sign';

const TOKEN_BYTES = 32;
const TOKEN = /^[0-9a-f]{64}$/;

/** 256 bits in hex: what stands like that in a path is kept out of every log (`kit/http/loggable-path.ts`). */
export const newLinkToken = (random: RandomBytes): string => Buffer.from(random(TOKEN_BYTES)).toString('hex');

export const isLinkToken = (text: string): boolean => TOKEN.test(text);
