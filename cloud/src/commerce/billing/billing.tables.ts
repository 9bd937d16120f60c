import type { OwnerKey } from '../ledger/ledger.module.ts';

/** What an owner has said of how they are billed: null where it is inherited. */
export interface BillingProfileTable {
  owner_key: string;
  billing_method: 'wallet' | 'invoice' | null;
  payment_method: 'card' | 'bank-transfer' | 'none' | null;
  payer_scope: 'organisation' | 'facility' | null;
  billing_disabled: number | null;
  net_days: number | null;
  /** JSON. */
  lockout_policy: string | null;
  /** JSON. */
  auto_topup: string | null;
  changed_by: string;
  changed_at: number;
}

/** What is noted of a wallet beside its balance, which is the ledger’s. */
export interface BillingWalletTable {
  owner_key: string;
  /** A charge took it to zero or below then; null: it is above. */
  depleted_at: number | null;
  /** A charge took it to the threshold of its top-up then. */
  low_at: number | null;
}

/** What somebody wrote beside an adjustment: not in the ledger, so that it can go. */
export interface WalletAdjustmentTable {
  transfer_id: string;
  owner_key: string;
  note: string;
  made_by: string;
  made_at: number;
}

/** What is posted once a second person has said so. */
export interface BillingApprovalTable {
  id: string;
  kind: 'adjust' | 'match' | 'entry' | 'credit-note';
  owner_key: string;
  amount_cents: number;
  /** JSON: what was asked for. */
  asked: string;
  asked_by: string;
  asked_at: number;
  ends_at: number;
  state: 'pending' | 'approved' | 'refused';
  decided_by: string | null;
  decided_at: number | null;
  transfer_id: string | null;
}

/** A top-up that is to be paid by a transfer with its reference. */
export interface TopupInvoiceTable {
  id: string;
  owner_key: OwnerKey;
  purpose: 'wallet' | 'ai-credit';
  amount_cents: number;
  currency: string;
  reference: string;
  state: 'pending' | 'paid' | 'cancelled';
  due_at: number;
  made_by: string;
  made_at: number;
  cancelled_at: number | null;
  /** What came in. Of one that was cancelled too, where the money came all the same. */
  received_cents: number | null;
  paid_at: number | null;
  settled_at: number | null;
  transfer_id: string | null;
}

/** That an owner was told of something: `fact` is the kind of e-mail and what it is about. Never forgotten, or it is told again. */
export interface BillingToldTable {
  fact: string;
  owner_key: OwnerKey;
  told_at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    billing_profile: BillingProfileTable;
    billing_wallet: BillingWalletTable;
    wallet_adjustment: WalletAdjustmentTable;
    billing_approval: BillingApprovalTable;
    topup_invoice: TopupInvoiceTable;
    billing_told: BillingToldTable;
  }
}
