import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { User, UsersService } from '../users/users.module.ts';
import { hashOf, newToken } from './session-store.ts';
import { signInRepo } from './sign-in.repo.ts';

const LINK_LASTS = Minutes(5);

/** Links that whoever has the machine makes: the first way in, and the way back in where passkeys are lost. */
export const createSignInLinks = ({
  clock,
  random,
  users,
}: {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly users: Pick<UsersService, 'findById' | 'grantsOf'>;
}) => ({
  /** Its token is in the answer and nowhere else. A new one ends the old. */
  make: async (tx: Tx, userId: string, by: string): Promise<{ token: string; endsAt: number }> => {
    const now = clock.wallMs();
    const token = newToken(random);
    await signInRepo(tx).endLinksOf(userId, now);
    const row = { user_id: userId, created_by: by, created_at: now, ends_at: now + LINK_LASTS, used_at: null };
    await signInRepo(tx).insertLink({ ...row, hash: hashOf(token) });
    return { token, endsAt: row.ends_at };
  },

  /** Whom it lets in, once; nobody who was deleted or holds nothing any more. */
  redeem: async (tx: Tx, token: string): Promise<User | undefined> => {
    const userId = await signInRepo(tx).claimLink(hashOf(token), clock.wallMs());
    if (userId === undefined || (await users.grantsOf(tx, userId)).length === 0) return undefined;
    return users.findById(tx, userId);
  },
});
