import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Generated } from 'kysely';

/** Something an operator should look at. One row for each (kind, facility, subject), counted when it happens again. */
export interface WarningTable {
  id: string;
  kind: string;
  facility_id: FacilityId;
  subject: string;
  message: string;
  count: number;
  first_at: number;
  last_at: number;
  /** The partner that hears of it too, in its event feed. */
  partner_id: PartnerId | null;
  /** When its cause was gone. Raised again, it is a new warning in the same row. */
  closed_at: number | null;
  /** Who closed it by hand. */
  closed_by: Generated<string | null>;
  /** Who has said first that they look after it, since it is open. */
  acknowledged_by: Generated<string | null>;
  acknowledged_at: Generated<number | null>;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    warning: WarningTable;
  }
}
