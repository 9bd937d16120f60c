import { GRACE, PERMANENT_GRANT, PLAN, WINDOW } from './decisions.ts';
import { type DecodedRule, decodeRule, grantsOf, membershipsOf, sectionsOf } from './decode-person.ts';
import type { Facility } from './facility.ts';
import { rowHas, rowOf } from './masks.ts';
import { grantHas, sourceRow } from './open-now.ts';
import type { Person } from './person.ts';
import { ALWAYS, NEVER } from './plan-zones.ts';
import type { Span } from './span.ts';

/** A span in which a person may pass a door, and through what. */
export interface PersonSpan extends Span {
  /** An index into `VIAS`. */
  readonly via: number;
  readonly source: number | undefined;
  readonly breakGlass: boolean;
}

/** Everything that opens a door for a person at some time, in the order in which `decide` looks. */
export const spansFor = (facility: Facility, person: Person, door: number): PersonSpan[] => [
  ...grantSpans(facility, person, door),
  ...planSpans(facility, person, door),
  ...windowSpans(facility, person, door),
];

export const hoursOf = (facility: Facility, { zone, runs }: DecodedRule): Span['hours'] | 'unknown' => {
  if (zone === undefined) return { zone: undefined, runs };
  const found = facility.moment.tables.at(zone);
  return found === undefined ? 'unknown' : { zone: found, runs };
};

const grantSpans = (facility: Facility, person: Person, door: number): PersonSpan[] =>
  grantsOf(person)
    .filter(({ at }) => grantHas(facility, person.words, at, door))
    .map(({ fromS, untilS, breakGlass }) => ({ via: PERMANENT_GRANT, source: undefined, breakGlass, fromS, untilS }));

const planSpans = (facility: Facility, person: Person, door: number): PersonSpan[] => {
  const usable = membershipsOf(person).filter(
    ({ current, denied, source }) => current && !denied && sourceRow(facility, source) !== 0,
  );
  const spans = usable.flatMap(({ source, planZones, fromS, untilS }) =>
    planZones.flatMap((number) => {
      const hours = planHours(facility, number, door);
      if (hours === 'closed') return [];
      const span = { source, breakGlass: false, ...(hours === 'always' ? {} : { hours }) };
      const graceEnd = untilS + facility.policy.graceS;
      const regular = { ...span, via: PLAN, fromS, untilS: Math.min(untilS, graceEnd) };
      return [regular, { ...span, via: GRACE, fromS: Math.max(fromS, untilS), untilS: graceEnd }];
    }),
  );
  return spans.filter(({ fromS, untilS }) => fromS < untilS).sort((a, b) => a.via - b.via);
};

/** The hours of a plan's zone at a door. */
export const planHours = (
  facility: Facility,
  number: number,
  door: number,
): NonNullable<Span['hours']> | 'always' | 'closed' => {
  const { masks, rules, record } = facility.planZones;
  const row = rowOf(masks, number);
  const rule = rules[row] as number;
  if (row === 0 || !rowHas(masks, row, door) || rule === NEVER) return 'closed';
  if (rule === ALWAYS) return 'always';
  const hours = hoursOf(facility, decodeRule(record, rule));
  return hours === undefined || hours === 'unknown' ? 'closed' : hours;
};

const windowSpans = (facility: Facility, person: Person, door: number): PersonSpan[] =>
  sectionsOf(person).flatMap(({ source, scope, rules }) => {
    const row = rowOf(facility.scopes, scope);
    if (row === 0 || !rowHas(facility.scopes, row, door) || sourceRow(facility, source) === 0) return [];
    return rules.flatMap((rule) => {
      const hours = hoursOf(facility, rule);
      if (hours === undefined || hours === 'unknown') return [];
      return [{ via: WINDOW, source, breakGlass: false, fromS: rule.fromS, untilS: rule.untilS, hours }];
    });
  });
