import type { DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { lockdownsRepo } from './lockdowns.repo.ts';
import type { LockdownsDeps } from './lockdowns.service.ts';
import type { LockdownTable } from './lockdowns.tables.ts';

const FROM_BEFORE = 'From before the cloud was restored';

type Covered = Awaited<ReturnType<ReturnType<typeof lockdownsRepo>['covered']>>;
export type AskOver = (
  tx: Tx,
  at: { readonly facilityId: FacilityId; readonly doorId: DoorId },
  over: Covered,
) => Promise<void>;

/** What becomes of lockdowns when the database was restored. */
export const createLockdownsAgain = ({
  clock,
  doors,
  scopes,
  askOver,
}: Pick<LockdownsDeps, 'clock' | 'doors' | 'scopes'> & { readonly askOver: AskOver }) => ({
  /** After a restore: one that the database has forgotten. Resolves with whether it stands again. */
  beginAgain: async (
    tx: Tx,
    facilityId: FacilityId,
    id: string,
    [layer, targetId, userId, ...doorIds]: readonly string[],
  ): Promise<boolean> => {
    await scopes.lock(tx, facilityId);
    const repo = lockdownsRepo(tx);
    if ((await repo.find(facilityId, id)) !== undefined) return false;
    const covered = (await doors.list(tx, facilityId)).filter(
      (door) => layer === 'facility' || doorIds.includes(door.id),
    );
    await repo.insert(
      {
        id,
        facility_id: facilityId,
        layer: (layer ?? 'facility') as LockdownTable['layer'],
        target_id: targetId ?? facilityId,
        reason: FROM_BEFORE,
        begun_by: userId ?? '',
        begun_by_name: FROM_BEFORE,
        begun_at: clock.wallMs(),
      },
      covered.map((door) => ({ door_id: door.id, was_locked: 0, wish_id: null })),
    );
    return true;
  },

  /** After a restore: boxes are asked anew for every lockdown that stands, whatever they were told of it since. Resolves with those. */
  askAgain: async (tx: Tx, facilityId: FacilityId): Promise<readonly string[]> => {
    await scopes.lock(tx, facilityId);
    const driven = new Set(
      (await doors.list(tx, facilityId)).flatMap(({ id, boxId }) => (boxId === undefined ? [] : [id as string])),
    );
    const covered = (await lockdownsRepo(tx).covered(facilityId)).filter(({ door_id }) => driven.has(door_id));
    for (const [doorId, over] of Map.groupBy(covered, ({ door_id }) => door_id))
      await askOver(tx, { facilityId, doorId }, over);
    return [...new Set(covered.map(({ lockdown_id }) => lockdown_id))];
  },

  facilities: (tx: Tx): Promise<FacilityId[]> => lockdownsRepo(tx).facilities(),
});
