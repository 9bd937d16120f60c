import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { revoked } from '../../kit/db/revoked.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import type { PlacedGrant } from './delegation-policy.ts';
import { holds, type RoleGrant } from './roles.ts';
import { userKeysRepo } from './user-keys.repo.ts';

const MAKER = /^user:(.+)$/;

/**
 * Keys that somebody else made for a user. Whoever made one may have kept its text, so it must never be good for more than
 * they hold themselves. What the machine's owner makes by order is theirs to make: they may do everything.
 */
export const createForeignKeys = ({
  clock,
  grantsOf,
}: {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly grantsOf: (tx: Tx, userId: string) => Promise<readonly RoleGrant[]>;
}) => {
  /** Whether the maker of a key for this user holds all of this, or is the user. */
  const mayMake = async (
    tx: Tx,
    userId: string,
    { by, held }: { readonly by: string; readonly held: readonly PlacedGrant[] },
  ): Promise<boolean> => {
    const maker = MAKER.exec(by)?.[1];
    if (maker === undefined || maker === userId) return true;
    const theirs = await grantsOf(tx, maker);
    return held.every(({ right, where }) => holds(theirs, right, where));
  };

  return {
    /**
     * Whose a key is that somebody makes with another key: whoever made that one for them may be the one who asks, and is
     * the maker of both. Throws 401 where it has ended meanwhile.
     */
    makerWith: async (tx: Tx, by: string, keyId: string): Promise<string> => {
      const maker = await userKeysRepo(tx).makerOf(keyId);
      if (maker === undefined) throw kitFault('unauthenticated', 'Send a valid key of a user as x-api-key.');
      return MAKER.test(maker) ? maker : by;
    },

    /** Throws unless the maker holds everything that the user holds. */
    requireMayMake: async (tx: Tx, userId: string, made: Parameters<typeof mayMake>[2]): Promise<void> => {
      if (!(await mayMake(tx, userId, made))) throw kitFault('forbidden', 'This user holds more than you may give.');
    },

    /** Ends the user's keys whose makers do not hold what the user was given. Resolves with their ids. */
    endBeyond: async (tx: Tx, userId: string, given: PlacedGrant): Promise<string[]> => {
      const ended: string[] = [];
      for (const { id, created_by } of await userKeysRepo(tx).madeByOthers(userId)) {
        if (await mayMake(tx, userId, { by: created_by, held: [given] })) continue;
        await userKeysRepo(tx).revoke(userId, id, clock.wallMs());
        revoked(tx, { kind: 'user_key', subject: id, value: [userId] });
        ended.push(id);
      }
      return ended;
    },
  };
};

/** What is told of it in the audit. */
export const andEnded = (target: string, endedKeys: readonly string[]): string =>
  endedKeys.length === 0 ? target : `${target}, keys ended: ${endedKeys.join(' ')}`;
