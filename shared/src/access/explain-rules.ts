import { GRACE, PERMANENT_GRANT, PLAN, WINDOW } from './decisions.ts';
import {
  type DecodedGrant,
  type DecodedMembership,
  type DecodedRule,
  type DecodedSection,
  grantsOf,
  membershipsOf,
  sectionsOf,
} from './decode-person.ts';
import type { ExplainedStep } from './explanation.ts';
import type { Facility } from './facility.ts';
import { PERSON_FLAGS } from './layout.ts';
import { rowHas, rowOf } from './masks.ts';
import { grantHas, sourceRow } from './open-now.ts';
import type { Person } from './person.ts';
import { hoursOf, planHours } from './person-spans.ts';
import { isOpen, type Span } from './span.ts';

/** A step about something that may open the door, and what it opens as: an index into `VIAS`. */
export interface RuleStep extends ExplainedStep {
  readonly via?: number;
}

/** The question, once the gates are passed: this door at this instant. */
interface Point {
  readonly facility: Facility;
  readonly person: Person;
  readonly door: number;
  readonly t: number;
}

/** Every grant, plan and window rule of a person, in the order in which they are asked. */
export const explainRules = (point: Point): RuleStep[] => {
  const { person } = point;
  const plans = membershipsOf(person).map((membership) => explainMembership(point, membership));
  const damaged: RuleStep = {
    step: 'window',
    verdict: 'stays_closed',
    text: 'Some of the windows cannot be read, and open nothing. Have the partner send the member again.',
  };
  return [
    ...grantsOf(person).map((grant) => explainGrant(point, grant)),
    ...plans.filter(({ via }) => via !== GRACE),
    ...plans.filter(({ via }) => via === GRACE),
    ...sectionsOf(person).flatMap((section) => explainSection(point, section)),
    ...(((person.words[2] as number) & PERSON_FLAGS.damaged) === 0 ? [] : [damaged]),
  ];
};

const explainGrant = ({ facility, person, door, t }: Point, grant: DecodedGrant): RuleStep => {
  const what = grant.breakGlass ? 'A break-glass grant' : 'A permanent grant';
  const closed = { step: 'grant', verdict: 'stays_closed' } as const;
  if (!grantHas(facility, person.words, grant.at, door)) return { ...closed, text: `${what} is for other doors.` };
  if (!(t < grant.untilS)) return { ...closed, text: `${what} for this door ended at ${iso(grant.untilS)}.` };
  if (t >= grant.fromS)
    return { step: 'grant', verdict: 'opens', via: PERMANENT_GRANT, text: `${what} opens this door.` };
  return { ...closed, reason: 'outside_hours', text: `${what} for this door begins at ${iso(grant.fromS)}.` };
};

const explainMembership = (point: Point, membership: DecodedMembership): RuleStep => {
  const { facility, t } = point;
  const { source, planZones, fromS, untilS } = membership;
  const closed = { step: 'plan', verdict: 'stays_closed', source, planZones } as const;
  if (!membership.current) return { ...closed, text: 'A plan is not the current one.' };
  const ended = !(t < untilS + facility.policy.graceS);
  const denied = {
    ...closed,
    reason: 'status_denied',
    text: 'The status of a plan, or of its member, is one that the facility denies.',
  } as const;
  const zones = zonesOf(point, planZones);
  const unmapped = planZones.some((number) => rowOf(facility.planZones.masks, number) === 0);
  if (zones.length === 0) {
    if (planZones.length > 0 && !unmapped)
      return { ...closed, text: 'The zones of a plan are for other doors, or never open.' };
    if (ended) return { ...closed, text: `A plan ended at ${iso(untilS)}.` };
    if (membership.denied) return denied;
    if (!unmapped) return { ...closed, text: 'A plan has no access zones, so it opens nothing by itself.' };
    return { ...closed, reason: 'scope_unmapped', text: 'A zone of a plan is not mapped to any door.' };
  }
  if (ended)
    return {
      ...closed,
      reason: 'plan_ended',
      text: `A plan for this door ended at ${iso(untilS)}, and its days of grace are over.`,
    };
  if (membership.denied) return denied;
  if (sourceRow(facility, source) === 0)
    return {
      ...closed,
      reason: 'source_suspended',
      text: 'A plan for this door is from an integration that is disabled.',
    };
  if (!(t >= fromS))
    return { ...closed, reason: 'outside_hours', text: `A plan for this door begins at ${iso(fromS)}.` };
  if (!zones.some((zone) => isOpen(zone, t)))
    return { ...closed, reason: 'outside_hours', text: 'A plan for this door is not in its hours.' };
  const open = { ...closed, verdict: 'opens' } as const;
  return t < untilS
    ? { ...open, via: PLAN, text: 'A current plan opens this door.' }
    : {
        ...open,
        via: GRACE,
        text: `A plan that ended at ${iso(untilS)} still opens this door, by the facility’s grace.`,
      };
};

