import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Fact, FactKind } from '@gatehouse/shared/journal/fact.ts';
import type { NewOperatorEvent } from './operator-feed.ts';

/** What of a box's journal an operator hears of; the rest is detail that the journal keeps. */
const TOLD: ReadonlySet<FactKind> = new Set<FactKind>([
  'access.granted',
  'access.denied',
  'access.released',
  'agent.started',
  'board.lost',
  'board.found',
  'config.applied',
  'door.held_open_soon',
  'door.held_open',
  'door.alarm_cleared',
  'fire.raised',
  'fire.reset',
  'journal.lost',
  'lockdown.changed',
  'lockdown.refused',
  'maintenance.changed',
  'maintenance.ended',
  'maintenance.refused',
  'panel.locked_out',
  'person.banned',
  'reader.lost',
  'reader.found',
  'reader.key_changed',
  'reader.tampered',
  'reader.tamper_over',
  'snapshot.refused',
  'unlock.refused',
  'unlock.failed',
  'update.begun',
  'update.kept',
  'update.undone',
]);

/** The event that a fact is, if it is one. A door that opens for no reason is `door.forced_open`. */
export const eventOf = (boxId: BoxId, facilityId: FacilityId, fact: Fact): NewOperatorEvent | undefined => {
  const { kind, data } = fact.body;
  const forced = kind === 'door.opened' && !fact.body.data.expected;
  if (!forced && !TOLD.has(kind)) return undefined;
  return {
    facilityId,
    type: forced ? 'door.forced_open' : kind,
    occurredAt: fact.wallMs,
    data: { boxId, ...data, ...(fact.clockTrusted ? {} : { boxClock: 'uncertain' }) },
  };
};

/** Every type that an organisation may choose for a webhook. */
export const EVENT_TYPES: readonly string[] = [
  ...TOLD,
  'door.forced_open',
  'unlock.finished',
  'unlock.confirmed_late',
  'warning.opened',
  'warning.closed',
  'box.online',
  'box.offline',
  'agreement.signed',
  'cua.signed',
  'payment.failed',
  // What owners of wallets are told of by e-mail too.
  'billing.balance_low',
  'billing.balance_used_up',
  'billing.record_issued',
  'billing.record_overdue',
  'billing.restriction_ahead',
  'invoices.invoice_issued',
  'invoices.credit_note_issued',
  'ai_credits.low',
  'ai_credits.used_up',
  'payproc.ai_topup_failed',
  'payproc.ai_topup_needs_owner',
  'payproc.topup_failed',
  'payproc.topup_needs_owner',
].toSorted();
