/** A resource of the API. What is in it is what callers see. */
export interface Thing {
  readonly id: string;
  readonly object: string;
  readonly created: number;
  readonly livemode: false;
  metadata?: Readonly<Record<string, string>>;
}

export interface Account extends Thing {
  readonly object: 'account';
  readonly type: 'standard';
  readonly country: string;
  readonly default_currency: string;
  email: string | null;
  charges_enabled: boolean;
  payouts_enabled: boolean;
  details_submitted: boolean;
  requirements: {
    currently_due: readonly string[];
    past_due: readonly string[];
    eventually_due: readonly string[];
    pending_verification: readonly string[];
    current_deadline: number | null;
    disabled_reason: string | null;
    errors: readonly object[];
  };
  settings: { payouts: { schedule: { interval: 'daily'; delay_days: number }; debit_negative_balances: boolean } };
  external_accounts: { object: 'list'; data: readonly object[]; has_more: false; url: string };
}

export interface Customer extends Thing {
  readonly object: 'customer';
  email: string | null;
  name: string | null;
  invoice_settings: { default_payment_method: string | null };
}

export interface PaymentMethod extends Thing {
  readonly object: 'payment_method';
  readonly type: 'card';
  customer: string | null;
  readonly card: {
    readonly brand: string;
    readonly last4: string;
    readonly exp_month: number;
    readonly exp_year: number;
  };
}

export interface Declined {
  readonly type: 'card_error';
  readonly code: string;
  readonly decline_code: string;
  readonly message: string;
  readonly payment_method?: object;
}

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled';

export interface PaymentIntent extends Thing {
  readonly object: 'payment_intent';
  readonly amount: number;
  amount_received: number;
  readonly currency: string;
  readonly customer: string | null;
  readonly client_secret: string;
  description: string | null;
  payment_method: string | null;
  readonly payment_method_types: readonly ['card'];
  latest_charge: string | null;
  status: IntentStatus;
  last_payment_error: Declined | null;
  next_action: object | null;
  readonly capture_method: 'automatic_async' | 'manual';
  readonly setup_future_usage: string | null;
  canceled_at: number | null;
  cancellation_reason: string | null;
}

export interface SetupIntent extends Thing {
  readonly object: 'setup_intent';
  readonly customer: string | null;
  readonly client_secret: string;
  payment_method: string | null;
  status: IntentStatus;
  readonly usage: 'off_session';
}

export interface Charge extends Thing {
  readonly object: 'charge';
  readonly amount: number;
  amount_captured: number;
  amount_refunded: number;
  readonly currency: string;
  readonly customer: string | null;
  readonly payment_intent: string;
  readonly payment_method: string;
  readonly payment_method_details: { readonly type: 'card'; readonly card: { brand: string; last4: string } };
  balance_transaction: string | null;
  paid: boolean;
  refunded: boolean;
  disputed: boolean;
  captured: boolean;
  status: 'succeeded' | 'failed';
  readonly failure_code: string | null;
  readonly failure_message: string | null;
  readonly outcome: object;
}

export interface Refund extends Thing {
  readonly object: 'refund';
  readonly amount: number;
  readonly charge: string;
  readonly payment_intent: string;
  readonly currency: string;
  readonly balance_transaction: string;
  readonly reason: string | null;
  readonly status: 'succeeded';
}

export interface Dispute extends Thing {
  readonly object: 'dispute';
  readonly amount: number;
  readonly charge: string;
  readonly payment_intent: string;
  readonly currency: string;
  readonly reason: string;
  status: string;
  balance_transactions: readonly BalanceTransaction[];
  readonly evidence_details: { readonly due_by: number; readonly has_evidence: false; readonly past_due: false };
}

export interface BalanceTransaction extends Thing {
  readonly object: 'balance_transaction';
  readonly amount: number;
  readonly fee: number;
  readonly net: number;
  readonly currency: string;
  readonly type: 'charge' | 'refund' | 'adjustment' | 'payout';
  readonly source: string;
  readonly available_on: number;
  readonly description: string | null;
  status: 'pending' | 'available';
}

export interface Payout extends Thing {
  readonly object: 'payout';
  readonly amount: number;
  readonly currency: string;
  readonly arrival_date: number;
  readonly automatic: true;
  readonly method: 'standard';
  readonly type: 'bank_account';
  readonly destination: string;
  balance_transaction: string;
  status: 'in_transit' | 'paid' | 'failed';
  failure_code: string | null;
}

export interface CheckoutSession extends Thing {
  readonly object: 'checkout.session';
  readonly mode: 'payment' | 'setup';
  readonly customer: string | null;
  readonly client_reference_id: string | null;
  readonly amount_total: number | null;
  readonly currency: string | null;
  payment_intent: string | null;
  setup_intent: string | null;
  payment_status: 'unpaid' | 'paid' | 'no_payment_required';
  status: 'open' | 'complete' | 'expired';
  url: string | null;
  readonly success_url: string;
  readonly cancel_url: string | null;
  readonly expires_at: number;
}

export interface PaymentMethodDomain extends Thing {
  readonly object: 'payment_method_domain';
  readonly domain_name: string;
  enabled: boolean;
  apple_pay: { status: string; status_details?: { error_message: string } };
  google_pay: { status: string };
  link: { status: string };
}
