import { FactBody } from '@gatehouse/shared/journal/fact.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { FactListener } from '../../link/link.ports.ts';
import { eventSearchRepo } from './event-search.repo.ts';

/** Left out: movements of locks follow from what is kept, and commands are attempts of `unlocks`. */
const LEFT_OUT: ReadonlySet<FactBody['kind']> = new Set([
  'lock.moved',
  'unlock.accepted',
  'unlock.refused',
  'unlock.confirmed',
  'unlock.failed',
]);

/** The kinds of facts that can be searched. */
export const FACT_KINDS: readonly string[] = FactBody.options
  .filter(
    ({ shape: { kind, data } }) => !LEFT_OUT.has(kind.value) && ('doorId' in data.shape || 'person' in data.shape),
  )
  .map(({ shape }) => shape.kind.value);

/** Listens to the boxes' journals: what is about a door or a person can be searched, in the unit that stores the fact. */
export const keepDoorEvents =
  (clock: Pick<Clock, 'wallMs'>): FactListener =>
  async (tx, boxId, facilityId, { body, hash, wallMs, clockTrusted }) => {
    const { kind, data } = body;
    const doorId = 'doorId' in data ? data.doorId : null;
    const person = 'person' in data ? data.person : null;
    if (LEFT_OUT.has(kind) || (doorId === null && person === null)) return;
    const now = clock.wallMs();
    await eventSearchRepo(tx).insert({
      id: `dev_${hash.slice(0, 32)}`,
      facility_id: facilityId,
      at: wallMs,
      recorded_at: now,
      box_id: boxId,
      door_id: doorId,
      kind,
      outcome: outcomeOf(body),
      person,
      entry_id: 'entryId' in data ? (data.entryId ?? null) : null,
      hint: 'hash' in data ? (data.hash ?? null) : null,
      clock_trusted: clockTrusted ? 1 : 0,
      data: JSON.stringify(data),
    });
  };

const outcomeOf = (body: FactBody): string | null => {
  switch (body.kind) {
    case 'access.granted':
      return 'granted';
    case 'access.denied':
      return body.data.reason;
    case 'access.released':
      return body.data.outcome;
    case 'door.opened':
      return body.data.expected ? null : 'forced';
    case 'door.held_open':
      return 'held_open';
    default:
      return null;
  }
};
