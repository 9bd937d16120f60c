import type { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { AlarmKind } from '../../sites/warnings/alarm-kinds.ports.ts';
import type { UnlockAnswer } from './unlock-answer.ts';
import { type ToldAttempt, unlocksRepo } from './unlocks.repo.ts';
import type { UnlocksDeps } from './unlocks.service.ts';

/** An attempt that a partner asked for: those of staff are nobody's news but the facility's. */
const partnerOf = ({ partner_id }: ToldAttempt): PartnerId | undefined => partner_id ?? undefined;

/** That many relay faults in a row are worth a person's look. */
const FAULTS_IN_A_ROW = 3;

export const UNLOCK_ALARMS: readonly AlarmKind[] = [
  {
    ...{ kind: 'relay_fault_repeated', title: 'A lock does not move', tellAfter: Seconds(0) },
    why: 'People stand before the door, and nothing but a person at the lock helps them.',
  },
  {
    ...{ kind: 'banned_person_let_in', title: 'Somebody who is banned was let in', tellAfter: Seconds(0) },
    why: 'They are inside now, and only somebody who is there can see to it.',
  },
];

/** Whom an attempt's end concerns: the partner's feed and the facility's warnings, in the unit that ends it. */
export const createUnlockNews = ({
  warnings,
  events,
  webhooks,
}: Pick<UnlocksDeps, 'warnings' | 'events' | 'webhooks'>) => {
  const warnRepeatedFault = async (tx: Tx, { facility_id, door_id }: ToldAttempt): Promise<void> => {
    const last = await unlocksRepo(tx).lastOutcomes(door_id, FAULTS_IN_A_ROW);
    if (last.length === FAULTS_IN_A_ROW && last.every(({ outcome }) => outcome === 'relay_fault'))
      await warnings.raise(tx, {
        kind: 'relay_fault_repeated',
        facilityId: facility_id,
        subject: door_id,
        message: `The lock of this door did not move ${FAULTS_IN_A_ROW} times in a row.`,
      });
  };

  /**
   * The partner decides whom it lets in; staff who have banned the person hear of it, and the partner does not. The words name
   * the attempt, which says for whom it was as long as that is known.
   */
  const warnBanned = async (tx: Tx, row: ToldAttempt): Promise<void> => {
    if (row.banned_person === null) return;
    await warnings.raise(tx, {
      kind: 'banned_person_let_in',
      facilityId: row.facility_id,
      subject: row.banned_person,
      message: `The door ${row.door_id} was unlocked for a member whom staff have banned (${row.event_id}).`,
    });
  };

  const confirmedLate = async (tx: Tx, row: ToldAttempt, at: number): Promise<void> => {
    const facilityId = row.facility_id;
    await warnings.raise(tx, {
      kind: 'unlock_confirmed_late',
      facilityId,
      subject: row.door_id,
      message: `The door moved for ${row.event_id} although its caller was told of a timeout: the confirmation got lost.`,
    });
    await webhooks.add(tx, {
      facilityId,
      type: 'unlock.confirmed_late',
      occurredAt: at,
      data: { ...askedBy(row), outcome: row.outcome ?? undefined, confirmedAt: isoOf(at) },
    });
    const partnerId = partnerOf(row);
    if (partnerId === undefined) return;
    await events.add(tx, {
      partnerId,
      facilityId,
      kind: 'unlock.confirmed_late',
      occurredAt: at,
      data: { ...namesOf(row), confirmed_at: isoOf(at) },
    });
    await warnBanned(tx, row);
  };

  const tellPartner = async (tx: Tx, row: ToldAttempt, { outcome, body }: UnlockAnswer): Promise<void> => {
    const partnerId = partnerOf(row);
    if (partnerId === undefined) return;
    await events.add(tx, {
      partnerId,
      facilityId: row.facility_id,
      kind: 'unlock',
      data: {
        outcome,
        ...namesOf(row),
        check_in_id: row.check_in_id ?? undefined,
        source: row.source ?? undefined,
        request_id: row.request_id,
        started_at: isoOf(row.started_at),
        finished_at: isoOf(row.finished_at ?? row.started_at),
        confirmed_at: body.confirmed_at,
        confirmed_by: body.confirmed_by,
      },
    });
  };

  /** Without names: whoever may know those reads the attempt by its id. */
  const tellOperators = (tx: Tx, row: ToldAttempt, { outcome, body }: UnlockAnswer): Promise<void> =>
    webhooks.add(tx, {
      facilityId: row.facility_id,
      type: 'unlock.finished',
      data: { ...askedBy(row), outcome, confirmedAt: body.confirmed_at, confirmedBy: body.confirmed_by },
    });

  return {
    confirmedLate,

    /** An attempt has its answer. Told whatever the answer: on the way of every unlock, so an insert for each who is told. */
    finished: async (tx: Tx, row: ToldAttempt, answer: UnlockAnswer): Promise<void> => {
      const { outcome } = answer;
      await tellPartner(tx, row, answer);
      await tellOperators(tx, row, answer);
      if (outcome === 'unlocked') await warnBanned(tx, row);
      if (outcome === 'relay_fault') await warnRepeatedFault(tx, row);
      if (outcome === 'unlock_confirmation_timeout' && row.journal_confirmed_at !== null)
        await confirmedLate(tx, row, row.journal_confirmed_at);
    },
  };
};

/** Which attempt it was, and who asked, as operators are told: by ids alone. */
const askedBy = (row: ToldAttempt) => ({
  eventId: row.event_id,
  commandId: row.command_id ?? undefined,
  doorId: row.door_id,
  by: row.partner_id === null ? 'staff' : 'partner',
  partnerId: row.partner_id ?? undefined,
  memberId: row.member_id ?? undefined,
  userId: row.user_id ?? undefined,
  startedAt: isoOf(row.started_at),
});

const namesOf = ({ event_id, command_id, door_id, member_id }: ToldAttempt) => ({
  event_id,
  command_id: command_id ?? undefined,
  door_id,
  member_id: member_id ?? undefined,
});
