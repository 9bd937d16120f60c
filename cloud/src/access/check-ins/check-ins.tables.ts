import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { CheckInFields } from './check-ins.batch.ts';

/** Somebody came in, as a partner tells it. */
export interface CheckInTable extends CheckInFields {
  partner_id: PartnerId;
  facility_id: FacilityId;
  /** What makes it the same check-in when it is sent again. */
  record_key: string;
  /** When it last changed here. */
  stored_at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    check_in: CheckInTable;
  }
}
