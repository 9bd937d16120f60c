import type { Tx } from './db/unit-of-work.ts';
import { repliesRepo } from './http/replies.repo.ts';
import { requestLogRepo } from './http/request-log.repo.ts';
import type { Retained } from './modules/retention/retention.module.ts';

type Forget = Retained['deleteBefore'];
interface Forgets {
  readonly forgetBefore: Forget;
}
/** Of every service what is needed here, and no more: it is put together before `Services` is known. */
export interface Retaining {
  readonly agentEvents: Forgets;
  readonly audit: Forgets;
  readonly doors: { readonly forgetWishesBefore: Forget };
  readonly entries: Forgets;
  readonly events: Forgets;
  readonly inquiries: Forgets;
  readonly jobs: { readonly forgetDoneBefore: Forget; readonly forgetDeadBefore: Forget };
  readonly journal: Forgets;
  readonly mail: Forgets;
  readonly partners: { readonly forgetRemarksBefore: Forget };
  readonly passes: Forgets;
  readonly unlocks: Forgets & { readonly forgetMetadataBefore: Forget };
  readonly webhooks: { readonly forgetEventsBefore: Forget; readonly forgetDeliveriesBefore: Forget };
  readonly warnings: { readonly forgetClosedBefore: Forget };
}

const YEAR = 365;
const kind = (
  name: string,
  what: string,
  days: readonly [min: number, byDefault: number, max: number],
  deleteBefore: Forget,
): Retained => ({
  name,
  what,
  days: { min: days[0], default: days[1], max: days[2] },
  deleteBefore,
});

/** What is forgotten after a while: for how many days it is kept at least, by default, and at most. */
export const retainedOf = (of: Retaining): readonly Retained[] => [
  // As long as the same run is told of once.
  kind('agent_turn', 'runs of agents that somebody was told of', [30, 30, 90], of.agentEvents.forgetBefore),
  // Whole days that are sealed, whose seals stay: the audit's chain goes on.
  kind('audit_entry', 'who called which API, and with what outcome', [30, 400, 10 * YEAR], of.audit.forgetBefore),
  // Longer than a box is cut off and still tells of what it decided meanwhile.
  kind('box_fact', 'the journals of boxes: what happened at doors', [90, 2 * YEAR, 10 * YEAR], of.journal.forgetBefore),
  kind('dead_job', 'jobs whose last attempt failed', [7, 90, YEAR], of.jobs.forgetDeadBefore),
  kind('done_job', 'jobs that are done', [1, 7, 90], of.jobs.forgetDoneBefore),
  kind(
    'door_event',
    'what boxes told of doors and people, to be searched',
    [7, YEAR, 10 * YEAR],
    of.inquiries.forgetBefore,
  ),
  kind(
    'door_wish',
    'maintenance and lockdown that staff wished for doors',
    [30, 90, 10 * YEAR],
    of.doors.forgetWishesBefore,
  ),
  kind('http_reply', 'answers to requests that may be sent again with their key', [1, 1, 30], (tx: Tx, at, limit) =>
    repliesRepo(tx).deleteBefore(at, limit),
  ),
  kind(
    'local_entry',
    'entries and denials that boxes decided, as members’ partners are told of them',
    [60, 60, 10 * YEAR],
    of.entries.forgetBefore,
  ),
  kind('mail', 'messages that were sent', [7, 30, YEAR], of.mail.forgetBefore),
  kind('operator_event', 'the event feeds of organisations', [7, 90, 10 * YEAR], of.webhooks.forgetEventsBefore),
  // Longer than a box is cut off and still tells what passes did there.
  kind('outage_pass', 'outage passes that have ended', [60, 60, YEAR], of.passes.forgetBefore),
  kind('partner_event', 'the event feeds of partners', [7, 30, YEAR], of.events.forgetBefore),
  kind(
    'partner_remark',
    'what was skipped and ignored of partners’ batches',
    [1, 7, 30],
    of.partners.forgetRemarksBefore,
  ),
  kind('request_log', 'requests of partners', [7, 30, YEAR], (tx: Tx, at, limit) =>
    requestLogRepo(tx).deleteBefore(at, limit),
  ),
  // A box that was cut off may confirm an unlock that late.
  kind('unlock_attempt', 'unlocks, with who asked and what came of it', [60, YEAR, 10 * YEAR], of.unlocks.forgetBefore),
  kind(
    'unlock_metadata',
    'what partners sent along with an unlock and is too long for its record',
    [7, 90, 10 * YEAR],
    of.unlocks.forgetMetadataBefore,
  ),
  kind('warning', 'warnings whose cause is gone', [30, YEAR, 10 * YEAR], of.warnings.forgetClosedBefore),
  kind('webhook_delivery', 'what was sent to webhooks', [7, 30, YEAR], of.webhooks.forgetDeliveriesBefore),
];
