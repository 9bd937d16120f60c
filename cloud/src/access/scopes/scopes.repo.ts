import type { DoorId, FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import { prepared } from '../../kit/db/prepared.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { AccessScopeTable } from './scopes.tables.ts';

const raiseVersion = prepared((tx, { facilityId }: { facilityId: FacilityId }) =>
  tx
    .insertInto('facility_access')
    .values({ facility_id: facilityId, version: 1 })
    .onConflict((c) =>
      c.column('facility_id').doUpdateSet((eb) => ({ version: eb('facility_access.version', '+', 1) })),
    )
    .returning('version'),
);

const lock = prepared((tx, { facilityId }: { facilityId: FacilityId }) =>
  tx
    .insertInto('facility_access')
    .values({ facility_id: facilityId, version: 0 })
    .onConflict((c) => c.column('facility_id').doUpdateSet((eb) => ({ version: eb.ref('facility_access.version') }))),
);

/** Named sets of doors, and the version of a facility's access rules. */
export const scopesRepo = (tx: Tx) => ({
  /** Takes the facility's row lock, and leaves its version. */
  lock: (facilityId: FacilityId): Promise<unknown> => lock(tx, { facilityId }),

  /** Takes the facility's row lock and raises its version. */
  raiseVersion: async (facilityId: FacilityId): Promise<number> =>
    (await raiseVersion(tx, { facilityId }))[0]?.version ?? 0,

  versionOf: async (facilityId: FacilityId): Promise<number> =>
    (await tx.selectFrom('facility_access').where('facility_id', '=', facilityId).select('version').executeTakeFirst())
      ?.version ?? 0,

  /** A number that no access scope of the facility ever had. Under its row lock. */
  nextNumber: async (facilityId: FacilityId): Promise<number> => {
    const { scopes_numbered } = await tx
      .updateTable('facility_access')
      .set((eb) => ({ scopes_numbered: eb('scopes_numbered', '+', 1) }))
      .where('facility_id', '=', facilityId)
      .returning('scopes_numbered')
      .executeTakeFirstOrThrow();
    return scopes_numbered - 1;
  },

  insert: (row: Insertable<AccessScopeTable>): Promise<unknown> => tx.insertInto('access_scope').values(row).execute(),

  rename: (id: string, name: string): Promise<unknown> =>
    tx.updateTable('access_scope').set({ name }).where('id', '=', id).execute(),

  /** Replaces the doors of a set. */
  setDoors: async (id: string, doors: readonly DoorId[]): Promise<void> => {
    await tx.deleteFrom('access_scope_door').where('scope_id', '=', id).execute();
    const rows = doors.map((door_id) => ({ scope_id: id, door_id }));
    if (rows.length > 0) await tx.insertInto('access_scope_door').values(rows).execute();
  },

  doorsIn: async (id: string): Promise<string[]> =>
    (await tx.selectFrom('access_scope_door').where('scope_id', '=', id).select('door_id').execute()).map(
      ({ door_id }) => door_id,
    ),

  remove: async (id: string): Promise<void> => {
    await tx.deleteFrom('access_scope_door').where('scope_id', '=', id).execute();
    await tx.deleteFrom('access_scope').where('id', '=', id).execute();
  },

  find: (facilityId: FacilityId, id: string) =>
    tx
      .selectFrom('access_scope')
      .where('facility_id', '=', facilityId)
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirst(),

  findByName: (facilityId: FacilityId, name: string) =>
    tx
      .selectFrom('access_scope')
      .where('facility_id', '=', facilityId)
      .where('name', '=', name)
      .select('id')
      .executeTakeFirst(),

  /** Every set of a facility, a row for each of its doors; a set without doors has one row without. */
  list: (facilityId: FacilityId) =>
    tx
      .selectFrom('access_scope as scope')
      .leftJoin('access_scope_door as door', 'door.scope_id', 'scope.id')
      .where('scope.facility_id', '=', facilityId)
      .select(['scope.id', 'scope.number', 'scope.name', 'door.door_id'])
      .orderBy('scope.number')
      .orderBy('door.door_id')
      .execute(),

  /** The doors of a facility at their numbers, which records name them by; null where one was removed. */
  doorsOf: async (facilityId: FacilityId): Promise<(DoorId | null)[]> => {
    const rows = await tx
      .selectFrom('door_number')
      .leftJoin('door', (on) => on.onRef('door.id', '=', 'door_number.door_id').on('door.removed_at', 'is', null))
      .where('door_number.facility_id', '=', facilityId)
      .select(['door_number.number', 'door.id'])
      .orderBy('door_number.number')
      .execute();
    const doors: (DoorId | null)[] = new Array((rows.at(-1)?.number ?? -1) + 1).fill(null);
    for (const { number, id } of rows) doors[number] = id;
    return doors;
  },

  /** What the partner is called, if its integration is set up at the facility. */
  findIntegration: (facilityId: FacilityId, partnerId: PartnerId) =>
    tx
      .selectFrom('partner_integration as integration')
      .innerJoin('partner', 'partner.id', 'integration.partner_id')
      .where('integration.facility_id', '=', facilityId)
      .where('integration.partner_id', '=', partnerId)
      .select(['partner.name', 'integration.enabled'])
      .executeTakeFirst(),
});