const zonesOf = ({ facility, door }: Point, planZones: readonly number[]): Span[] =>
  planZones.flatMap((number) => {
    const hours = planHours(facility, number, door);
    if (hours === 'closed') return [];
    const always = { fromS: Number.NEGATIVE_INFINITY, untilS: Number.POSITIVE_INFINITY };
    return [hours === 'always' ? always : { ...always, hours }];
  });

const explainSection = (point: Point, { source, scope, lastEndS, rules }: DecodedSection): RuleStep[] => {
  const { facility, door, t } = point;
  const closed = { step: 'window', verdict: 'stays_closed', source, scope } as const;
  if (rules.length === 0) return [{ ...closed, text: 'The windows under a scope key are never open.' }];
  if (!(t < lastEndS)) return [{ ...closed, text: `The last window under a scope key ended at ${iso(lastEndS)}.` }];
  const row = rowOf(facility.scopes, scope);
  if (row === 0) {
    const disabled = facility.facts.scopes.some(({ number, doors }) => number === scope && doors === 'disabled');
    const text = disabled ? 'The mapping of a scope key is disabled.' : 'A scope key is not mapped to any door.';
    return [{ ...closed, reason: 'scope_unmapped', text }];
  }
  if (!rowHas(facility.scopes, row, door)) return [{ ...closed, text: 'A scope key is mapped to other doors.' }];
  if (sourceRow(facility, source) === 0)
    return [
      {
        ...closed,
        reason: 'source_suspended',
        text: 'Windows for this door are from an integration that is disabled.',
      },
    ];
  return rules.map((rule) => explainRule(point, rule, closed));
};

const explainRule = (
  { facility, t }: Point,
  rule: DecodedRule,
  closed: {
    readonly step: 'window';
    readonly verdict: 'stays_closed';
    readonly source: number;
    readonly scope: number;
  },
): RuleStep => {
  const { fromS, untilS } = rule;
  const hours = hoursOf(facility, rule);
  const what =
    hours === 'unknown' || hours?.zone === undefined ? 'Absolute windows' : `Weekly windows in ${hours.zone.name}`;
  if (hours === 'unknown')
    return {
      ...closed,
      reason: 'outside_hours',
      text: 'Weekly windows are in a zone that these time-zone tables do not have.',
    };
  if (!(t < untilS)) return { ...closed, text: `${what} ended at ${iso(untilS)}.` };
  if (!(t >= fromS)) return { ...closed, reason: 'outside_hours', text: `${what} begin at ${iso(fromS)}.` };
  if (!isOpen({ fromS, untilS, ...(hours && { hours }) }, t))
    return { ...closed, reason: 'outside_hours', text: `${what} are for other times.` };
  return { ...closed, verdict: 'opens', via: WINDOW, text: `${what} open this door.` };
};

/** An instant for people; one outside the calendar as its seconds. */
export const iso = (epochS: number): string =>
  Math.abs(epochS) <= 8.64e12 ? `${new Date(epochS * 1_000).toISOString().slice(0, 19)}Z` : `second ${epochS}`;
