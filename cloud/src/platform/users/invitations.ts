import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { invitationsRepo } from './invitations.repo.ts';
import { type LastingGrant, type LastingRight, type RoleGrant, scopeOf } from './roles.ts';

/** A role that somebody was asked to take. */
export interface Invitation {
  /** `inv_…` */
  readonly id: string;
  readonly grant: LastingGrant;
  readonly inviterId: string;
  readonly invitedAt: number;
  readonly endsAt: number;
}

const STANDS_FOR = Days(30);
const LISTED_MAX = 200;

/**
 * Somebody who works for one organisation is asked by another, and who they are is theirs to say: until they have accepted
 * they hold nothing there, so that nobody there sees them.
 */
export const createInvitations = ({
  clock,
  random,
}: {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
}) => ({
  /** Asking again renews it. Resolves with whether it is the first time. */
  invite: async (tx: Tx, userId: string, { right, scope, scopeId }: RoleGrant, inviterId: string): Promise<boolean> => {
    const now = clock.wallMs();
    const repo = invitationsRepo(tx);
    await repo.forgetEnded(userId, now);
    const id = randomId('inv', random);
    const times = { invited_at: now, ends_at: now + STANDS_FOR };
    const asked = { user_id: userId, role: right, scope, scope_id: scopeId, inviter_id: inviterId };
    return (await repo.put({ id, ...asked, ...times })) === id;
  },

  /** The newest first. */
  invitationsOf: async (tx: Tx, userId: string): Promise<Invitation[]> =>
    (await invitationsRepo(tx).open(userId, clock.wallMs(), LISTED_MAX)).map(invitationOf),

  /** It is used up by this. */
  takeInvitation: async (tx: Tx, userId: string, id: string): Promise<Invitation | undefined> => {
    const row = await invitationsRepo(tx).take(userId, id, clock.wallMs());
    return row && invitationOf(row);
  },
});

const invitationOf = (row: {
  id: string;
  role: string;
  scope: RoleGrant['scope'];
  scope_id: string;
  inviter_id: string;
  invited_at: number;
  ends_at: number;
}): Invitation => ({
  id: row.id,
  grant: { right: row.role as LastingRight, ...scopeOf(row.scope, row.scope_id) },
  inviterId: row.inviter_id,
  invitedAt: Number(row.invited_at),
  endsAt: Number(row.ends_at),
});
