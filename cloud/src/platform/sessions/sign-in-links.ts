import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { hashOf, newToken } from './session-token.ts';
import type { Realm } from './sessions.tables.ts';
import { signInRepo } from './sign-in.repo.ts';

const LINK_LASTS = Minutes(5);

/** Whom links of a console let in. */
export interface LinkRealm<Subject> {
  readonly realm: Realm;
  /** Who has this id; nobody where they may not come in any more. */
  readonly find: (tx: Tx, subjectId: string) => Promise<Subject | undefined>;
}

/** Links that whoever has the machine makes: the first way in, and the way back in where passkeys are lost. */
export const createSignInLinks = <Subject>(
  { clock, random }: { readonly clock: Pick<Clock, 'wallMs'>; readonly random: RandomBytes },
  { realm, find }: LinkRealm<Subject>,
) => ({
  /** Its token is in the answer and nowhere else. A new one ends the old. */
  make: async (tx: Tx, subjectId: string, by: string): Promise<{ token: string; endsAt: number }> => {
    const now = clock.wallMs();
    const token = newToken(random);
    await signInRepo(tx).endLinksOf({ realm, subjectId }, now);
    const row = { realm, subject_id: subjectId, created_by: by, created_at: now, ends_at: now + LINK_LASTS };
    await signInRepo(tx).insertLink({ ...row, used_at: null, hash: hashOf(token) });
    return { token, endsAt: row.ends_at };
  },

  /** Whom it lets in, once. */
  redeem: async (tx: Tx, token: string): Promise<Subject | undefined> => {
    const subjectId = await signInRepo(tx).claimLink(realm, hashOf(token), clock.wallMs());
    return subjectId === undefined ? undefined : find(tx, subjectId);
  },
});
