import type { DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { tagOf } from '../../kit/http/tag-of.ts';
import { seenOf } from '../../sites/doors/doors.module.ts';
import type { DoorsService } from '../../sites/doors/doors.service.ts';
import { lockdownsRepo } from './lockdowns.repo.ts';

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof lockdownsRepo>['find']>>>;

/** Lockdowns of a facility as they are shown: what came of each at every door that it covers, and what to send back as `ifSeen`. */
export const createShownLockdowns =
  ({ doors }: { readonly doors: Pick<DoorsService, 'list' | 'findOverrides'> }) =>
  async (tx: Tx, facilityId: FacilityId, rows: readonly Row[]) => {
    if (rows.length === 0) return [];
    const covered = await lockdownsRepo(tx).doorsOf(rows.map(({ id }) => id));
    const overrideIds = covered.flatMap(({ wish_id, release_wish_id }) => [wish_id, release_wish_id]);
    const named = overrideIds.filter((id) => id !== null);
    const states = new Map(
      (await doors.findOverrides(tx, facilityId, named)).map(({ overrideId, state }) => [overrideId, state]),
    );
    const now = new Map((await doors.list(tx, facilityId)).map((door) => [door.id, door]));
    const stateOf = (id: string | null) => (id === null ? null : (states.get(id) ?? null));
    const coveredBy = (id: string) => covered.filter(({ lockdown_id }) => lockdown_id === id);
    const tagAt = ({ door_id }: { readonly door_id: DoorId }) => {
      const door = now.get(door_id);
      return door === undefined ? null : seenOf(door);
    };
    return rows.map((row) => ({
      ...row,
      seen: tagOf([row.id, row.released_at, ...coveredBy(row.id).map(tagAt)]),
      doors: coveredBy(row.id).map(({ door_id, wish_id, release_wish_id, was_locked }) => ({
        doorId: door_id,
        name: now.get(door_id)?.name ?? null,
        /** What the box said last. */
        lockedDown: now.get(door_id)?.lockdown.active ?? false,
        wasLockedDown: was_locked === 1,
        begin: stateOf(wish_id),
        release: stateOf(release_wish_id),
      })),
    }));
  };
