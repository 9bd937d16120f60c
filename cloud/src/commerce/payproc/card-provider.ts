import type { ProvidedCheckout } from './provided-checkout.ts';

/** An account that the platform has connected, as its provider knows it. Times are ms since 1970. */
export interface ProvidedAccount {
  readonly accountId: string;
  readonly chargesEnabled: boolean;
  readonly payoutsEnabled: boolean;
  /** Whether its owner has told all that was asked at first. */
  readonly isSubmitted: boolean;
  readonly currency: string;
  readonly requirements: {
    readonly currentlyDue: readonly string[];
    readonly pastDue: readonly string[];
    readonly deadline: number | null;
    readonly disabledReason: string | null;
  };
  readonly bankLast4: string | null;
  readonly schedule: { readonly interval: string; readonly delayDays: number | null };
}

/** A charge, a refund or a dispute. Amounts in the smallest unit of `currency`. */
export interface ProvidedRecord {
  readonly recordId: string;
  readonly kind: 'charge' | 'refund' | 'dispute';
  readonly intentId: string | null;
  readonly amountCents: number;
  readonly currency: string;
  readonly state: string;
  /** Why it failed, was given back or is disputed, in the provider’s word. */
  readonly reason: string | null;
  readonly cardBrand: string | null;
  readonly last4: string | null;
  readonly at: number;
  /** What the provider kept of it, and what is left. Null where nothing moved. */
  readonly feeCents: number | null;
  readonly netCents: number | null;
  readonly transactionId: string | null;
  /** The facility that whoever took the payment has marked it with. */
  readonly facilityId: string | null;
  /** Of a charge that failed: when its payment went through after all. */
  readonly resolvedAt: number | null;
}

export interface ProvidedIntent {
  readonly intentId: string;
  readonly amountCents: number;
  readonly receivedCents: number;
  readonly currency: string;
  readonly state: string;
  readonly description: string | null;
  /** Why its last attempt failed, in the provider’s word. */
  readonly failureCode: string | null;
  readonly createdAt: number;
  readonly canceledAt: number | null;
  readonly facilityId: string | null;
  /** The attempt of ours that it is of. */
  readonly attemptId: string | null;
  /** What that attempt was for. Null: it does not say. */
  readonly topup: { readonly ownerKey: string; readonly purpose: string; readonly kind: string } | null;
}

/** What a payment that we ask for carries, so that it is known again by a database that has forgotten it. */
export interface TopupMarks {
  readonly attemptId: string;
  readonly ownerKey: string;
  readonly purpose: string;
  readonly kind: string;
}

export interface ProvidedPayout {
  readonly payoutId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly state: string;
  readonly failureCode: string | null;
  readonly createdAt: number;
  readonly arrivesAt: number;
}

export interface ProvidedTransaction {
  readonly transactionId: string;
  readonly type: string;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly netCents: number;
  readonly currency: string;
  readonly state: string;
  readonly sourceId: string | null;
  readonly createdAt: number;
  readonly availableAt: number;
  readonly facilityId: string | null;
}

export interface ProvidedDomain {
  readonly domain: string;
  readonly applePay: boolean;
  readonly googlePay: boolean;
  readonly problem: string | null;
}

/** What a list is asked for: from (inclusive) to (exclusive) in ms since 1970, and after which id. */
export interface ListAsked {
  readonly from?: number;
  readonly to?: number;
  readonly after?: string | undefined;
  readonly limit: number;
}
export interface Listed<Item> {
  readonly items: readonly Item[];
  readonly more: boolean;
}

/** A word of the provider about something that has happened. Nothing of it is believed but that it may be worth a look. */
export interface ProvidedEvent {
  readonly eventId: string;
  readonly type: string;
  readonly accountId: string | null;
  readonly objectId: string;
}

/**
 * Who takes cards. Each method rejects with `ProviderSilent` where there is no answer that can be read: what was asked may have been
 * done; with `CardsNotNow` where nothing was done, and it is to be asked again later; and with `CardsRefused` where it will not do it.
 * `account`: whose things are meant; undefined: the platform’s own.
 */
export interface CardProvider {
  readonly publishableKey: string;
  readonly mode: 'live' | 'test';
  /** What Apple asks for of domains that take its payments. */
  readonly appleFile: string | undefined;

