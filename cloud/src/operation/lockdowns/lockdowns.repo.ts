import type { BoxId, DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Updateable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Position } from '../../kit/http/position.ts';
import type { LockdownDoorTable, LockdownTable } from './lockdowns.tables.ts';

/** Which lockdowns are listed. */
export interface Listed {
  readonly standing: boolean;
  readonly after?: Position | undefined;
  readonly limit: number;
}

const NOT_YET = {
  ...{ reason_by: null, reason_by_name: null, reason_at: null },
  ...{ released_by: null, released_by_name: null, released_at: null, release_reason: null },
} as const;
type Begun = Omit<LockdownTable, keyof typeof NOT_YET>;

export const lockdownsRepo = (tx: Tx) => ({
  /** One that begins, over these doors. */
  insert: async (
    row: Begun,
    doors: readonly Omit<LockdownDoorTable, 'lockdown_id' | 'release_wish_id'>[],
  ): Promise<void> => {
    await tx
      .insertInto('lockdown')
      .values({ ...row, ...NOT_YET })
      .execute();
    if (doors.length > 0)
      await tx
        .insertInto('lockdown_door')
        .values(doors.map((door) => ({ lockdown_id: row.id, ...door, release_wish_id: null })))
        .execute();
  },

  find: (facilityId: FacilityId, id: string) =>
    tx.selectFrom('lockdown').where('facility_id', '=', facilityId).where('id', '=', id).selectAll().executeTakeFirst(),

  /** Those that stand, or all, newest first, after a place. */
  list: (facilityId: FacilityId, { standing, after, limit }: Listed) => {
    let own = tx.selectFrom('lockdown').where('facility_id', '=', facilityId).selectAll();
    if (standing) own = own.where('released_at', 'is', null);
    if (after !== undefined)
      own = own
        .where('begun_at', '<=', after.at)
        .where((eb) => eb.or([eb('begun_at', '<', after.at), eb('id', '<', after.id)]));
    return own.orderBy('begun_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  },

  doorsOf: (ids: readonly string[]) =>
    ids.length === 0
      ? Promise.resolve([])
      : tx
          .selectFrom('lockdown_door')
          .where('lockdown_id', 'in', [...ids])
          .selectAll()
          .orderBy('door_id')
          .execute(),

  /** Where lockdowns stand. */
  facilities: async (): Promise<FacilityId[]> =>
    (
      await tx
        .selectFrom('lockdown')
        .where('released_at', 'is', null)
        .select('facility_id')
        .distinct()
        .orderBy('facility_id')
        .execute()
    ).map(({ facility_id }) => facility_id),

  countStanding: (facilityIds: readonly FacilityId[]) =>
    tx
      .selectFrom('lockdown')
      .where('facility_id', 'in', facilityIds)
      .where('released_at', 'is', null)
      .select(({ fn }) => ['facility_id', fn.countAll().as('standing')])
      .groupBy('facility_id')
      .execute(),

  /** Which doors standing lockdowns of the facility cover. */
  covered: (facilityId: FacilityId) =>
    tx
      .selectFrom('lockdown_door as covered')
      .innerJoin('lockdown', 'lockdown.id', 'covered.lockdown_id')
      .where('lockdown.facility_id', '=', facilityId)
      .where('lockdown.released_at', 'is', null)
      .select(['covered.lockdown_id', 'covered.door_id', 'covered.was_locked'])
      .select(['lockdown.reason', 'lockdown.begun_by_name'])
      .orderBy('lockdown.begun_at')
      .execute(),

  /** The overrides by which a box was asked for what stands over its doors. */
  standingOverrides: async (boxId: BoxId): Promise<string[]> => {
    const rows = await tx
      .selectFrom('lockdown_door as covered')
      .innerJoin('lockdown', 'lockdown.id', 'covered.lockdown_id')
      .innerJoin('door', 'door.id', 'covered.door_id')
      .where('door.box_id', '=', boxId)
      .where('lockdown.released_at', 'is', null)
      .select('covered.wish_id')
      .distinct()
      .execute();
    return rows.flatMap(({ wish_id }) => wish_id ?? []);
  },

  /** The overrides that ended the last lockdown of each of these doors. */
  lastReleases: async (facilityId: FacilityId, doorIds: readonly DoorId[]): Promise<string[]> => {
    if (doorIds.length === 0) return [];
    const rows = await tx
      .selectFrom('lockdown_door as covered')
      .innerJoin('lockdown', 'lockdown.id', 'covered.lockdown_id')
      .where('lockdown.facility_id', '=', facilityId)
      .where('covered.door_id', 'in', [...doorIds])
      .where('covered.release_wish_id', 'is not', null)
      .select(['covered.door_id', 'covered.release_wish_id'])
      .orderBy('lockdown.released_at')
      .execute();
    return [...new Map(rows.map(({ door_id, release_wish_id }) => [door_id, release_wish_id])).values()].flatMap(
      (id) => id ?? [],
    );
  },

  /** The lockdown that this override is to end at a door, with the override that it began by there. */
  endedBy: (facilityId: FacilityId, overrideId: string) =>
    tx
      .selectFrom('lockdown_door as covered')
      .innerJoin('lockdown', 'lockdown.id', 'covered.lockdown_id')
      .where('lockdown.facility_id', '=', facilityId)
      .where('covered.release_wish_id', '=', overrideId)
      .select(['covered.lockdown_id', 'covered.wish_id', 'lockdown.released_by_name', 'lockdown.release_reason'])
      .executeTakeFirst(),

  /** Resolves with whether it stood. */
  release: async (id: string, to: Updateable<LockdownTable>): Promise<boolean> =>
    (await tx
      .updateTable('lockdown')
      .set(to)
      .where('id', '=', id)
      .where('released_at', 'is', null)
      .returning('id')
      .executeTakeFirst()) !== undefined,

  /** Why it was begun, as somebody says afterwards. */
  setReason: (id: string, to: Pick<LockdownTable, 'reason' | 'reason_by' | 'reason_by_name' | 'reason_at'>) =>
    tx.updateTable('lockdown').set(to).where('id', '=', id).execute(),

  setOverride: (lockdownId: string, doorId: DoorId, overrideId: string | null): Promise<unknown> =>
    tx
      .updateTable('lockdown_door')
      .set({ wish_id: overrideId })
      .where('lockdown_id', '=', lockdownId)
      .where('door_id', '=', doorId)
      .execute(),

  setReleaseOverride: (lockdownId: string, doorId: DoorId, overrideId: string): Promise<unknown> =>
    tx
      .updateTable('lockdown_door')
      .set({ release_wish_id: overrideId })
      .where('lockdown_id', '=', lockdownId)
      .where('door_id', '=', doorId)
      .execute(),
});
