import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable, Updateable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { BoxPresenceTable, BoxReportTable, BoxTable } from './boxes.tables.ts';

export const boxesRepo = (tx: Tx) => ({
  /** `undefined` when the box is bound already. */
  insertBox: (row: Insertable<BoxTable>) =>
    tx
      .insertInto('box')
      .values(row)
      .onConflict((c) => c.column('id').doNothing())
      .returning('id')
      .executeTakeFirst(),

  find: (boxId: BoxId) => tx.selectFrom('box').where('id', '=', boxId).selectAll().executeTakeFirst(),

  activeIds: () => tx.selectFrom('box').where('status', '=', 'active').select('id').orderBy('id').execute(),

  active: () =>
    tx.selectFrom('box').where('status', '=', 'active').select(['id', 'facility_id']).orderBy('id').execute(),

  activeAt: (facilityId: FacilityId) =>
    tx
      .selectFrom('box')
      .where('facility_id', '=', facilityId)
      .where('status', '=', 'active')
      .select('id')
      .orderBy('id')
      .execute(),

  beaconsAtEach: (facilityIds: readonly FacilityId[]) =>
    tx
      .selectFrom('box')
      .innerJoin('box_presence as presence', 'presence.box_id', 'box.id')
      .where('box.facility_id', 'in', facilityIds)
      .where('box.status', '=', 'active')
      .select(['box.id', 'box.facility_id', 'presence.beacon', 'presence.received_at'])
      .execute(),

  list: () =>
    tx
      .selectFrom('box')
      .leftJoin('box_presence as presence', 'presence.box_id', 'box.id')
      .select([
        'box.id',
        'box.facility_id',
        'box.status',
        'presence.received_at',
        'presence.gone_at',
        'presence.beacon',
      ])
      .orderBy('box.id')
      .execute(),

  decommission: (boxId: BoxId) =>
    tx
      .updateTable('box')
      .set({ status: 'decommissioned' })
      .where('id', '=', boxId)
      .where('status', '=', 'active')
      .returning('id')
      .executeTakeFirst(),

  /** Numbers one more change of what the box should be. */
  nextRevision: (boxId: BoxId) =>
    tx
      .updateTable('box')
      .set((eb) => ({ desired_revision: eb('desired_revision', '+', 1) }))
      .where('id', '=', boxId)
      .returning('desired_revision')
      .executeTakeFirst(),

  /** The box has seen a revision that this database never gave it. `undefined` where it has not. */
  outgrown: (boxId: BoxId, { revision, epoch, at }: { revision: number; epoch: string; at: number }) =>
    tx
      .updateTable('box')
      .set({ desired_revision: revision, desired_epoch: epoch, held_since: at })
      .where('id', '=', boxId)
      .where('status', '=', 'active')
      .where('desired_revision', '<', revision)
      .returning('facility_id')
      .executeTakeFirst(),

  /** The same of a box of a database that is known to be restored. */
  hold: (boxId: BoxId, epoch: string, at: number): Promise<unknown> =>
    tx.updateTable('box').set({ desired_epoch: epoch, held_since: at }).where('id', '=', boxId).execute(),

  release: (boxId: BoxId): Promise<unknown> =>
    tx.updateTable('box').set({ held_since: null }).where('id', '=', boxId).execute(),

  /** Numbers one more version of what the box should drive. */
  nextConfiguration: (boxId: BoxId) =>
    tx
      .updateTable('box')
      .set((eb) => ({ configuration_version: eb('configuration_version', '+', 1) }))
      .where('id', '=', boxId)
      .returning('configuration_version')
      .executeTakeFirstOrThrow(),

  noteDiffers: (boxId: BoxId, since: number | null): Promise<unknown> =>
    tx.updateTable('box').set({ differs_since: since }).where('id', '=', boxId).execute(),

  describe: (
    boxId: BoxId,
    words: Pick<Updateable<BoxTable>, 'name' | 'serial_number' | 'location'>,
  ): Promise<unknown> => tx.updateTable('box').set(words).where('id', '=', boxId).execute(),

  /** From then on it counts as claimed there. */
  move: (boxId: BoxId, to: FacilityId, at: number): Promise<unknown> =>
    tx.updateTable('box').set({ facility_id: to, claimed_at: at }).where('id', '=', boxId).execute(),

  /** The active boxes of facilities with what was last heard of each, the oldest claim first. */
  activeAtEach: (facilityIds: readonly FacilityId[]) =>
    tx
      .selectFrom('box')
      .leftJoin('box_presence as presence', 'presence.box_id', 'box.id')
      .where('box.facility_id', 'in', facilityIds)
      .where('box.status', '=', 'active')
      .selectAll('box')
      .select(['presence.received_at', 'presence.gone_at', 'presence.beacon'])
      .orderBy('box.claimed_at')
      .orderBy('box.id')
      .execute(),

  /** The active boxes of many facilities, and when each was heard of. */
  heardAtEach: (facilityIds: readonly FacilityId[]) =>
    tx
      .selectFrom('box')
      .leftJoin('box_presence as presence', 'presence.box_id', 'box.id')
      .where('box.facility_id', 'in', facilityIds)
      .where('box.status', '=', 'active')
      .select(['box.facility_id', 'presence.received_at', 'presence.gone_at'])
      .execute(),

  /** Active boxes of which nothing was heard since then: those heard last first, those never heard of last. */
  silent: (since: number, limit: number) =>
    silentBoxes(tx, since)
      .select(['box.id', 'box.facility_id', 'box.name', 'presence.received_at'])
      .orderBy((eb) => eb.fn.coalesce('presence.received_at', eb.lit(0)), 'desc')
      .orderBy('box.id')
      .limit(limit)
      .execute(),

  countSilent: async (since: number): Promise<number> => {
    const { boxes } = await silentBoxes(tx, since)
      .select((eb) => eb.fn.countAll().as('boxes'))
      .executeTakeFirstOrThrow();
    return Number(boxes);
  },

  presence: (boxId: BoxId) => tx.selectFrom('box_presence').where('box_id', '=', boxId).selectAll().executeTakeFirst(),

  report: (boxId: BoxId) => tx.selectFrom('box_report').where('box_id', '=', boxId).selectAll().executeTakeFirst(),

  putReport: (row: Insertable<BoxReportTable>): Promise<unknown> =>
    tx
      .insertInto('box_report')
      .values(row)
      .onConflict((c) => c.column('box_id').doUpdateSet({ reported_at: row.reported_at, report: row.report }))
      .execute(),

  /** The newest beacon of a boot stands, whichever replica is slow to write it. */
  putPresence: (row: Insertable<BoxPresenceTable>): Promise<unknown> =>
    tx
      .insertInto('box_presence')
      .values(row)
      .onConflict((c) =>
        c
          .column('box_id')
          .doUpdateSet({
            boot_id: row.boot_id,
            connection_id: row.connection_id,
            sent_mono_ms: row.sent_mono_ms,
            received_at: row.received_at,
            gone_at: null,
            beacon: row.beacon,
          })
          .where((eb) =>
            eb.or([
              eb('box_presence.boot_id', '!=', row.boot_id),
              eb('box_presence.sent_mono_ms', '<=', row.sent_mono_ms),
            ]),
          ),
      )
      .execute(),

  /** Nobody is connected any more. */
  markAllGone: (at: number): Promise<unknown> =>
    tx.updateTable('box_presence').set({ gone_at: at }).where('gone_at', 'is', null).execute(),

  /** A last will counts only for the connection that left it. */
  markGone: (boxId: BoxId, connectionId: string, at: number): Promise<unknown> =>
    tx
      .updateTable('box_presence')
      .set({ gone_at: at })
      .where('box_id', '=', boxId)
      .where('connection_id', '=', connectionId)
      .where('gone_at', 'is', null)
      .execute(),
});

const silentBoxes = (tx: Tx, since: number) =>
  tx
    .selectFrom('box')
    .leftJoin('box_presence as presence', 'presence.box_id', 'box.id')
    .where('box.status', '=', 'active')
    .where((eb) => eb.or([eb('presence.received_at', 'is', null), eb('presence.received_at', '<', since)]));
