import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { revoked } from '../../kit/db/revoked.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { User } from '../users/users.module.ts';
import type { ConsoleSecrets } from './console-secrets.ts';
import { secondFactorsRepo } from './second-factors.repo.ts';
import { sessionsFault } from './sessions.faults.ts';
import { base32, stepOfCode, TOTP_SECRET_BYTES, totpUri } from './totp.ts';
import { takeTurn } from './turns.ts';

/** Three codes count at a time: with as many tries as one likes, one of them would be found in a day. */
const TRIES = { turns: 5, within: Minutes(15) };

/** Authenticators: one a user, whose codes prove who somebody is. */
export const createAuthenticators = ({
  clock,
  random,
  secrets,
}: {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly secrets: ConsoleSecrets;
}) => {
  /** Whether a code is right and was not taken before: now it is. Throws 429; a unit that is undone has used no try. */
  const isProven = async (tx: Tx, userId: string, { code, sealed }: { code: string; sealed: string }) => {
    const late = await takeTurn(tx, clock, secrets.mac('tries of an authenticator', userId), TRIES);
    if (late !== undefined)
      throw sessionsFault('too_many_tries', 'Too many codes were tried: wait.', {
        headers: { 'Retry-After': String(Math.ceil(late.waitMs / 1_000)) },
      });
    const step = stepOfCode(secrets.open(sealed, userId), code, clock.wallMs());
    return step !== undefined && (await secondFactorsRepo(tx).claimStep(userId, step));
  };

  return {
    /** Since when the user has one; null where they have none. */
    since: async (tx: Tx, userId: string): Promise<number | null> =>
      (await secondFactorsRepo(tx).findTotp(userId))?.confirmed_at ?? null,

    /** A secret for one that proves nothing until a code of it has come back. */
    begin: async (tx: Tx, { id: userId, email }: User): Promise<{ secret: string; uri: string }> => {
      const bytes = random(TOTP_SECRET_BYTES);
      const row = { user_id: userId, secret_sealed: secrets.seal(bytes, userId), last_step: 0 };
      const isAlone = await secondFactorsRepo(tx).putTotp({ ...row, created_at: clock.wallMs(), confirmed_at: null });
      if (!isAlone) throw sessionsFault('totp_exists', 'You have an authenticator: delete it first.');
      const secret = base32(bytes);
      return { secret, uri: totpUri(secret, email) };
    },

    /** Whether the code is one of the authenticator that was begun: it counts from now on. */
    confirm: async (tx: Tx, userId: string, code: string): Promise<boolean> => {
      const row = await secondFactorsRepo(tx).findTotp(userId);
      if (row === undefined) throw sessionsFault('totp_missing', 'code: begin without one.');
      if (row.confirmed_at !== null) throw sessionsFault('totp_exists', 'You have an authenticator: delete it first.');
      const isRight = await isProven(tx, userId, { code, sealed: row.secret_sealed });
      if (isRight) await secondFactorsRepo(tx).confirmTotp(userId, clock.wallMs());
      return isRight;
    },

    /** Whether this code proves who the user is. */
    prove: async (tx: Tx, userId: string, code: string): Promise<boolean> => {
      const row = await secondFactorsRepo(tx).findTotp(userId);
      if (row === undefined || row.confirmed_at === null) return false;
      return isProven(tx, userId, { code, sealed: row.secret_sealed });
    },

    remove: async (tx: Tx, userId: string): Promise<void> => {
      const now = clock.wallMs();
      if (!(await secondFactorsRepo(tx).deleteTotp(userId, now)))
        throw sessionsFault('totp_missing', 'You have no authenticator.');
      revoked(tx, { kind: 'totp', subject: userId, value: [String(now)] });
    },

    /** After a restore: one that was made until then. Resolves with whether there was one. */
    removeAgain: (tx: Tx, userId: string, madeBy: number): Promise<boolean> =>
      secondFactorsRepo(tx).deleteTotp(userId, madeBy),

    removeAllOf: (tx: Tx, userId: string): Promise<boolean> => secondFactorsRepo(tx).deleteTotp(userId, clock.wallMs()),
  };
};
export type Authenticators = ReturnType<typeof createAuthenticators>;
