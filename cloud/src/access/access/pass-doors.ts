import { askAt } from '@gatehouse/shared/access/ask.ts';
import { decide } from '@gatehouse/shared/access/decide.ts';
import { spansFor } from '@gatehouse/shared/access/person-spans.ts';
import { closesAt, opensAt, type Span } from '@gatehouse/shared/access/span.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Door } from '../../sites/doors/doors.module.ts';
import type { MemberRef } from './access.repo.ts';
import type { AccessDeps } from './access.service.ts';
import { type Evaluated, evaluate } from './evaluate.ts';

export interface PassTime {
  /** Unix seconds, `[fromS, untilS)`. */
  readonly fromS: number;
  readonly untilS: number;
}

/** What a pass may say: nothing that the rules do not say at every moment of it. */
export interface PassRoom extends PassTime {
  readonly doors: readonly { readonly door: Door; readonly index: number }[];
  /** The number of the member's partner at the facility; undefined while that has sent nothing that opens anything. */
  readonly source: number | undefined;
}

/**
 * The doors that a member may pass, with everything known, and for how long: from the first moment within `time` at which any
 * opens, until the first at which one of those that are open then closes. The doors' own state of the moment is left out, since
 * a box asks for that itself. `unknown_member` for one whom the partner has not sent; undefined if no door opens in that time.
 */
export const passRoom = async (
  tx: Tx,
  deps: Pick<AccessDeps, 'members' | 'organisations' | 'plans' | 'scopes' | 'zones'>,
  ref: MemberRef,
  { doors, ...time }: PassTime & { readonly doors: readonly Door[] },
): Promise<PassRoom | 'unknown_member' | undefined> => {
  const evaluated = await evaluate(tx, deps, ref);
  if (evaluated === undefined) return 'unknown_member';
  const known = doors.flatMap((door) => roomOf(evaluated, door, time));
  const fromS = Math.min(...known.map(({ opensS }) => opensS));
  const open = known.filter(({ opensS }) => opensS === fromS);
  if (open.length === 0) return undefined;
  const ends = open.map(({ spans }) => closesAt(spans, fromS, time.untilS));
  const untilS = Math.min(time.untilS, ...ends.filter((end) => !Number.isNaN(end)));
  const source = evaluated.rows.pointers.sources.find(({ partnerId }) => partnerId === ref.partnerId)?.number;
  // Ends that cannot be told are those of rules that change over more often than anybody's hours do.
  if (ends.some(Number.isNaN) || untilS <= fromS) return undefined;
  return { fromS, untilS, doors: open.map(({ door, index }) => ({ door, index })), source };
};

interface DoorRoom {
  readonly door: Door;
  readonly index: number;
  readonly spans: readonly Span[];
  readonly opensS: number;
}

const roomOf = ({ facility, person }: Evaluated, door: Door, { fromS, untilS }: PassTime): DoorRoom[] => {
  const index = facility.doorIndexes.get(door.id);
  if (index === undefined) return [];
  const spans = spansFor(facility, person, index);
  const opensS = opensAt(spans, fromS, untilS - 1);
  // The decision has the last word: it knows who is banned, disabled or blocked.
  if (!(opensS < untilS) || !decide(facility, { ...askAt(index, opensS), person }).allowed) return [];
  return [{ door, index, spans, opensS }];
};
