import type { Ask } from '@gatehouse/shared/access/ask.ts';
import { decide } from '@gatehouse/shared/access/decide.ts';
import { DENIED } from '@gatehouse/shared/access/decisions.ts';
import { explain } from '@gatehouse/shared/access/explain.ts';
import { PERSON_FLAGS } from '@gatehouse/shared/access/layout.ts';
import { type Person, readPerson } from '@gatehouse/shared/access/person.ts';
import type { DenyReason } from '@gatehouse/shared/access/reasons.ts';
import { nextOpening } from '@gatehouse/shared/access/schedule.ts';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { type Duration, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { PossibleTime } from '../clock/clock-trust.ts';
import type { EntryExplanation, Question, Verdict } from './access.ts';
import { HOW } from './access-db.ts';
import type { Bans } from './bans.ts';
import { findPerson } from './find-person.ts';
import type { Ground } from './ground.ts';
import type { Finder } from './roster-finder.ts';
import type { Found } from './snapshot-reader.ts';
import type { CurrentFinder } from './store-access.ts';

export type DoorStanding = Ask['door'];

export interface DecidingDeps {
  /** Undefined where there is neither a snapshot of the box's facility nor a roster. */
  readonly finder: () => Pick<CurrentFinder, 'finder' | 'isRoster'> | undefined;
  /** The store could not be read: from now on `finder` gives another one, or none. */
  readonly lost: (error: unknown) => void;
  readonly time: (longestOutage: Duration) => PossibleTime;
  readonly ageMs: () => number;
  readonly door: (doorId: DoorId) => DoorStanding;
  readonly bans: Pick<Bans, 'has'>;
}

/** A question about somebody, with everything that an answer rests on: all of it of one revision. */
export interface Looked {
  readonly found: Found;
  readonly ask: Ask;
  readonly isRoster: boolean;
}

export interface Deciding {
  decideAt(question: Question): Verdict;
  explainAt(question: Question, atS?: number): EntryExplanation | undefined;
  /** When, and at which door, by this ground: what every question has in common. */
  circumstances(
    ground: Ground,
    question: Pick<Question, 'doorId' | 'via' | 'location'>,
  ): Omit<Ask, 'person' | 'presented'>;
  /** Asks `use` for what it makes of the store, or of the roster in its place; undefined before there is a snapshot. */
  knowing<T>(use: (finder: Finder, isRoster: boolean) => T): T | undefined;
}

/** Decides by the box's own store, at the time that the box believes it is. Nothing here opens or records anything. */
export const createDeciding = (deps: DecidingDeps): Deciding => {
  const circumstances: Deciding['circumstances'] = (ground, { doorId, via, location }) => {
    const { trusted, fromMs, toMs } = deps.time(Seconds(ground.entry.longestOutageS));
    return {
      doorIndex: ground.facility.doorIndexes.get(doorId) ?? NO_DOOR,
      fromS: Math.floor(fromMs / 1_000),
      toS: Math.floor(toMs / 1_000),
      clock: trusted ? 'trusted' : 'uncertain',
      snapshotAgeS: deps.ageMs() / 1_000,
      door: deps.door(doorId),
      via,
      location,
    };
  };
  /** What cannot be read is asked of whatever is there instead. */
  const asking = <T>(use: (finder: Finder, isRoster: boolean) => T): T | undefined => {
    const current = deps.finder();
    if (current === undefined) return undefined;
    try {
      return use(current.finder, current.isRoster);
    } catch (error) {
      if (current.isRoster || error instanceof Bug) throw error;
      deps.lost(error);
      return asking(use);
    }
  };
  const look = (question: Question): Looked | undefined => {
    const answer = asking((finder, isRoster) => ({ found: findPerson(finder, question.presented), isRoster }));
    if (answer?.found === undefined) return undefined;
    const { found, isRoster } = answer;
    const around = circumstances(found.ground, question);
    const { person, number } = found;
    return {
      found,
      isRoster,
      ask: {
        ...around,
        // Without a store nobody can have confirmed it: only break-glass grants open.
        snapshotAgeS: isRoster ? Number.POSITIVE_INFINITY : around.snapshotAgeS,
        presented: question.presented.kind === 'member' ? 'member' : 'credential',
        person: person !== undefined && number !== null && deps.bans.has(number) ? banned(person) : person,
      },
    };
  };
  const nobodyKnown = (doorId: DoorId): Verdict => {
    const reason = withoutSnapshot(deps.door(doorId));
    return { decision: DENIED[reason], person: null, revision: 0, pinAsked: false, nextOpenS: undefined };
  };
  const judged = ({ found, ask, isRoster }: Looked): Verdict => {
    const { facility } = found.ground;
    const byRules = decide(facility, ask);
    // The roster knows a few: of everybody else the box knows nothing, rather than that there is no such person.
    const decision = isRoster && found.number === null ? DENIED[withoutSnapshot(ask.door)] : byRules;
    return {
      decision,
      person: found.number,
      revision: found.revision,
      pinAsked: (found.how & HOW.pin) !== 0,
      nextOpenS:
        decision.reason === 'outside_hours' && ask.person !== undefined
          ? nextOpening(facility, ask.person, ask.doorIndex, ask.toS)
          : undefined,
    };
  };
  return {
    decideAt: (question) => {
      const looked = look(question);
      return looked === undefined ? nobodyKnown(question.doorId) : judged(looked);
    },
    explainAt: (question, atS) => {
      const looked = look(question);
      if (looked === undefined || (looked.isRoster && looked.found.number === null)) return undefined;
      const { person, revision, pinAsked } = judged(looked);
      const ask = atS === undefined ? looked.ask : { ...looked.ask, fromS: atS, toS: atS, clock: 'trusted' as const };
      return { ...explain(looked.found.ground.facility, ask), person, revision, pinAsked };
    },
    circumstances,
    knowing: asking,
  };
};

/** In no facility's list. */
const NO_DOOR = -1;

/**
 * Why a box that has no snapshot lets nobody in. Not "unknown": it does not know whether it would know them. It has not heard
 * from the cloud for longer than any facility allows, which is what the reason says, and what to do is the same: see to its
 * connection. What staff have set at the door comes first, as always.
 */
const withoutSnapshot = ({ lockdown, maintenance }: DoorStanding): DenyReason => {
  if (lockdown !== false) return 'lockdown';
  return maintenance === 'force-closed' ? 'maintenance_force_closed' : 'snapshot_too_old';
};

/** The person, banned: so that a ban of this box is answered and explained like one that the snapshot says. */
const banned = ({ bytes }: Person): Person => {
  const copy = readPerson(new Uint8Array(bytes));
  if (copy === undefined) throw new Bug('a sound record has no sound copy');
  copy.words[2] = (copy.words[2] as number) | PERSON_FLAGS.banned;
  return copy;
};

export const bannedBySnapshot = (person: Person | undefined): boolean =>
  person !== undefined && ((person.words[2] as number) & PERSON_FLAGS.banned) !== 0;
