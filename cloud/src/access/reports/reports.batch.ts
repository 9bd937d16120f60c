import type { BatchKind } from '../../kit/ingest/batch-kind.ts';
import { ReportItem } from './report-item.ts';

/** The columns of a snapshot that say something. */
export interface ReportFigures {
  readonly members_active: number;
  readonly members_new: number;
  readonly members_cancelled: number;
  readonly total_payments: number;
  readonly total_payments_count: number;
  readonly currency: string;
}
export interface ReportRow {
  readonly startDate: string;
  readonly endDate: string;
  readonly figures: ReportFigures;
}

/** The contract's limit. */
const SNAPSHOTS_MAX = 25;

/** Report snapshots as partners push them. */
export const batchKind: BatchKind<ReportItem, ReportItem, ReportRow> = {
  url: import.meta.url,
  arrayKey: 'snapshots',
  idKeys: ['start_date', 'end_date'],
  itemsMax: SNAPSHOTS_MAX,
  item: ReportItem,
  // Figures of which some are those of another push are figures of nothing.
  identity: ['start_date', 'end_date', 'metrics'],
  judge: (item) =>
    item.start_date <= item.end_date ? { ready: item } : { skip: 'end_date: must not be before start_date' },
  build: ({ start_date, end_date, metrics: { members, revenue } }) => ({
    startDate: start_date,
    endDate: end_date,
    figures: {
      members_active: members.active,
      members_new: members.new,
      members_cancelled: members.cancelled,
      total_payments: revenue.total_payments,
      total_payments_count: revenue.total_payments_count,
      currency: revenue.currency,
    },
  }),
};
