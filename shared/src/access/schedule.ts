import type { Via } from './decision.ts';
import { VIAS } from './decisions.ts';
import { type Facility, isDoor } from './facility.ts';
import { BARRED } from './layout.ts';
import type { Person } from './person.ts';
import { type PersonSpan, spansFor } from './person-spans.ts';
import { closesAt, isOpen, opensAt, openUntil } from './span.ts';

/** How far ahead is looked: 400 days. */
export const HORIZON_S = 400 * 86_400;
export const INTERVALS_MAX = 5_000;

export interface OpenInterval {
  /** Unix seconds, inclusive. */
  readonly fromS: number;
  /** Unix seconds, exclusive. */
  readonly toS: number;
  readonly via: Via;
  /** The number of the partner source whose plan or window it is. */
  readonly source: number | undefined;
}

/**
 * When the answer for a person at a door next turns, by grants, plans and windows alone: the first instant after `atS` at which
 * it is not what it is at `atS`. Undefined if that is not within 400 days, or nothing can turn it: a ban, an unknown door.
 */
export const nextChange = (facility: Facility, person: Person, doorIndex: number, atS: number): number | undefined => {
  const spans = usableSpans(facility, person, doorIndex);
  const limit = atS + HORIZON_S;
  const closes = closesAt(spans, atS, limit);
  const change = closes > atS ? closes : opensAt(spans, atS, limit);
  return change > atS && change <= limit ? change : undefined;
};

/**
 * When a person may pass a door, from `fromS` up to `toS`, by grants, plans and windows alone: in order and apart, each with what
 * `decide` would name. At most 400 days, and the first 5000 intervals.
 */
export const intervals = (
  facility: Facility,
  person: Person,
  doorIndex: number,
  { fromS, toS }: { readonly fromS: number; readonly toS: number },
): readonly OpenInterval[] => {
  const spans = usableSpans(facility, person, doorIndex);
  const limit = Math.min(toS, fromS + HORIZON_S);
  const found: OpenInterval[] = [];
  let at = fromS;
  while (at < limit && found.length < INTERVALS_MAX) {
    const best = spans.findIndex((span) => isOpen(span, at));
    if (best < 0) {
      at = opensAt(spans, at, limit);
      continue;
    }
    const { via, source } = spans[best] as PersonSpan;
    const end = Math.min(
      openUntil(spans[best] as PersonSpan, at, limit),
      opensAt(spans.slice(0, best), at, limit),
      limit,
    );
    if (!(end > at)) break; // Seconds that far away no longer differ.
    append(found, { fromS: at, toS: end, via: VIAS[via] as Via, source });
    at = end;
  }
  return found;
};

/** The first instant from `atS` on at which a person may pass a door, by the same rules. Undefined if there is none in 400 days. */
export const nextOpening = (facility: Facility, person: Person, doorIndex: number, atS: number): number | undefined => {
  const opens = opensAt(usableSpans(facility, person, doorIndex), atS, atS + HORIZON_S);
  return opens < Number.POSITIVE_INFINITY ? opens : undefined;
};

const usableSpans = (facility: Facility, person: Person, doorIndex: number): PersonSpan[] =>
  ((person.words[2] as number) & BARRED) === 0 && isDoor(facility, doorIndex)
    ? spansFor(facility, person, doorIndex)
    : [];

const append = (found: OpenInterval[], next: OpenInterval): void => {
  const last = found.at(-1);
  if (last !== undefined && last.toS === next.fromS && last.via === next.via && last.source === next.source)
    found[found.length - 1] = { ...last, toS: next.toS };
  else found.push(next);
};
