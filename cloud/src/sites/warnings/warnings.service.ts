import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { EventsService, NewEvent } from '../../partner/events/events.service.ts';
import { warningsRepo } from './warnings.repo.ts';
import { createWarningsInbox } from './warnings-inbox.ts';

/** What can be warned of. Each kind has one meaning and one subject, which the comment names. */
export type WarningKind =
  /** A door moved for a command whose caller was told of a timeout. The door. */
  | 'unlock_confirmed_late'
  /** A lock did not move several times in a row. The door. */
  | 'relay_fault_repeated'
  /** An idempotency key came again for another member. The door. */
  | 'idempotency_key_reused'
  /** A box's journal is not the chain it was. Box and epoch. */
  | 'journal_chain_broken'
  /** Numbers have been missing in a box's journal for over a minute. Box and epoch. */
  | 'journal_gap'
  /** Numbers of a box's journal are neither here nor on the box. Box and epoch. */
  | 'journal_facts_gone'
  /** A box tells of a door that it never had at its facility. The box. */
  | 'journal_foreign_door'
  /** Two boxes number their facts under one identity. The box. */
  | 'box_cloned'
  /** A box cannot write its journal. The box. */
  | 'box_disk_full'
  /** A box has lost something that it kept: its settings, its rules, its journal or its key. The box. */
  | 'box_store_lost'
  /** A box asked for a certificate for its LAN that it does not get. Box and listener. */
  | 'certificate_refused'
  /** Members have windows with a scope key that opens no door here. Partner and key. */
  | 'scope_key_opens_nothing'
  /** A partner uses more scope keys than are taken note of. The partner. */
  | 'scope_keys_too_many'
  /** Members have a status that nobody has given a meaning, so it is ignored. Partner and status. */
  | 'status_without_meaning'
  /** Data of a partner has been refused for over an hour. The partner. */
  | 'sync_refused'
  /** A box has other rules than those of the same number. The box. */
  | 'snapshot_differs'
  /** A panel was closed after ten wrong PINs or more. The box. */
  | 'panel_guessed_at'
  /** A box banned somebody whom nobody knows. Box and number. */
  | 'ban_of_nobody'
  /** A box does not follow what it should drive, or cannot, for longer than it takes to fetch it. The box. */
  | 'box_configuration_differs'
  /** A box refused what staff had asked of a door, because it had been changed meanwhile. The door. */
  | 'door_override_refused'
  /** A box that is online has not taken a lockdown for ten seconds. The door. */
  | 'lockdown_not_taken'
  /** The cloud's database was restored, and differences wait for somebody to confirm them. The facility. */
  | 'restored'
  /** A partner's unlock let in somebody whom staff have banned. The person. */
  | 'banned_person_let_in'
  /** A webhook took nothing for days, or said that it is gone. The webhook. */
  | 'webhook_disabled'
  /** A door opened and nothing had released its lock. The door. */
  | 'door_forced_open'
  /** A door stands open for longer than it should. The door. */
  | 'door_held_open'
  /** A door is released by its fire input. The door. */
  | 'fire_raised'
  /** Somebody opened the housing of a reader. Door and reader. */
  | 'reader_tampered'
  /** The board of a lock does not answer its box. Box, bus and unit. */
  | 'board_lost'
  /** A box that drives doors has not been heard for a minute. The box. */
  | 'box_offline'
  /** The balance of an account is not the sum of its transfers, and it is frozen. The account. */
  | 'ledger_differs';

export interface WarningSubject {
  readonly kind: WarningKind;
  readonly facilityId: FacilityId;
  readonly subject: string;
}

