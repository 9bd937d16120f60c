import './challenges.tables.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Tx } from '../kit/db/unit-of-work.ts';

export interface ChallengeDeps {
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Shared by all replicas, at least 32 bytes, used for nothing else. */
  readonly secret: Uint8Array;
}

export type Redeemed = 'ok' | 'malformed' | 'expired' | 'used';

export interface Challenges {
  issue(): { readonly challenge: string; readonly expiresInSeconds: number };
  /** Takes a challenge out of use, in the unit that acts on the answer. Only `ok` lets it pass. */
  redeem(tx: Tx, challenge: string): Promise<Redeemed>;
}

const LIFETIME_MS = 60_000;
const NONCE_BYTES = 16;
const FORMAT = /^(\d{1,15})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/**
 * Challenges that any replica can check without having issued them: time and nonce under a MAC. They prove freshness
 * for boxes whose own clock is not to be trusted. Only answered ones leave a row, for as long as they live.
 */
export const createChallenges = ({ clock, random, secret }: ChallengeDeps): Challenges => {
  if (secret.length < 32) throw new Bug('the challenge secret is shorter than 32 bytes');
  const mac = (text: string): Buffer => createHmac('sha256', secret).update(`gatehouse challenge ${text}`).digest();
  return {
    issue: () => {
      const text = `${clock.wallMs()}.${Buffer.from(random(NONCE_BYTES)).toString('base64url')}`;
      return { challenge: `${text}.${mac(text).toString('base64url')}`, expiresInSeconds: LIFETIME_MS / 1_000 };
    },
    redeem: async (tx, challenge) => {
      const [, issued, nonce, seal] = FORMAT.exec(challenge) ?? [];
      if (issued === undefined || nonce === undefined || seal === undefined) return 'malformed';
      const given = Buffer.from(seal, 'base64url');
      const expected = mac(`${issued}.${nonce}`);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'malformed';
      const nowMs = clock.wallMs();
      const expiresAt = Number(issued) + LIFETIME_MS;
      if (nowMs >= expiresAt || Number(issued) > nowMs + LIFETIME_MS) return 'expired';
      await tx
        .deleteFrom('used_challenge')
        .where('expires_at', '<', nowMs - LIFETIME_MS)
        .execute();
      const claimed = await tx
        .insertInto('used_challenge')
        .values({ nonce, expires_at: expiresAt })
        .onConflict((conflict) => conflict.doNothing())
        .returning('nonce')
        .executeTakeFirst();
      return claimed === undefined ? 'used' : 'ok';
    },
  };
};
