import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { revoked } from '../../kit/db/revoked.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { passingRightsRepo } from './passing-rights.repo.ts';
import type { PassingRight } from './roles.ts';

/**
 * What somebody holds at one facility until a moment. It counts no longer from that moment on, by the clock that each request
 * asks; nobody has to end it. What is over is taken away all the same, so that no clock that goes back gives it again.
 */
export const createPassingRights = ({
  db,
  clock,
  random,
  lessHeld,
}: {
  readonly db: Pick<Database, 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  /** Somebody holds less than before: perhaps nothing any more. */
  readonly lessHeld: (tx: Tx, userId: string) => Promise<void>;
}) => ({
  /** Held already, it ends with this (ms since 1970). Resolves with the id of the grant. */
  addPassingGrant: (
    tx: Tx,
    userId: string,
    grant: { readonly right: PassingRight; readonly facilityId: FacilityId; readonly endsAt: number },
    by: string,
  ): Promise<string> => {
    const now = clock.wallMs();
    return passingRightsRepo(tx).putPassingGrant({
      id: randomId('rol', random),
      user_id: userId,
      role: grant.right,
      scope: 'facility',
      scope_id: grant.facilityId,
      granted_by: by,
      granted_at: now,
      ends_at: grant.endsAt,
      seen_at: now,
    });
  },

  /** Takes away what is over, and notes how late it is for what is not. */
  endPassingGrants: (): Promise<void> =>
    db.write(async (tx) => {
      const now = clock.wallMs();
      for (const { id, user_id } of await passingRightsRepo(tx).deletePassedGrants(now)) {
        revoked(tx, { kind: 'role', subject: id, value: [user_id] });
        await lessHeld(tx, user_id);
      }
      await passingRightsRepo(tx).seePassingGrants(now);
    }),
});