  readonly platformAccount: () => Promise<{ readonly accountId: string }>;
  readonly account: (accountId: string) => Promise<ProvidedAccount>;
  /** `mark`: ours, by which it is found again. The same `key` makes one account. */
  readonly createAccount: (asked: { readonly key: string; readonly mark: string }) => Promise<ProvidedAccount>;
  readonly findAccount: (mark: string) => Promise<ProvidedAccount | undefined>;
  readonly onboardingLink: (
    accountId: string,
    back: { readonly returnUrl: string; readonly refreshUrl: string },
  ) => Promise<{ readonly url: string; readonly expiresAt: number }>;
  readonly accountSession: (
    accountId: string,
    components: readonly string[],
  ) => Promise<{ readonly clientSecret: string; readonly expiresAt: number }>;
  /** Undefined where it is not registered. */
  readonly domain: (accountId: string, domain: string) => Promise<ProvidedDomain | undefined>;
  readonly registerDomain: (accountId: string, domain: string) => Promise<ProvidedDomain>;

  /** `intentId`: only those of that payment. */
  readonly records: (
    accountId: string | undefined,
    kind: ProvidedRecord['kind'],
    asked: ListAsked & { readonly intentId?: string },
  ) => Promise<Listed<ProvidedRecord>>;
  /** The payment on the platform’s own account that a charge, a refund or a dispute is of. Undefined where it is none of these. */
  readonly paymentOf: (objectId: string) => Promise<string | undefined>;
  /** `account`: of the platform’s own, where there is none; `customerId`: only those of that customer. */
  readonly intents: (
    accountId: string | undefined,
    asked: ListAsked & { readonly customerId?: string },
  ) => Promise<Listed<ProvidedIntent>>;
  readonly intent: (accountId: string | undefined, intentId: string) => Promise<ProvidedIntent | undefined>;
  readonly cancelIntent: (accountId: string | undefined, intentId: string, key: string) => Promise<ProvidedIntent>;
  readonly payouts: (accountId: string, asked: ListAsked) => Promise<Listed<ProvidedPayout>>;
  readonly transactions: (
    accountId: string,
    asked: ListAsked & { readonly payout?: string | undefined; readonly type?: string | undefined },
  ) => Promise<Listed<ProvidedTransaction>>;

  /** Somebody who pays for themselves: the platform’s own. */
  readonly createCustomer: (asked: { readonly key: string; readonly mark: string }) => Promise<string>;
  /** The page of the provider’s own on which a card is typed in. */
  readonly openCheckout: (asked: {
    readonly key: string;
    readonly marks: TopupMarks;
    readonly customerId: string;
    readonly amountCents: number;
    readonly currency: string;
    readonly what: string;
    readonly returnUrl: string;
    readonly cancelUrl: string;
    readonly expiresAt: number;
    /** Whether whoever pays agrees that the card may be charged again without them. */
    readonly keepsCard: boolean;
  }) => Promise<ProvidedCheckout>;
  readonly checkout: (sessionId: string) => Promise<ProvidedCheckout | undefined>;
  /** Charges a kept card with nobody there. Rejects with `CardDeclined` where the provider names it failed. */
  readonly chargeKept: (asked: {
    readonly key: string;
    readonly marks: TopupMarks;
    readonly customerId: string;
    readonly methodId: string;
    readonly amountCents: number;
    readonly currency: string;
    readonly what: string;
  }) => Promise<ProvidedIntent>;
  /** The payment of an attempt of ours, of those made from (inclusive) to (exclusive). Undefined: surely there is none. Rejects where there are too many to tell. */
  readonly findIntent: (
    attemptId: string,
    during: { readonly from: number; readonly to: number },
  ) => Promise<ProvidedIntent | undefined>;

  /** The event that a signed body is, where it was signed within 300 seconds of `now`. */
  readonly eventIn: (body: string, signature: string, now: number) => Promise<ProvidedEvent | undefined>;
}

/** The provider takes no more for now, or its key is wrong: nothing was done. */
export class CardsNotNow extends Error {
  override readonly name = 'CardsNotNow';
  readonly seconds: number | undefined;
  constructor(message: string, seconds: number | undefined) {
    super(message);
    this.seconds = seconds;
  }
}

/** The provider has understood, and will not do it: why, in its word. */
export class CardsRefused extends Error {
  override readonly name = 'CardsRefused';
  readonly code: string;
  constructor(code: string) {
    super(`the provider refuses: ${code}`);
    this.code = code;
  }
}

/** A card said no. */
export class CardDeclined extends Error {
  override readonly name = 'CardDeclined';
  /** `card_declined`, `insufficient_funds`, `authentication_required`… */
  readonly code: string;
  readonly intentId: string | null;
  constructor(code: string, intentId: string | null) {
    super(`the card was declined: ${code}`);
    this.code = code;
    this.intentId = intentId;
  }
}
