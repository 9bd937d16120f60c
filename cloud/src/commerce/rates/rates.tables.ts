import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { OwnerKey } from '../ledger/owner-key.ts';
import type { RateScope } from './rate-bodies.ts';

/** Rates as they were set once. Rows never change: what is set next is another version. */
export interface RateVersionTable {
  id: string;
  scope: RateScope;
  /** Empty for the platform, an owner key, or the id of a template. */
  owner: string;
  /** 1 for the first of its scope and owner, without gaps. */
  version: number;
  /** JSON of the body of its scope. Null: the block was removed. */
  body: string | null;
  /** Never before the one of the version before, whatever the clock says. */
  made_at: number;
  /** `user:<id>`. */
  made_by: string;
}

/** Templates by their names, which are all different whatever their capitals. What else they are, their newest version says. */
export interface RateTemplateTable {
  id: string;
  name_key: string;
  made_at: number;
}

/** The owners that have a block now, with the template that it goes by. */
export interface RateBlockTable {
  owner_key: OwnerKey;
  template_id: string | null;
}

/** What one facility costs on one day. Opened with the versions that it is rated by, closed once, and never changed otherwise. */
export interface BillingLogTable {
  id: string;
  facility_id: FacilityId;
  org_id: OrgId;
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  /** JSON: `PinnedVersions`. */
  versions: string;
  state: 'open' | 'closed';
  opened_at: number;
  /** Those below are null while it is open. JSON: `DayFacts`. */
  facts: string | null;
  /** JSON: a list of `DayLine`. */
  lines: string | null;
  /** JSON: `Carry`. */
  carry: string | null;
  micros: number | null;
  payer_key: OwnerKey | null;
  /** 0 or 1: metered and never billed. */
  billed: number | null;
  method: 'wallet' | 'invoice' | null;
  closed_at: number | null;
}

/** Whose sums they are: those of the platform, of a facility or an organisation by charge, or of who pays in all. */
export type RollupOwner = OwnerKey | 'platform' | `payer:${OwnerKey}`;

/** Sums of what was billed, by month and charge. Kept with the logs, so that nobody counts those. */
export interface BillingRollupTable {
  owner: RollupOwner;
  /** `YYYY-MM`. */
  month: string;
  /** A charge key, or `custom`; of who pays `all`. */
  charge: string;
  /** Thousandths. */
  quantity: number;
  micros: number;
  /** Of those the ones that a wallet paid on the day. */
  wallet_micros: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    rate_version: RateVersionTable;
    rate_template: RateTemplateTable;
    rate_block: RateBlockTable;
    billing_log: BillingLogTable;
    billing_rollup: BillingRollupTable;
  }
}
