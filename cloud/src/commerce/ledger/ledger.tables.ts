/** A wallet, a receivable…: one for each owner, kind and currency. Its balance is credits − debits. */
export interface LedgerAccountTable {
  /** `<owner>/<kind>/<currency>`: known without a look. */
  id: string;
  owner_key: string;
  kind: string;
  /** ISO 4217. */
  currency: string;
  /** No debit and no hold takes the balance below; null: no floor. */
  floor_micros: number | null;
  debits: number;
  credits: number;
  /** What open holds keep, of the balance. */
  held: number;
  /** The recount differed then: nothing is posted until somebody has looked. */
  frozen_at: number | null;
}

/** One amount from the account that is debited to the one that is credited. Never changed. */
export interface LedgerTransferTable {
  id: string;
  /** Names the cause: it posts once. */
  key: string;
  /** Transfers that are one matter, such as both sides of a conversion. */
  group_id: string | null;
  debit_account: string;
  credit_account: string;
  micros: number;
  kind: string;
  /** The id of what it is about. */
  about: string;
  /** Our own words; what people write is kept elsewhere. */
  note: string | null;
  made_by: string;
  at: number;
  /** The UTC day in the books, `2026-01-31`: that of `at`, or the first that is not sealed. */
  day: string;
}

/** Part of a balance that is kept for something until it is posted or given back. */
export interface LedgerHoldTable {
  id: string;
  key: string;
  account_id: string;
  micros: number;
  state: 'held' | 'posted' | 'voided';
  made_at: number;
  expires_at: number;
  resolved_at: number | null;
}

/** The seal of one UTC day. */
export interface LedgerDayTable {
  day: string;
  entries: number;
  /** SHA-256 over the transfers of the day, hex. */
  entries_hash: string;
  /** `hash` of the day before; zeros for the first day of all. */
  previous: string;
  hash: string;
  sealed_at: number;
}

/** What a sealed day moved on an account. */
export interface LedgerDaySumTable {
  day: string;
  account_id: string;
  debits: number;
  credits: number;
}

/** A month that is closed, with its trial balance. */
export interface LedgerPeriodTable {
  /** `2026-01` */
  month: string;
  /** JSON: a list of `BalanceLine`. */
  balance: string;
  /** The seal of its last day. */
  head: string;
  closed_by: string;
  closed_at: number;
}

/** What holds for all of the books. */
interface LedgerSettingTable {
  name: string;
  value: string;
  set_at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    ledger_account: LedgerAccountTable;
    ledger_transfer: LedgerTransferTable;
    ledger_hold: LedgerHoldTable;
    ledger_day: LedgerDayTable;
    ledger_day_sum: LedgerDaySumTable;
    ledger_period: LedgerPeriodTable;
    ledger_setting: LedgerSettingTable;
  }
}
