import type { OrgId } from '@gatehouse/shared/ids/ids.ts';

/** A holiday that an organisation does not keep. */
export interface HolidayBlacklistTable {
  org_id: OrgId;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** What makes it the same holiday in every year. */
  rule: string;
  set_by: string;
  set_at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    holiday_blacklist: HolidayBlacklistTable;
  }
}
