import { localDateAt } from '@gatehouse/shared/zones/local-time.ts';
import type { Zone } from '@gatehouse/shared/zones/zone.ts';
import { amountText } from '../../kit/currencies.ts';
import { mailKind, oneLine } from '../mail/mail.module.ts';
import type { Facility } from '../organisations/organisations.service.ts';

/** A failed payment as a manager is told of it. */
export interface ToldPayment {
  readonly paymentId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly code: string;
  readonly failedAt: number;
}

/** So many are listed; of the others their number is said. */
const LISTED_MAX = 50;

export const FAILED_PAYMENTS = mailKind({
  kind: 'payment.failed',
  summary: 'To the managers of a gym at which payments failed.',
  of: 'facility',
  variables: {
    facility: { about: 'What the gym is called.', as: 'line', example: 'Harbour Gym' },
    count: { about: 'How many there are, in words.', as: 'line', example: '1 failed payment' },
    payments: {
      about: 'Each of them, one a line.',
      as: 'text',
      example: '- 2026-11-21: AUD 42.00, card_declined (pay_1)',
      needed: true,
    },
  },
  builtIn: {
    subject: '{{count}} at {{facility}}',
    text: `At {{facility}} this failed:

{{payments}}

You are told of each payment once.
`,
  },
});

/** What a manager is told: which payments, how much, when and why; nobody's name. */
export const failedPaymentsMail = (
  { id, name }: Pick<Facility, 'id' | 'name'>,
  { to, zone, payments }: { readonly to: string; readonly zone: Zone; readonly payments: readonly ToldPayment[] },
) => {
  const lines = payments.slice(0, LISTED_MAX).map(({ paymentId, amountMinor, currency, code, failedAt }) => {
    const day = localDateAt(zone, failedAt / 1_000);
    return `- ${day}: ${amountText(amountMinor, currency)}, ${oneLine(code)} (${oneLine(paymentId)})`;
  });
  const more = payments.length - lines.length;
  return {
    kind: FAILED_PAYMENTS,
    to,
    facilityId: id,
    values: {
      facility: oneLine(name),
      count: payments.length === 1 ? '1 failed payment' : `${payments.length} failed payments`,
      payments: [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n'),
    },
  };
};
