import { compileFacility, type Facility } from '@gatehouse/shared/access/facility.ts';
import { compilePerson, type Person } from '@gatehouse/shared/access/person.ts';
import { intervals } from '@gatehouse/shared/access/schedule.ts';
import type { DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Days, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { yieldToEventLoop } from '../../kit/yield-to-event-loop.ts';
import type { StoredMember } from '../members/members.service.ts';
import { accessRepo } from './access.repo.ts';
import type { AccessDeps } from './access.service.ts';
import { facilityRows } from './evaluate.ts';
import {
  createPersonFacts,
  type FacilityRows,
  facilityFacts,
  type MemberRows,
  NOTHING_BY_STAFF,
  type StaffRows,
} from './facts.ts';
import { gainedAndLost, type Interval } from './interval-difference.ts';
import { applied, type Change } from './what-if-change.ts';

export interface ChangedAccess {
  readonly memberIds: readonly string[];
  readonly personId: string | undefined;
  readonly name: string | undefined;
  readonly doors: readonly {
    readonly doorId: DoorId;
    readonly gains: readonly Interval[];
    readonly loses: readonly Interval[];
  }[];
}
export interface WhatIf {
  readonly fromS: number;
  readonly toS: number;
  /** How many people were looked at. */
  readonly looked: number;
  readonly changed: readonly ChangedAccess[];
  /** The member to go on after: there are more, or the time was up. */
  readonly next: string | undefined;
}

const AHEAD_S = Days(7) / 1_000;
/** Weeks of somebody at a door that are compared before whoever else waits for this process has a turn. */
const AT_ONCE = 16;
const TIME_MAX = Seconds(8);
/** Of one door and person in one direction. One more is kept where there are more, to say so. */
export const INTERVALS_NAMED = 50;

type Deps = Pick<AccessDeps, 'db' | 'clock' | 'members' | 'organisations' | 'plans' | 'scopes' | 'zones'>;

/** One person before and after. */
interface Twice {
  readonly memberIds: readonly string[];
  readonly personId: string | undefined;
  readonly name: string | undefined;
  readonly staff: StaffRows;
  readonly before: readonly MemberRows[];
  readonly after: readonly MemberRows[];
}

/**
 * Compares the coming seven days of the members whom a change touches, with everything else as it is: up to `limit` members
 * after `after`, as many as there is time for. It reads in one unit, and computes outside of it.
 */
export const whatIf = async (
  deps: Deps,
  facilityId: FacilityId,
  change: Change,
  { after = '', limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<WhatIf> => {
  const fromS = Math.floor(deps.clock.wallMs() / 1_000);
  const toS = fromS + AHEAD_S;
  const { people, rows, last } = await deps.db.read((tx) => read(tx, deps, facilityId, change, { after, limit }));
  const before = readied(deps, rows);
  const changedRows = applied(rows, change);
  const then = readied(deps, changedRows);
  const changed: ChangedAccess[] = [];
  const endMs = deps.clock.monoMs() + TIME_MAX;
  const inTurns = takingTurns();
  for (const [i, person] of people.entries()) {
    if (deps.clock.monoMs() > endMs) return { fromS, toS, looked: i, changed, next: people[i - 1]?.memberIds[0] };
    const doors = await doorsThatChange(
      inTurns,
      { facility: before.facility, person: before.personOf(person.staff, person.before) },
      { facility: then.facility, person: then.personOf(person.staff, person.after) },
      { fromS, toS },
    );
    if (doors.length > 0)
      changed.push({ memberIds: person.memberIds, personId: person.personId, name: person.name, doors });
  }
  return { fromS, toS, looked: people.length, changed, next: last };
};

const readied = (deps: Deps, rows: FacilityRows) => {
  const facility = compileFacility(facilityFacts(rows), deps.zones);
  const factsOf = createPersonFacts({ rows, zone: deps.zones.find(rows.timezone) });
  return {
    facility,
    personOf: (staff: StaffRows, members: readonly MemberRows[]) => compilePerson(factsOf(staff, members), facility),
  };
};

interface At {
  readonly facility: Facility;
  readonly person: Person;
}
/** Gives others a turn every so often that it is asked. */
const takingTurns = () => {
  let compared = 0;
  return (): Promise<void> | undefined => (++compared % AT_ONCE === 0 ? yieldToEventLoop() : undefined);
};

const doorsThatChange = async (
  inTurns: ReturnType<typeof takingTurns>,
  before: At,
  after: At,
  span: { fromS: number; toS: number },
): Promise<ChangedAccess['doors']> => {
  const changed: ChangedAccess['doors'][number][] = [];
  const named = (all: readonly Interval[]) => all.slice(0, INTERVALS_NAMED + 1);
  for (const [index, doorId] of before.facility.facts.doors.entries()) {
    if (doorId === null) continue;
    await inTurns();
    const { gains, loses } = gainedAndLost(
      intervals(before.facility, before.person, index, span),
      intervals(after.facility, after.person, index, span),
    );
    if (gains.length + loses.length > 0) changed.push({ doorId, gains: named(gains), loses: named(loses) });
  }
  return changed;
};

/** What is stored, and whom the change touches. */
const read = async (
  tx: Tx,
  deps: Deps,
  facilityId: FacilityId,
  change: Change,
  { after, limit }: { after: string; limit: number },
) => {
  const { partnerId } = change;
  const touched = await touchedBy(tx, deps, facilityId, change, { after, limit });
  const last = touched.length < limit ? undefined : touched.at(-1)?.after.memberId;
  const ids = touched.map((one) => one.after.memberId);
  const links = new Map(
    (ids.length === 0 ? [] : await accessRepo(tx).linksOf(partnerId, facilityId, ids)).map((row) => [
      row.member_id,
      row.person_id,
    ]),
  );
  const statusOf = await deps.scopes.statusMapOf(tx, partnerId);
  const own = (member: StoredMember | undefined): MemberRows[] =>
    member === undefined ? [] : [{ partnerId, member, statusOf }];
  const people: Twice[] = [];
  for (const one of touched) {
    const personId = links.get(one.after.memberId);
    if (personId === undefined) {
      const alone = { memberIds: [one.after.memberId], personId, name: nameOf(one.after), staff: NOTHING_BY_STAFF };
      people.push({ ...alone, before: own(one.before), after: own(one.after) });
    } else people.push(...(await linkedPerson(tx, deps, { facilityId, personId, change, first: one.after })));
  }
  const rows = await facilityRows(
    tx,
    deps,
    facilityId,
    people.flatMap((person) => [...person.before, ...person.after]),
  );
  return { people, rows, last };
};

/** The members of the source whom a change could touch, in the order of their ids. */
const touchedBy = async (
  tx: Tx,
  { members }: Deps,
  facilityId: FacilityId,
  change: Change,
  { after, limit }: { after: string; limit: number },
) => {
  if (change.kind === 'members') return change.members.filter((one) => one.after.memberId > after).slice(0, limit);
  const ids = await members.idsAfter(tx, { partnerId: change.partnerId, facilityId }, after, limit);
  const found = await members.findMany(tx, change.partnerId, facilityId, ids);
  return ids.flatMap((id) => {
    const member = found.get(id);
    return member === undefined ? [] : [{ before: member, after: member }];
  });
};

/** Somebody who is several members comes once, with the first of those whom the change touches. */
const linkedPerson = async (
  tx: Tx,
  deps: Deps,
  about: {
    readonly facilityId: FacilityId;
    readonly personId: string;
    readonly change: Change;
    readonly first: StoredMember;
  },
): Promise<Twice[]> => {
  const { facilityId, personId, change, first } = about;
  const links = await accessRepo(tx).membersOf(personId);
  const changes = new Map(
    change.kind === 'members' ? change.members.map((one) => [one.after.memberId, one] as const) : [],
  );
  const memberIds = links
    .filter(({ partnerId, memberId }) => {
      if (partnerId !== change.partnerId) return false;
      return change.kind !== 'members' || changes.has(memberId);
    })
    .map(({ memberId }) => memberId);
  if (memberIds.some((id) => id < first.memberId)) return [];
  const before: MemberRows[] = [];
  const after: MemberRows[] = [];
  for (const { partnerId, memberId } of links) {
    const other = partnerId === change.partnerId ? changes.get(memberId) : undefined;
    const stored = await deps.members.find(tx, partnerId, facilityId, memberId);
    const statusOf = await deps.scopes.statusMapOf(tx, partnerId);
    if (stored !== undefined) before.push({ partnerId, member: stored, statusOf });
    const then = other?.after ?? stored;
    if (then !== undefined) after.push({ partnerId, member: then, statusOf });
  }
  const person = await accessRepo(tx).findPerson(facilityId, personId);
  const staff = { person, grants: await accessRepo(tx).grantsOf(personId) };
  return [{ memberIds, personId, name: nameOf(first), staff, before, after }];
};

const nameOf = ({ record }: StoredMember): string | undefined => {
  const name = `${record.first_name ?? ''} ${record.last_name ?? ''}`.trim();
  return name === '' ? undefined : name;
};
