import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { type ConsoleSecrets, sameText } from './console-secrets.ts';
import { secondFactorsRepo } from './second-factors.repo.ts';
import { hashOf } from './session-token.ts';

export const CHALLENGE_LASTS = Minutes(5);
const NONCE_BYTES = 16;
const END_BYTES = 6;

/**
 * Challenges for passkeys. They carry when they end and are bound to whoever asked, so that asking for them leaves nothing in
 * the database; only one that was answered well is written down, and so counts once.
 */
export const createPasskeyChallenges = ({
  clock,
  random,
  secrets,
}: {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly secrets: Pick<ConsoleSecrets, 'challengeMac'>;
}) => {
  const macOf = (head: Uint8Array, boundTo: string): Buffer =>
    secrets.challengeMac(`${Buffer.from(head).toString('base64url')} ${boundTo}`);

  return {
    /** base64url. */
    issue: (boundTo: string): string => {
      const end = Buffer.alloc(END_BYTES);
      end.writeUIntBE(clock.wallMs() + CHALLENGE_LASTS, 0, END_BYTES);
      const head = Buffer.concat([random(NONCE_BYTES), end]);
      return Buffer.concat([head, macOf(head, boundTo)]).toString('base64url');
    },

    /** Whether it is one of ours, for whom it was made, in time. Whether it was answered before, the unit finds out. */
    isGood: (challenge: string, boundTo: string): boolean => {
      const bytes = Buffer.from(challenge, 'base64url');
      const head = bytes.subarray(0, NONCE_BYTES + END_BYTES);
      if (head.length < NONCE_BYTES + END_BYTES) return false;
      const isOurs = sameText(
        bytes.subarray(head.length).toString('base64url'),
        macOf(head, boundTo).toString('base64url'),
      );
      return isOurs && head.readUIntBE(NONCE_BYTES, END_BYTES) > clock.wallMs();
    },

    claim: (tx: Tx, challenge: string): Promise<boolean> =>
      secondFactorsRepo(tx).claimChallenge(hashOf(challenge), clock.wallMs() + CHALLENGE_LASTS),
  };
};
export type PasskeyChallenges = ReturnType<typeof createPasskeyChallenges>;
