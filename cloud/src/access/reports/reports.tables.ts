import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { ReportFigures } from './reports.batch.ts';

/** What a partner reports of a facility over some days. */
export interface ReportSnapshotTable extends ReportFigures {
  partner_id: PartnerId;
  facility_id: FacilityId;
  /** `YYYY-MM-DD`, the first and the last day. */
  start_date: string;
  end_date: string;
  /** When it last changed here. */
  stored_at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    report_snapshot: ReportSnapshotTable;
  }
}