/** A partner that hears of a warning too, in its event feed: in these words, and with these fields. */
export interface ToldPartner {
  readonly id: PartnerId;
  readonly message: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

export interface NewWarning extends WarningSubject {
  /** For operators: may name what a partner must not know. */
  readonly message: string;
  readonly partner?: ToldPartner;
}
export interface EndedWarning extends WarningSubject {
  readonly partner?: ToldPartner;
}
/** A warning that is open, since when (ms since 1970). */
export interface StandingWarning extends WarningSubject {
  readonly since: number;
}
/** A warning that opened or closed: for the operators of the facility. */
export interface WarningChange {
  readonly facilityId: FacilityId;
  readonly type: 'warning.opened' | 'warning.closed';
  readonly data: Readonly<Record<string, unknown>>;
}
export type WarningsService = ReturnType<typeof createWarningsService>;

export const createWarningsService = (deps: {
  readonly db: Pick<Database, 'read'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly events: Pick<EventsService, 'addAll'>;
  readonly tellOperators: (tx: Tx, change: WarningChange) => Promise<void>;
  readonly acknowledged: (tx: Tx, acknowledged: WarningSubject, by: string) => Promise<void>;
}) => {
  const { db, clock, random, events } = deps;

  const rowOf = ({ kind, facilityId, subject, message, partner }: NewWarning) => {
    const at = clock.wallMs();
    return {
      id: randomId('wrn', random),
      kind,
      facility_id: facilityId,
      subject,
      message,
      count: 1,
      first_at: at,
      last_at: at,
      partner_id: partner?.id ?? null,
      closed_at: null,
    };
  };

  const opened = async (tx: Tx, warnings: readonly NewWarning[]): Promise<void> => {
    for (const { kind, facilityId, subject, message } of warnings)
      await deps.tellOperators(tx, { facilityId, type: 'warning.opened', data: { kind, subject, message } });
  };
  const closedNow = async (tx: Tx, warnings: readonly WarningSubject[]): Promise<void> => {
    for (const { kind, facilityId, subject } of warnings)
      await deps.tellOperators(tx, { facilityId, type: 'warning.closed', data: { kind, subject } });
  };

  return {
    ...createWarningsInbox({ db, clock, events, closedNow, acknowledged: deps.acknowledged }),

    /** Something happened (again): counted each time, and told to the partner each time. In the unit of the cause. */
    raise: async (tx: Tx, warning: NewWarning): Promise<void> => {
      const row = rowOf(warning);
      const standing = await warningsRepo(tx).raise(row);
      if (standing.has(row.id)) await opened(tx, [warning]);
      await events.addAll(tx, told([warning], 'open'));
    },

    /** Something is so: opens what is not open, renews the words of what is. The partner is told of the opening. */
    keep: async (tx: Tx, warnings: readonly NewWarning[]): Promise<void> => {
      if (warnings.length === 0) return;
      const rows = warnings.map(rowOf);
      const standing = await warningsRepo(tx).keep(rows);
      const fresh = warnings.filter((_warning, i) => standing.has(rows[i]?.id ?? ''));
      await opened(tx, fresh);
      await events.addAll(tx, told(fresh, 'open'));
    },

    /** The cause is gone. Nothing happens to what is not open; the partner is told of the rest. */
    close: async (tx: Tx, warnings: readonly EndedWarning[]): Promise<void> => {
      if (warnings.length === 0) return;
      const closed = new Set((await warningsRepo(tx).close(warnings.map(keyOf), clock.wallMs())).map(textOf));
      const ended = warnings.filter((warning) => closed.has(textOf(keyOf(warning))));
      await closedNow(tx, ended);
      await events.addAll(tx, told(ended, 'closed'));
    },

    /** The same at every facility that has it. */
    closeEverywhere: async (tx: Tx, { kind, subject, partner }: Omit<EndedWarning, 'facilityId'>): Promise<void> => {
      const closed = await warningsRepo(tx).closeEverywhere(kind, subject, clock.wallMs());
      const ended = closed.map(({ facility_id }) => ({
        kind,
        subject,
        facilityId: facility_id,
        ...(partner && { partner }),
      }));
      await closedNow(tx, ended);
      await events.addAll(tx, told(ended, 'closed'));
    },

    /** The subjects of one kind that are open at a facility because of a partner, up to `limit` of them. */
    openSubjects: (
      tx: Tx,
      of: { readonly kind: WarningKind; readonly facilityId: FacilityId; readonly partnerId: PartnerId },
      limit: number,
    ): Promise<Set<string>> => warningsRepo(tx).openSubjects(of, limit),

    /** How many are open at each of these facilities; nothing of one where none is. */
    countOpen: async (tx: Tx, facilityIds: readonly FacilityId[]): Promise<ReadonlyMap<string, number>> => {
      const counted = facilityIds.length === 0 ? [] : await warningsRepo(tx).countOpen(facilityIds);
      return new Map(counted.map(({ facility_id, open }) => [facility_id, Number(open)]));
    },

    /** Those of these kinds that are open, at whichever facility. */
    standing: async (tx: Tx, kinds: readonly WarningKind[]): Promise<readonly StandingWarning[]> =>
      (await warningsRepo(tx).standing(kinds)).map(({ kind, facility_id, subject, first_at }) => ({
        kind: kind as WarningKind,
        facilityId: facility_id,
        subject,
        since: first_at,
      })),

    forgetClosedBefore: (tx: Tx, at: number, limit: number): Promise<number> =>
      warningsRepo(tx).deleteClosedBefore(at, limit),

    /** The open ones of a facility, the newest first. */
    list: (facilityId: FacilityId) => db.read((tx) => warningsRepo(tx).listOpen(facilityId, 100)),
  };
};

type Key = { readonly kind: string; readonly facility_id: FacilityId; readonly subject: string };
const keyOf = ({ kind, facilityId, subject }: WarningSubject): Key => ({ kind, facility_id: facilityId, subject });
const textOf = ({ kind, facility_id, subject }: Key): string => `${kind} ${facility_id} ${subject}`;

/** What partners are told of warnings that opened, happened again, or closed. */
const told = (warnings: readonly EndedWarning[], state: 'open' | 'closed'): NewEvent[] =>
  warnings.flatMap(({ kind, facilityId, partner }) =>
    partner === undefined
      ? []
      : [
          {
            partnerId: partner.id,
            facilityId,
            kind: `warning.${kind}` as const,
            data: { state, message: partner.message, ...partner.fields },
          },
        ],
  );
