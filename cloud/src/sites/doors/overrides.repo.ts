import type { BoxId, DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Position } from '../../kit/http/position.ts';
import type { DoorOverrideTable } from './doors.tables.ts';

export type OverrideRow = Awaited<ReturnType<ReturnType<typeof overridesRepo>['list']>>[number];

export const overridesRepo = (tx: Tx) => ({
  /** The newest override of a kind stands for its door: what is still open before it is no longer asked for. */
  add: async (row: Insertable<DoorOverrideTable>): Promise<void> => {
    await tx
      .updateTable('door_wish')
      .set({ state: 'superseded', settled_at: row.made_at })
      .where('door_id', '=', row.door_id)
      .where('kind', '=', row.kind)
      .where('state', '=', 'open')
      .execute();
    await tx.insertInto('door_wish').values(row).execute();
  },

  /** What is open at the doors of a box, oldest first. */
  openOf: (boxId: BoxId) =>
    tx
      .selectFrom('door_wish')
      .innerJoin('door', 'door.id', 'door_wish.door_id')
      .where('door.box_id', '=', boxId)
      .where('door_wish.state', '=', 'open')
      .selectAll('door_wish')
      .orderBy('door_wish.made_at')
      .orderBy('door_wish.id')
      .execute(),

  /** Lockdowns, and their ends, that were asked for by then and that no box has taken. */
  openLockdowns: (before: number) =>
    tx
      .selectFrom('door_wish')
      .where('kind', '=', 'lockdown')
      .where('state', '=', 'open')
      .where('made_at', '<=', before)
      .selectAll()
      .orderBy('made_at')
      .execute(),

  /** What is open at a door. */
  openAt: (doorId: DoorId) =>
    tx.selectFrom('door_wish').where('door_id', '=', doorId).where('state', '=', 'open').selectAll().execute(),

  /** These are asked for no longer. */
  drop: async (ids: readonly string[], at: number): Promise<void> => {
    if (ids.length === 0) return;
    await tx
      .updateTable('door_wish')
      .set({ state: 'superseded', settled_at: at })
      .where('id', 'in', [...ids])
      .where('state', '=', 'open')
      .execute();
  },

  /** Those of these that were taken. */
  takenOf: (ids: readonly string[]) =>
    ids.length === 0
      ? Promise.resolve([])
      : tx
          .selectFrom('door_wish')
          .where('id', 'in', [...ids])
          .where('state', '=', 'taken')
          .selectAll()
          .orderBy('made_at')
          .orderBy('id')
          .execute(),

  find: (id: string) => tx.selectFrom('door_wish').where('id', '=', id).selectAll().executeTakeFirst(),

  findMany: (facilityId: FacilityId, ids: readonly string[]) =>
    tx
      .selectFrom('door_wish')
      .where('facility_id', '=', facilityId)
      .where('id', 'in', [...ids])
      .selectAll()
      .execute(),

  /** Newest first, after a place. */
  list: (facilityId: FacilityId, after: Position | undefined, limit: number) => {
    let own = tx.selectFrom('door_wish').where('facility_id', '=', facilityId).selectAll();
    if (after !== undefined)
      own = own
        .where('made_at', '<=', after.at)
        .where((eb) => eb.or([eb('made_at', '<', after.at), eb('id', '<', after.id)]));
    return own.orderBy('made_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  },

  /** What its box said of it; `undefined` when that was known. A box speaks for the doors of its own facility only. */
  settle: (
    override: { readonly id: string; readonly facilityId: FacilityId; readonly doorId: DoorId },
    state: 'taken' | 'refused',
    at: number,
  ) =>
    tx
      .updateTable('door_wish')
      .set({ state, settled_at: at })
      .where('id', '=', override.id)
      .where('facility_id', '=', override.facilityId)
      .where('door_id', '=', override.doorId)
      .where('state', 'in', ['open', 'superseded'])
      .returningAll()
      .executeTakeFirst(),

  /** Removes up to `most` that were made before `time`, whatever came of them. Resolves with how many those were. */
  removeBefore: async (time: number, most: number): Promise<number> => {
    const old = await tx
      .selectFrom('door_wish')
      .where('made_at', '<', time)
      .select('id')
      .orderBy('made_at')
      .limit(most)
      .execute();
    if (old.length === 0) return 0;
    const ids = old.map(({ id }) => id);
    await tx.deleteFrom('door_wish').where('id', 'in', ids).execute();
    return ids.length;
  },
});
