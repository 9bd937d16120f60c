import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { WiringDecisionTable } from './door-controllers.tables.ts';

export const wiringRepo = (tx: Tx) => ({
  /** A decision that a box states again is the same. */
  note: (row: Insertable<WiringDecisionTable>): Promise<unknown> =>
    tx
      .insertInto('wiring_decision')
      .values(row)
      .onConflict((c) => c.columns(['box_id', 'decision_id']).doNothing())
      .execute(),

  /** What was decided last of a wiring, at the facility where the box is. */
  newest: ({ boxId, facilityId }: { boxId: BoxId; facilityId: FacilityId }, wiring: string) =>
    tx
      .selectFrom('wiring_decision')
      .where('box_id', '=', boxId)
      .where('facility_id', '=', facilityId)
      .where('wiring', '=', wiring)
      .selectAll()
      .orderBy('received_at', 'desc')
      .orderBy('decided_at', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** When the first of the newest versions that all wire the box so was made; `undefined` where the newest does not. */
  since: async (boxId: BoxId, wiring: string): Promise<number | undefined> => {
    const versions = tx.selectFrom('box_configuration').where('box_id', '=', boxId);
    const { other } = await versions
      .where((eb) => eb.or([eb('wiring', 'is', null), eb('wiring', '<>', wiring)]))
      .select((eb) => eb.fn.max('version').as('other'))
      .executeTakeFirstOrThrow();
    const first = await versions
      .where('version', '>', Number(other ?? 0))
      .select('made_at')
      .orderBy('version')
      .limit(1)
      .executeTakeFirst();
    return first && Number(first.made_at);
  },
});
