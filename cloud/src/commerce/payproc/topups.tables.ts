import type { OwnerKey } from '../ledger/ledger.module.ts';

/** What a card tops up. */
export const TOPUP_PURPOSES = ['wallet', 'ai-credit'] as const;
export type TopupPurpose = (typeof TOPUP_PURPOSES)[number];

/** Who pays for themselves by card, at the platform's own account of the provider. Times in ms since 1970. */
export interface PayprocCustomerTable {
  /** `org#<id>` or `facility#<id>`. */
  owner_key: OwnerKey;
  /** Ours: the mark that the provider's customer has. */
  id: string;
  customer_id: string | null;
  /** The card that may be charged with nobody there. */
  method_id: string | null;
  brand: string | null;
  last4: string | null;
  /** `YYYY-MM`, as the provider said when it was left; null: there is none, or nobody said. */
  card_expires: string | null;
  /** When its owner agreed to that, and who did. */
  agreed_at: number | null;
  agreed_by: string | null;
  /** How often in a row an automatic top-up failed. */
  failures: number;
  /** Why automatic top-ups are off; null: they are not. */
  off_code: string | null;
  /** When the next one is made after one that failed. */
  retry_at: number | null;
  made_at: number;
}

/** One attempt to put money into a wallet, or into AI credit: one key at the provider, and one credit at most. */
export interface TopupAttemptTable {
  id: string;
  owner_key: OwnerKey;
  kind: 'page' | 'auto';
  /** Which account of the owner it tops up. */
  purpose: TopupPurpose;
  /** 1 while it is open: an owner has one such automatic one for each purpose. */
  open: number | null;
  amount_cents: number;
  currency: string;
  state: 'open' | 'paid' | 'failed' | 'cancelled';
  /** Of one by the provider's page. */
  session_id: string | null;
  intent_id: string | null;
  /** Of an automatic one: the card. */
  method_id: string | null;
  failed_code: string | null;
  /** When the provider was asked first. */
  asked_at: number | null;
  expires_at: number;
  made_by: string;
  made_at: number;
  ended_at: number | null;
}

/** A refund or a dispute of a top-up: what it has taken from the wallet. */
export interface TopupReturnTable {
  /** As the provider calls it. */
  id: string;
  attempt_id: string;
  kind: 'refund' | 'dispute';
  cents: number;
  taken_at: number;
  /** When it came back: a refund that failed, a dispute that was won. */
  restored_at: number | null;
}

/** How far the provider’s payments were looked through: one row. */
export interface TopupLookedTable {
  id: string;
  /** When this cloud began to look, by its own clock. */
  begun_at: number;
  /** When the newest of them was made, by the provider’s clock. */
  seen_to: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    payproc_customer: PayprocCustomerTable;
    topup_attempt: TopupAttemptTable;
    topup_return: TopupReturnTable;
    topup_looked: TopupLookedTable;
  }
}
