import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable, Updateable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { DeviceResetTable, DeviceTable } from './devices.tables.ts';

/** Dates as `YYYY-MM-DD`. */
export interface Warranty {
  readonly purchasedOn?: string | null | undefined;
  readonly warrantyUntil?: string | null | undefined;
}

export const devicesRepo = (tx: Tx) => ({
  find: (uuid: string) => tx.selectFrom('device').where('id', '=', uuid).selectAll().executeTakeFirst(),

  idBySerial: (orgId: OrgId, serialNumber: string) =>
    tx
      .selectFrom('device')
      .where('org_id', '=', orgId)
      .where('serial_number', '=', serialNumber)
      .select('id')
      .executeTakeFirst(),

  orgOf: async (facilityId: FacilityId): Promise<OrgId | undefined> => {
    const row = await tx.selectFrom('facility').where('id', '=', facilityId).select('org_id').executeTakeFirst();
    return row?.org_id;
  },

  /** Serial numbers of devices of a facility that devices of an organisation have as well. */
  serialsIn: async (facilityId: FacilityId, orgId: OrgId): Promise<string[]> => {
    const rows = await tx
      .selectFrom('device as here')
      .innerJoin('device as there', 'there.serial_number', 'here.serial_number')
      .where('here.facility_id', '=', facilityId)
      .where('there.org_id', '=', orgId)
      .whereRef('there.id', '<>', 'here.id')
      .select('here.serial_number')
      .orderBy('here.serial_number')
      .limit(10)
      .execute();
    return rows.flatMap(({ serial_number }) => serial_number ?? []);
  },

  list: (facilityId: FacilityId) =>
    tx.selectFrom('device').where('facility_id', '=', facilityId).selectAll().orderBy('name').orderBy('id').execute(),

  /** `undefined` when its id, or in its organisation its serial number, is taken. */
  insert: (row: Insertable<DeviceTable>) =>
    tx
      .insertInto('device')
      .values(row)
      .onConflict((c) => c.doNothing())
      .returning('id')
      .executeTakeFirst(),

  /** Changes a device while it is where the caller believes it to be. */
  update: (uuid: string, facilityId: FacilityId | null, change: Updateable<DeviceTable>) =>
    tx
      .updateTable('device')
      .set(change)
      .where('id', '=', uuid)
      .where('facility_id', facilityId === null ? 'is' : '=', facilityId)
      .returningAll()
      .executeTakeFirst(),

  heard: (uuid: string, at: number): Promise<unknown> =>
    tx.updateTable('device').set({ heard_at: at }).where('id', '=', uuid).execute(),

  insertReset: (row: Insertable<DeviceResetTable>): Promise<unknown> =>
    tx.insertInto('device_reset').values(row).execute(),

  openResets: (uuid: string) =>
    tx
      .selectFrom('device_reset')
      .where('device_id', '=', uuid)
      .where('done_at', 'is', null)
      .selectAll()
      .orderBy('armed_at', 'desc')
      .orderBy('id')
      .execute(),

  resetTaken: (id: string, at: number): Promise<unknown> =>
    tx.updateTable('device_reset').set({ taken_at: at }).where('id', '=', id).where('taken_at', 'is', null).execute(),

  findReset: (uuid: string, id: string) =>
    tx.selectFrom('device_reset').where('id', '=', id).where('device_id', '=', uuid).selectAll().executeTakeFirst(),

  resetDone: (id: string, at: number): Promise<unknown> =>
    tx.updateTable('device_reset').set({ done_at: at }).where('id', '=', id).where('done_at', 'is', null).execute(),

  /** What is left out keeps its value. */
  putWarranty: (uuid: string, { purchasedOn, warrantyUntil }: Warranty): Promise<unknown> => {
    const given = {
      ...(purchasedOn !== undefined && { purchased_on: purchasedOn }),
      ...(warrantyUntil !== undefined && { warranty_until: warrantyUntil }),
    };
    const row = { device_id: uuid, purchased_on: purchasedOn ?? null, warranty_until: warrantyUntil ?? null };
    return tx
      .insertInto('device_warranty')
      .values(row)
      .onConflict((c) => c.column('device_id').doUpdateSet({ device_id: uuid, ...given }))
      .execute();
  },
});
