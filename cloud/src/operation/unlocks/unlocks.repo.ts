import type { BoxId, CommandId, DoorId, EventId, FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { ExpressionBuilder, Insertable } from 'kysely';
import { prepared } from '../../kit/db/prepared.ts';
import type { Tables } from '../../kit/db/tables.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { UnlockAttemptTable, UnlockKeyTable } from './unlocks.tables.ts';

type KeyOf = Pick<UnlockKeyTable, 'owner_id' | 'facility_id' | 'door_id' | 'idempotency_key'>;
const KEY_COLUMNS = ['owner_id', 'facility_id', 'door_id', 'idempotency_key'] as const;

const claimKey = prepared((tx, { now, ...row }: Insertable<UnlockKeyTable> & { now: number }) =>
  tx
    .insertInto('unlock_key')
    .values(row)
    .onConflict((c) =>
      c
        .columns([...KEY_COLUMNS])
        .doUpdateSet({ event_id: row.event_id, expires_at: row.expires_at })
        .where('unlock_key.expires_at', '<=', now),
    )
    .returning('event_id'),
);

const insertAttempt = prepared((tx, row: Insertable<UnlockAttemptTable>) =>
  tx.insertInto('unlock_attempt').values(row),
);

interface Finish {
  readonly finished_at: number;
  readonly outcome: string;
  readonly answer: string;
}
const TOLD = [
  'event_id',
  'command_id',
  'partner_id',
  'facility_id',
  'door_id',
  'member_id',
  'check_in_id',
  'source',
  'request_id',
  'started_at',
  'finished_at',
  'outcome',
  'journal_confirmed_at',
  'user_id',
] as const;
/** An attempt as far as others are told of it. */
export interface ToldAttempt extends Pick<UnlockAttemptTable, (typeof TOLD)[number]> {
  /** The person whom staff have banned and this member is. Read along, since every unlock asks. */
  readonly banned_person: string | null;
}

const bannedPerson = (eb: ExpressionBuilder<Tables, 'unlock_attempt'>) =>
  eb
    .selectFrom('person_member as link')
    .innerJoin('facility_person as person', 'person.id', 'link.person_id')
    .whereRef('link.partner_id', '=', 'unlock_attempt.partner_id')
    .whereRef('link.facility_id', '=', 'unlock_attempt.facility_id')
    .whereRef('link.member_id', '=', 'unlock_attempt.member_id')
    .where('person.banned', '=', 1)
    .select('person.id')
    .as('banned_person');

const finish = prepared((tx, { eventId, ...to }: Finish & { eventId: EventId }) =>
  tx
    .updateTable('unlock_attempt')
    .set(to)
    .where('event_id', '=', eventId)
    .where('finished_at', 'is', null)
    .returning((eb) => [...TOLD, bannedPerson(eb)]),
);

interface Confirmation {
  readonly commandId: CommandId;
  /** Only the box that was asked can say so. */
  readonly boxId: BoxId;
  readonly at: number;
}
const markConfirmed = prepared((tx, { commandId, boxId, at }: Confirmation) =>
  tx
    .updateTable('unlock_attempt')
    .set({ journal_confirmed_at: at })
    .where('command_id', '=', commandId)
    .where('box_id', '=', boxId)
    .where('journal_confirmed_at', 'is', null)
    .returning((eb) => [...TOLD, bannedPerson(eb)]),
);

/** What is looked for among attempts; what is left out is not asked about. Times in ms, `from` inclusive and `to` exclusive. */
export interface AttemptSearch {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly doorId?: DoorId | undefined;
  readonly outcome?: string | undefined;
  readonly userId?: string | undefined;
  readonly by?: 'partner' | 'staff' | undefined;
  /** Of any of these. */
  readonly members?: readonly { readonly partnerId: PartnerId; readonly memberId: string }[] | undefined;
}

export const unlocksRepo = (tx: Tx) => ({
  /** Claims the key for an attempt, first come first served; a key past its 24 hours is free again. */
  claimKey: async (row: Insertable<UnlockKeyTable>, now: number): Promise<boolean> =>
    (await claimKey(tx, { ...row, now })).length > 0,

  /** The attempt that holds a key at this time. */
  holderOf: ({ owner_id, facility_id, door_id, idempotency_key }: KeyOf, now: number) =>
    tx
      .selectFrom('unlock_key as key')
      .innerJoin('unlock_attempt as attempt', 'attempt.event_id', 'key.event_id')
      .where('key.owner_id', '=', owner_id)
      .where('key.facility_id', '=', facility_id)
      .where('key.door_id', '=', door_id)
      .where('key.idempotency_key', '=', idempotency_key)
      .where('key.expires_at', '>', now)
      .select(['attempt.event_id', 'attempt.member_id', 'attempt.answer', 'attempt.deadline_at'])
      .executeTakeFirst(),

  pruneKeys: (now: number): Promise<unknown> => tx.deleteFrom('unlock_key').where('expires_at', '<=', now).execute(),

  insert: (row: Insertable<UnlockAttemptTable>): Promise<unknown> => insertAttempt(tx, row),

  find: (eventId: EventId) =>
    tx.selectFrom('unlock_attempt').where('event_id', '=', eventId).selectAll().executeTakeFirst(),

  /** Writes the one answer of an attempt. `undefined` when it has one already: that one stands. */
  finish: async (eventId: EventId, to: Finish) => (await finish(tx, { eventId, ...to }))[0],

  /** Attempts that a process left behind when it died. */
  overdue: (now: number) =>
    tx
      .selectFrom('unlock_attempt')
      .where('finished_at', 'is', null)
      .where('deadline_at', '<=', now)
      .select('event_id')
      .orderBy('deadline_at')
      .limit(500)
      .execute(),

  /** Of the `limit` oldest (ids begin with the time) those that ended before `at`. Resolves with how many there were. */
  forgetBefore: async (at: number, limit: number): Promise<number> => {
    const oldest = await tx
      .selectFrom('unlock_attempt')
      .select(['event_id', 'finished_at'])
      .orderBy('event_id')
      .limit(limit)
      .execute();
    const aged = oldest.filter(({ finished_at }) => finished_at !== null && finished_at < at);
    if (aged.length === 0) return 0;
    const ids = aged.map(({ event_id }) => event_id);
    await tx.deleteFrom('unlock_attempt').where('event_id', 'in', ids).execute();
    return aged.length;
  },

  markConfirmed: async (confirmation: Confirmation) => (await markConfirmed(tx, confirmation))[0],

  lastOutcomes: (doorId: DoorId, count: number) =>
    tx
      .selectFrom('unlock_attempt')
      .where('door_id', '=', doorId)
      .where('finished_at', 'is not', null)
      .select('outcome')
      .orderBy('started_at', 'desc')
      .orderBy('event_id')
      .limit(count)
      .execute(),

  listOf: (partnerId: PartnerId, facilityId: FacilityId, doorId: DoorId, limit: number) =>
    tx
      .selectFrom('unlock_attempt')
      .where('partner_id', '=', partnerId)
      .where('facility_id', '=', facilityId)
      .where('door_id', '=', doorId)
      .selectAll()
      .orderBy('started_at', 'desc')
      .orderBy('event_id')
      .limit(limit)
      .execute(),

  /** Newest first, after a place: those of the same time by their ids. */
  search: (
    facilityId: FacilityId,
    by: AttemptSearch,
    before: { readonly at: number; readonly id: string } | undefined,
    limit: number,
  ) => {
    let found = tx.selectFrom('unlock_attempt').where('facility_id', '=', facilityId).selectAll();
    if (by.from !== undefined) found = found.where('started_at', '>=', by.from);
    if (by.to !== undefined) found = found.where('started_at', '<', by.to);
    if (by.doorId !== undefined) found = found.where('door_id', '=', by.doorId);
    if (by.outcome !== undefined) found = found.where('outcome', '=', by.outcome);
    if (by.userId !== undefined) found = found.where('user_id', '=', by.userId);
    if (by.by !== undefined) found = found.where(by.by === 'staff' ? 'user_id' : 'partner_id', 'is not', null);
    const { members } = by;
    if (members !== undefined)
      found = found
        .where('member_id', 'in', [...new Set(members.map(({ memberId }) => memberId))])
        .where((eb) =>
          eb.or(
            members.map(({ partnerId, memberId }) =>
              eb.and([eb('partner_id', '=', partnerId), eb('member_id', '=', memberId)]),
            ),
          ),
        );
    if (before !== undefined)
      found = found
        .where('started_at', '<=', before.at)
        .where((eb) => eb.or([eb('started_at', '<', before.at), eb('event_id', '<', uncheckedId<EventId>(before.id))]));
    return found.orderBy('started_at', 'desc').orderBy('event_id', 'desc').limit(limit).execute();
  },
});
