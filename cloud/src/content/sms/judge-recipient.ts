import { Hours } from '@gatehouse/shared/time/duration.ts';
import type { Zone } from '@gatehouse/shared/zones/zone.ts';
import { type QuietHours, quietUntil } from './send-times.ts';
import type { ConsentState, SmsKind, SmsState } from './sms.tables.ts';

/** A text that is later than that says what is over. */
export const LATE_AFTER = Hours(36);

export type Verdict =
  | { readonly kind: 'hand' }
  | { readonly kind: 'quiet'; readonly until: number }
  | { readonly kind: 'opted_out' }
  | { readonly kind: 'skip'; readonly why: 'cancelled' | 'late' | 'no_consent' };

/**
 * Whether a text goes to somebody at this very minute. An opt-out stops everything. Marketing is for those who have agreed to it,
 * and never in quiet hours.
 */
export const judgeRecipient = (of: {
  readonly message: { readonly state: SmsState; readonly kind: SmsKind };
  readonly plannedAt: number;
  readonly consent: ConsentState;
  readonly zone: Zone;
  readonly quiet: QuietHours;
  readonly now: number;
}): Verdict => {
  const { message, plannedAt, consent, zone, quiet, now } = of;
  if (message.state === 'cancelled') return { kind: 'skip', why: 'cancelled' };
  if (consent === 'out') return { kind: 'opted_out' };
  if (now - plannedAt > LATE_AFTER) return { kind: 'skip', why: 'late' };
  if (message.kind === 'transactional') return { kind: 'hand' };
  if (consent !== 'in') return { kind: 'skip', why: 'no_consent' };
  const until = quietUntil(zone, quiet, now);
  return until === undefined ? { kind: 'hand' } : { kind: 'quiet', until };
};
