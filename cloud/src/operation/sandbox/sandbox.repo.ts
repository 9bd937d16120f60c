import type { BoxId, DoorId, FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import { prepared } from '../../kit/db/prepared.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { SandboxRehearsalTable, SandboxSimulationTable } from './sandbox.tables.ts';

/** What the cloud simulates alone, for one partner at one facility; all else is simulated at a door, for everybody. */
export const INTEGRATION_OFF = 'integration_not_enabled';

interface OfPartner {
  readonly partnerId: PartnerId;
  readonly facilityId: FacilityId;
}

const integrationOff = prepared((tx, { partnerId, facilityId, now }: OfPartner & { now: number }) =>
  tx
    .selectFrom('sandbox_simulation')
    .select('until_at')
    .where('partner_id', '=', partnerId)
    .where('facility_id', '=', facilityId)
    .where('scenario', '=', INTEGRATION_OFF)
    .where('until_at', '>', now)
    .limit(1),
);

export const sandboxRepo = (tx: Tx) => ({
  facilities: () => tx.selectFrom('sandbox_facility').select('facility_id').execute(),

  addFacility: (facilityId: FacilityId): Promise<unknown> =>
    tx
      .insertInto('sandbox_facility')
      .values({ facility_id: facilityId })
      .onConflict((c) => c.doNothing())
      .execute(),

  removeFacility: (facilityId: FacilityId): Promise<unknown> =>
    tx.deleteFrom('sandbox_facility').where('facility_id', '=', facilityId).execute(),

  integrationOff: async (of: OfPartner, now: number): Promise<boolean> =>
    (await integrationOff(tx, { ...of, now })).length > 0,

  put: (row: Insertable<SandboxSimulationTable>): Promise<unknown> =>
    tx
      .insertInto('sandbox_simulation')
      .values(row)
      .onConflict((c) =>
        c.columns(['door_id', 'scenario', 'partner_id']).doUpdateSet({ until_at: row.until_at, box_id: row.box_id }),
      )
      .execute(),

  /** What the box of a door simulated there; it simulates one thing at a time. */
  removeAtDoor: (doorId: DoorId): Promise<unknown> =>
    tx
      .deleteFrom('sandbox_simulation')
      .where('door_id', '=', doorId)
      .where('scenario', '!=', INTEGRATION_OFF)
      .execute(),

  removeIntegrationOff: ({ partnerId, facilityId }: OfPartner): Promise<unknown> =>
    tx
      .deleteFrom('sandbox_simulation')
      .where('partner_id', '=', partnerId)
      .where('facility_id', '=', facilityId)
      .where('scenario', '=', INTEGRATION_OFF)
      .execute(),

  rehearse: (row: SandboxRehearsalTable): Promise<unknown> =>
    tx
      .insertInto('sandbox_rehearsal')
      .values(row)
      .onConflict((c) =>
        c.columns(['key_id', 'door_id']).doUpdateSet({ scenario: row.scenario, until_at: row.until_at }),
      )
      .execute(),

  endRehearsal: (keyId: string, doorId: DoorId): Promise<unknown> =>
    tx.deleteFrom('sandbox_rehearsal').where('key_id', '=', keyId).where('door_id', '=', doorId).execute(),

  rehearsal: (keyId: string, doorId: DoorId, now: number) =>
    tx
      .selectFrom('sandbox_rehearsal')
      .where('key_id', '=', keyId)
      .where('door_id', '=', doorId)
      .where('until_at', '>', now)
      .select(['scenario', 'until_at'])
      .executeTakeFirst(),

  pruneRehearsals: (now: number): Promise<unknown> =>
    tx.deleteFrom('sandbox_rehearsal').where('until_at', '<=', now).execute(),

  prune: (now: number): Promise<unknown> => tx.deleteFrom('sandbox_simulation').where('until_at', '<=', now).execute(),

  /** What a partner meets at a door: what is simulated there, its box away for any door's sake, its integration off. */
  current: (of: OfPartner & { readonly doorId: DoorId; readonly boxId: BoxId | undefined }, now: number) =>
    tx
      .selectFrom('sandbox_simulation')
      .select(['scenario', (eb) => eb.fn.max('until_at').as('until_at')])
      .where('until_at', '>', now)
      .where((eb) =>
        eb.or([
          eb.and([eb('door_id', '=', of.doorId), eb('scenario', '!=', INTEGRATION_OFF)]),
          eb.and([eb('box_id', '=', of.boxId ?? uncheckedId<BoxId>('')), eb('scenario', '=', 'offline')]),
          eb.and([
            eb('partner_id', '=', of.partnerId),
            eb('facility_id', '=', of.facilityId),
            eb('scenario', '=', INTEGRATION_OFF),
          ]),
        ]),
      )
      .groupBy('scenario')
      .orderBy('scenario')
      .execute(),
});
