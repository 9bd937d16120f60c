import type { BoxId, DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import type { Tx } from '../../db/unit-of-work.ts';
import type { DoorTable } from './doors.tables.ts';

/** Doors as they are asked for: with the newest that is known of the box that drives each. */
const withPresence = (tx: Tx) =>
  tx
    .selectFrom('door')
    .leftJoin('box', 'box.id', 'door.box_id')
    .leftJoin('box_presence as presence', 'presence.box_id', 'door.box_id')
    .selectAll('door')
    .select(['box.status as box_status', 'presence.received_at', 'presence.gone_at', 'presence.beacon']);

export type DoorRow = Awaited<ReturnType<ReturnType<typeof doorsRepo>['list']>>[number];

const doorOf = prepared((tx, { doorId, facilityId }: { doorId: string; facilityId: string }) =>
  withPresence(tx).where('door.id', '=', doorId).where('door.facility_id', '=', facilityId),
);

export const doorsRepo = (tx: Tx) => ({
  insert: (row: Insertable<DoorTable>): Promise<unknown> => tx.insertInto('door').values(row).execute(),

  /** Gives a new door its number. Under the facility's row lock of access. */
  number: async (facilityId: FacilityId, doorId: DoorId): Promise<number> => {
    const { last } = await tx
      .selectFrom('door_number')
      .where('facility_id', '=', facilityId)
      .select((eb) => eb.fn.max('number').as('last'))
      .executeTakeFirstOrThrow();
    const number = last === null ? 0 : Number(last) + 1;
    await tx.insertInto('door_number').values({ facility_id: facilityId, number, door_id: doorId }).execute();
    return number;
  },

  /** The boxes that these doors of a facility have now, other than `boxId`. In the order of their ids, for their row locks. */
  boxesOf: async (facilityId: FacilityId, doorIds: readonly DoorId[], boxId: BoxId): Promise<BoxId[]> => {
    const rows = await tx
      .selectFrom('door')
      .where('facility_id', '=', facilityId)
      .where('id', 'in', doorIds)
      .where('box_id', 'is not', null)
      .where('box_id', '!=', boxId)
      .select('box_id')
      .distinct()
      .orderBy('box_id')
      .execute();
    return rows.map(({ box_id }) => box_id as BoxId);
  },

  assign: (doorId: DoorId, facilityId: FacilityId, boxId: BoxId) =>
    tx
      .updateTable('door')
      .set({ box_id: boxId })
      .where('id', '=', doorId)
      .where('facility_id', '=', facilityId)
      .returning('id')
      .executeTakeFirst(),

  list: (facilityId: FacilityId) =>
    withPresence(tx).where('door.facility_id', '=', facilityId).orderBy('door.name').orderBy('door.id').execute(),

  /** A door is found through its facility only, so that ids of others cannot be probed. */
  find: async (doorId: string, facilityId: FacilityId) => (await doorOf(tx, { doorId, facilityId }))[0],

  configsOf: (boxId: BoxId) =>
    tx.selectFrom('door').where('box_id', '=', boxId).select(['id', 'config']).orderBy('id').execute(),
});
