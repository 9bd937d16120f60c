/** What is known here of a card that was left at the provider’s page. */
export interface KeptCard {
  readonly methodId: string;
  readonly brand: string;
  readonly last4: string;
  /** The last month that it is good for, `YYYY-MM`. */
  readonly expires: string;
}

/** A page of the provider on which somebody pays. */
export interface ProvidedCheckout {
  readonly sessionId: string;
  readonly state: 'open' | 'complete' | 'expired';
  readonly isPaid: boolean;
  /** Where whoever pays goes. Null once it is over. */
  readonly url: string | null;
  readonly expiresAt: number;
  readonly intentId: string | null;
  readonly amountCents: number | null;
  readonly currency: string | null;
  /** What was kept of the card, to pay by it again. */
  readonly card: KeptCard | null;
}
