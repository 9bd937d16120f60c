import { createHash } from 'node:crypto';
import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';

/** Crockford's base 32: no I, L, O, U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;
const VALID_FOR = Minutes(10);

export interface ClaimCodeSource {
  /** The code to show now. A new one every ten minutes. */
  current(): string;
  /** Another one at once: this one is taken. */
  renew(): void;
}

const newCode = (random: RandomBytes): string =>
  Array.from(random(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** Makes claim codes of 40 bits; 256 is a multiple of 32, so every character is as likely. */
export const claimCodes = ({ random, clock }: { random: RandomBytes; clock: Clock }): ClaimCodeSource => {
  let code = '';
  let until = 0;
  const renew = () => {
    [code, until] = [newCode(random), clock.monoMs() + VALID_FOR];
  };
  renew();
  return {
    current: () => {
      if (clock.monoMs() >= until) renew();
      return code;
    },
    renew,
  };
};

/** What a cloud of an earlier release is told of a code. */
export const claimCodeHash = (boxId: BoxId, code: string): string =>
  createHash('sha256').update(`${boxId}:${code}`).digest('hex');
