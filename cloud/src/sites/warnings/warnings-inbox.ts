import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { EventsService } from '../../partner/events/events.service.ts';
import { warningsFault } from './warnings.faults.ts';
import { warningsRepo } from './warnings.repo.ts';
import type { WarningKind, WarningSubject } from './warnings.service.ts';

/** What has happened, and is over once somebody has looked at it. The others stand as long as their cause does. */
const CLOSED_BY_HAND: ReadonlySet<string> = new Set<WarningKind>([
  'unlock_confirmed_late',
  'relay_fault_repeated',
  'idempotency_key_reused',
  'journal_chain_broken',
  'journal_foreign_door',
  'certificate_refused',
  'journal_facts_gone',
  'box_cloned',
  'box_store_lost',
  'panel_guessed_at',
  'ban_of_nobody',
  'door_override_refused',
  'lockdown_not_taken',
  'banned_person_let_in',
  'door_forced_open',
  'reader_tampered',
]);

export type WarningState = 'open' | 'closed' | 'all';

/** A warning as staff see it. */
export interface ListedWarning {
  readonly id: string;
  readonly kind: string;
  readonly facilityId: FacilityId;
  readonly subject: string;
  readonly message: string;
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly partnerId: PartnerId | null;
  readonly acknowledgedBy: string | null;
  readonly acknowledgedAt: number | null;
  readonly closedBy: string | null;
  readonly closedAt: number | null;
  /** Whether a person may close it. */
  readonly closable: boolean;
}

type Deps = {
  readonly db: Pick<Database, 'read'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly events: Pick<EventsService, 'addAll'>;
  readonly closedNow: (tx: Tx, warnings: readonly WarningSubject[]) => Promise<void>;
  readonly acknowledged: (tx: Tx, acknowledged: WarningSubject, by: string) => Promise<void>;
};

/** What staff do with the warnings of their facility. */
export const createWarningsInbox = ({ db, clock, events, closedNow, acknowledged }: Deps) => {
  const existing = async (tx: Tx, facilityId: FacilityId, id: string) => {
    const row = await warningsRepo(tx).find(facilityId, id);
    if (row === undefined) throw warningsFault('warning_unknown', `There is no warning ${id} at this facility.`);
    return row;
  };

  const close = async (tx: Tx, facilityId: FacilityId, id: string, by: string): Promise<void> => {
    const { kind, subject, partner_id, closed_at } = await existing(tx, facilityId, id);
    if (closed_at !== null) return;
    if (!CLOSED_BY_HAND.has(kind))
      throw warningsFault('warning_stands', 'This warning closes by itself once its cause is gone.');
    const closed = await warningsRepo(tx).closeOne(facilityId, id, { by, at: clock.wallMs() });
    if (!closed) return;
    await closedNow(tx, [{ kind: kind as WarningKind, facilityId, subject }]);
    if (partner_id === null) return;
    await events.addAll(tx, [
      {
        partnerId: partner_id,
        facilityId,
        kind: `warning.${kind as WarningKind}`,
        data: { state: 'closed', message: 'Staff of the facility have looked at this.' },
      },
    ]);
  };

  return {
    /** Up to `limit` warnings of a facility, the newest first, after that position. */
    page: async (
      facilityId: FacilityId,
      asked: {
        readonly state: WarningState;
        readonly kind?: string | undefined;
        readonly after?: { readonly lastAt: number; readonly id: string } | undefined;
        readonly limit: number;
      },
    ): Promise<readonly ListedWarning[]> =>
      (await db.read((tx) => warningsRepo(tx).page(facilityId, asked))).map(listed),

    /** The newest that are open, up to `most`. */
    openAt: async (tx: Tx, facilityId: FacilityId, most: number): Promise<readonly ListedWarning[]> =>
      (await warningsRepo(tx).listOpen(facilityId, most)).map(listed),

    /** Throws 404 for a warning of another facility, exactly as for none. */
    find: async (tx: Tx, facilityId: FacilityId, id: string): Promise<ListedWarning> =>
      listed(await existing(tx, facilityId, id)),

    /** How the one of a subject stands, open or closed. */
    ofSubject: async (tx: Tx, { kind, facilityId, subject }: WarningSubject): Promise<ListedWarning | undefined> => {
      const row = await warningsRepo(tx).ofSubject({ kind, facility_id: facilityId, subject });
      return row && listed(row);
    },

    /** Says that somebody looks after it. It stays open, and who was first stays named. */
    acknowledge: async (tx: Tx, facilityId: FacilityId, id: string, by: string): Promise<void> => {
      const { kind, subject, closed_at } = await existing(tx, facilityId, id);
      await warningsRepo(tx).acknowledge(facilityId, id, { by, at: clock.wallMs() });
      if (closed_at === null) await acknowledged(tx, { kind: kind as WarningKind, facilityId, subject }, by);
    },

    /** Closes what has happened and was looked at; 409 for what is so still. Nothing happens to one that is closed. */
    closeByHand: close,
  };
};

type Row = Awaited<ReturnType<ReturnType<typeof warningsRepo>['page']>>[number];

const listed = (row: Row): ListedWarning => ({
  id: row.id,
  kind: row.kind,
  facilityId: row.facility_id,
  subject: row.subject,
  message: row.message,
  count: row.count,
  firstAt: row.first_at,
  lastAt: row.last_at,
  partnerId: row.partner_id,
  acknowledgedBy: row.acknowledged_by,
  acknowledgedAt: row.acknowledged_at,
  closedBy: row.closed_by,
  closedAt: row.closed_at,
  closable: row.closed_at === null && CLOSED_BY_HAND.has(row.kind),
});
