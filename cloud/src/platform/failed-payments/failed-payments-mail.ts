import { localDateAt } from '@gatehouse/shared/zones/local-time.ts';
import type { Zone } from '@gatehouse/shared/zones/zone.ts';
import { oneLine } from '../mail/mail.module.ts';

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

const amountText = (minor: number, currency: string): string => {
  const form = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' });
  return form.format(minor / 10 ** (form.resolvedOptions().maximumFractionDigits ?? 2)).replace(/\s/g, ' ');
};

/** What a manager is told: which payments, how much, when and why; nobody's name. */
export const failedPaymentsMail = (facility: string, zone: Zone, payments: readonly ToldPayment[]) => {
  const name = oneLine(facility);
  const count = payments.length === 1 ? '1 failed payment' : `${payments.length} failed payments`;
  const lines = payments.slice(0, LISTED_MAX).map(({ paymentId, amountMinor, currency, code, failedAt }) => {
    const day = localDateAt(zone, failedAt / 1_000);
    return `- ${day}: ${amountText(amountMinor, currency)}, ${oneLine(code)} (${oneLine(paymentId)})`;
  });
  const more = payments.length - lines.length;
  return {
    subject: `${count} at ${name}`,
    text: [
      `At ${name} ${payments.length === 1 ? 'this payment' : 'these payments'} failed:`,
      '',
      ...lines,
      ...(more > 0 ? [`- and ${more} more`] : []),
      '',
      'You are told of each of them once.',
      '',
    ].join('\n'),
  };
};
