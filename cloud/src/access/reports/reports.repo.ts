import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import { preparedForMany } from '../../kit/db/prepared.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { ReportSnapshotTable } from './reports.tables.ts';

/** Names a snapshot of one partner about one facility. */
export interface ReportRef {
  readonly partner_id: PartnerId;
  readonly facility_id: FacilityId;
  readonly start_date: string;
  readonly end_date: string;
}
const KEY = ['partner_id', 'facility_id', 'start_date', 'end_date'] as const;
const SET = [
  'members_active',
  'members_new',
  'members_cancelled',
  'total_payments',
  'total_payments_count',
  'currency',
  'stored_at',
] as const;

const find = preparedForMany((tx, refs: readonly ReportRef[]) =>
  tx
    .selectFrom('report_snapshot')
    .where((eb) =>
      eb(
        eb.refTuple(...KEY),
        'in',
        refs.map((ref) => eb.tuple(ref.partner_id, ref.facility_id, ref.start_date, ref.end_date)),
      ),
    )
    .selectAll(),
);

const put = preparedForMany((tx, rows: readonly Insertable<ReportSnapshotTable>[]) =>
  tx
    .insertInto('report_snapshot')
    .values(rows)
    .onConflict((c) =>
      c
        .columns([...KEY])
        .doUpdateSet((eb) => Object.fromEntries(SET.map((column) => [column, eb.ref(`excluded.${column}`)]))),
    ),
);

export const reportsRepo = (tx: Tx) => ({
  find: (refs: readonly ReportRef[]) => find(tx, refs),

  put: (rows: readonly Insertable<ReportSnapshotTable>[]): Promise<unknown> => put(tx, rows),
});
