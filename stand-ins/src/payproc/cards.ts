/** What becomes of a payment by a card. `challenge`: its holder has to say that it is they, in front of their screen. */
type Manner = 'pays' | 'declined' | 'insufficient' | 'challenge' | 'disputed';

export interface Card {
  readonly brand: string;
  readonly last4: string;
  /** Whoever is at the page. */
  readonly present: Manner;
  /** Nobody is at a page. */
  readonly absent: Manner;
}

const card = (last4: string, present: Manner, absent: Manner = present): Card => ({
  brand: 'visa',
  last4,
  present,
  absent,
});
const BY_NUMBER: Readonly<Record<string, Card>> = {
  '4242424242424242': card('4242', 'pays'),
  '4000000000000002': card('0002', 'declined'),
  '4000000000009995': card('9995', 'insufficient'),
  '4000000000003220': card('3220', 'challenge'),
  '4000000000000259': card('0259', 'disputed'),
  '4000002760003184': card('3184', 'challenge', 'challenge'),
  '4000000000000341': card('0341', 'pays', 'declined'),
};
const BY_TOKEN: Readonly<Record<string, Card>> = {
  pm_card_visa: card('4242', 'pays'),
  pm_card_chargeDeclined: card('0002', 'declined'),
  pm_card_chargeDeclinedInsufficientFunds: card('9995', 'insufficient'),
  pm_card_authenticationRequired: card('3220', 'challenge'),
  pm_card_createDispute: card('0259', 'disputed'),
  pm_card_chargeCustomerFail: card('0341', 'pays', 'declined'),
};

/** The test cards. No number is kept: brand, the last digits, and what becomes of it. */
export const cardOfNumber = (text: string): Card | undefined => {
  const number = text.replace(/[\s-]/g, '');
  return Object.hasOwn(BY_NUMBER, number) ? BY_NUMBER[number] : undefined;
};
export const cardOfToken = (token: string): Card | undefined =>
  Object.hasOwn(BY_TOKEN, token) ? BY_TOKEN[token] : undefined;

/** Why a card said no, as the API says it. */
export const DECLINES = {
  declined: { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' },
  insufficient: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  challenge: {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
} as const;
