import { askAt } from '@gatehouse/shared/access/ask.ts';
import { decide } from '@gatehouse/shared/access/decide.ts';
import { compileFacility, type Facility } from '@gatehouse/shared/access/facility.ts';
import { compilePerson, type Person } from '@gatehouse/shared/access/person.ts';
import { nextChange } from '@gatehouse/shared/access/schedule.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Source } from '../scopes/source-reports.ts';
import { accessRepo } from './access.repo.ts';
import type { AccessDeps } from './access.service.ts';
import { evaluate, facilityRows } from './evaluate.ts';
import { createPersonFacts, facilityFacts, NOTHING_BY_STAFF } from './facts.ts';

export interface SuspensionPreview {
  /** Members of the source who were looked at: all of them. */
  readonly members: number;
  /** How many of them can enter somewhere in the coming week, and could not without this source. */
  readonly losing: number;
  /** The first hundred of those, by id. */
  readonly memberIds: readonly string[];
}

const LOOK_AHEAD_S = Days(7) / 1_000;
const NAMED_MAX = 100;

type Deps = Pick<AccessDeps, 'db' | 'clock' | 'members' | 'organisations' | 'plans' | 'scopes' | 'zones'>;

/** Who would lose access if this integration were disabled at the facility now. Reads page by page, and holds nobody up. */
export const previewSuspension = async (deps: Deps, source: Source): Promise<SuspensionPreview> => {
  const atS = Math.floor(deps.clock.wallMs() / 1_000);
  const memberIds: string[] = [];
  let members = 0;
  let losing = 0;
  for (let after: string | undefined; ; ) {
    const from = after;
    const page = await deps.db.read((tx) => losersAfter(tx, deps, source, { after: from, atS }));
    members += page.members;
    losing += page.losing.length;
    memberIds.push(...page.losing.slice(0, NAMED_MAX - memberIds.length));
    if (page.last === undefined) return { members, losing, memberIds };
    after = page.last;
  }
};

const losersAfter = async (
  tx: Tx,
  deps: Deps,
  { partnerId, facilityId }: Source,
  { after, atS }: { after: string | undefined; atS: number },
) => {
  const stored = await deps.members.listForFacility(tx, partnerId, facilityId, after);
  const statusOf = await deps.scopes.statusMapOf(tx, partnerId);
  const members = stored.map((member) => ({ partnerId, member, statusOf }));
  const rows = await facilityRows(tx, deps, facilityId, members);
  const facility = compileFacility(facilityFacts(rows), deps.zones);
  const factsOf = createPersonFacts({ rows, zone: deps.zones.find(rows.timezone) });
  const linked = new Set(await accessRepo(tx).linkedMembers(partnerId, facilityId));
  const losing: string[] = [];
  for (const { member, ...rest } of members) {
    const { memberId } = member;
    const own = compilePerson(factsOf(NOTHING_BY_STAFF, [{ member, ...rest }]), facility);
    if (!opensSomething(facility, own, atS)) continue;
    if (linked.has(memberId) && !(await losesAll(tx, deps, { partnerId, facilityId, memberId }, atS))) continue;
    losing.push(memberId);
  }
  return { members: stored.length, losing, last: stored.at(-1)?.memberId };
};

/** Of a person with more than one source, or staff's word: whether nothing is left without this one. */
const losesAll = async (tx: Tx, deps: Deps, ref: Source & { memberId: string }, atS: number): Promise<boolean> => {
  const evaluated = await evaluate(tx, deps, ref);
  if (evaluated === undefined) return false;
  const { facility, person, rows } = evaluated;
  const number = rows.pointers.sources.find(({ partnerId }) => partnerId === ref.partnerId)?.number;
  const sources = facility.facts.sources.map((source) =>
    source.number === number ? { number, suspended: true } : source,
  );
  const without = compileFacility({ ...facility.facts, sources }, deps.zones);
  return opensSomething(facility, person, atS) && !opensSomething(without, person, atS);
};

/** Whether any door opens to the person within a week. */
const opensSomething = (facility: Facility, person: Person, atS: number): boolean =>
  facility.facts.doors.some((_door, doorIndex) => {
    const now = decide(facility, { ...askAt(doorIndex, atS), person });
    const next = now.allowed ? atS : nextChange(facility, person, doorIndex, atS);
    return next !== undefined && next <= atS + LOOK_AHEAD_S;
  });
