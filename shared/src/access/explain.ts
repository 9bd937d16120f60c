import { isExpired } from './age.ts';
import type { Ask } from './ask.ts';
import type { ClockFlag, Decision } from './decision.ts';
import { DENIED, grantedBy, MAINTENANCE_OPEN, openingOf, PERMANENT_GRANT } from './decisions.ts';
import { explainRules, iso, type RuleStep } from './explain-rules.ts';
import type { ExplainedStep, Explanation } from './explanation.ts';
import { type Facility, isDoor } from './facility.ts';
import { isInside } from './geofence.ts';
import { PERSON_FLAGS } from './layout.ts';
import { NEAR_ORDER } from './near.ts';
import { sourceRow } from './open-now.ts';
import { type DenyReason, REASONS } from './reasons.ts';
import { nextOpening } from './schedule.ts';
import { type ClockVerdict, grantsThroughout, judgeClock } from './uncertain.ts';

/**
 * Answers like `decide`, and says what it looked at: every gate and every rule, in order, also behind the one that decided; then,
 * if none did, that nothing opens. Total, and slower by a thousand times: for people, not for doors.
 */
export const explain = (facility: Facility, ask: Ask): Explanation => {
  const verdict = clockOf(facility, ask);
  const gates = gatesOf(facility, ask, verdict);
  const rules =
    ask.person === undefined || !isDoor(facility, ask.doorIndex)
      ? []
      : explainRules({ facility, person: ask.person, door: ask.doorIndex, t: verdict.atS });
  const looked: readonly RuleStep[] = [...gates, ...rules];
  const decider = looked.find(({ verdict }) => verdict === 'denies' || verdict === 'opens') ?? nothingOpens(rules);
  const steps = looked.includes(decider) ? looked : [...looked, decider];
  const decision = decisionOf(facility, ask, { step: decider, clock: verdict.clock });
  return {
    decision,
    steps: steps.map(({ via: _, ...step }) => step),
    decidedBy: steps.indexOf(decider),
    zonesRelease: facility.moment.tables.release,
    nextOpenS:
      decision.allowed || ask.person === undefined
        ? undefined
        : nextOpening(facility, ask.person, ask.doorIndex, ask.toS),
    changes: decision.allowed ? [] : changesFor(gates, rules),
  };
};

/** A time known to the second is its own verdict. */
const clockOf = (facility: Facility, ask: Ask): ClockVerdict => {
  const { person, clock, fromS, toS } = ask;
  if (clock === 'trusted' && fromS === toS && Number.isFinite(fromS)) return { clock: 'trusted', atS: fromS };
  if (person === undefined || !isDoor(facility, ask.doorIndex)) return { clock: 'uncertain', atS: fromS };
  return judgeClock(facility, { ...ask, person });
};

const gatesOf = (facility: Facility, ask: Ask, { clock }: ClockVerdict): RuleStep[] => {
  const { door, person, snapshotAgeS: age } = ask;
  const { policy } = facility;
  const flag = (bit: number): boolean => person !== undefined && ((person.words[2] as number) & bit) !== 0;
  const breaksGlass =
    person !== undefined &&
    isDoor(facility, ask.doorIndex) &&
    grantsThroughout(facility, { ...ask, person }, 'break_glass');
  const shut = door.maintenance !== 'off' && door.maintenance !== 'force-open';
  const outside = ask.via !== 'reader' && policy.geofence !== undefined && !isInside(policy.geofence, ask.location);
  const expired = isExpired(policy, ask);
  return [
    gate('lockdown', 'lockdown', [
      door.lockdown !== false && !breaksGlass,
      door.lockdown === false ? 'No lockdown.' : 'Lockdown.',
    ]),
    gate('force_closed', 'maintenance_force_closed', [
      shut,
      shut ? 'Staff have forced the door closed.' : 'Not forced closed.',
    ]),
    gate('known', ask.presented === 'credential' ? 'unknown_credential' : 'unknown_member', [
      person === undefined,
      person === undefined ? 'Nobody is known by this.' : 'The person is known.',
    ]),
    gate('banned', 'banned', [
      flag(PERSON_FLAGS.banned),
      flag(PERSON_FLAGS.banned) ? 'Banned by staff.' : 'Not banned.',
    ]),
    gate('disabled', 'member_disabled', [
      flag(PERSON_FLAGS.disabled),
      flag(PERSON_FLAGS.disabled) ? 'Disabled.' : 'Not disabled.',
    ]),
    gate('blocked', 'access_blocked', [
      flag(PERSON_FLAGS.blocked),
      flag(PERSON_FLAGS.blocked) ? 'All access is blocked.' : 'Not blocked.',
    ]),
    door.maintenance === 'force-open'
      ? { step: 'force_open', verdict: 'opens', via: MAINTENANCE_OPEN, text: 'Staff hold the door open.' }
      : { step: 'force_open', verdict: 'passes', text: 'Not forced open.' },
    gate('geofence', 'outside_geofence', [outside, geofenceText(ask, policy.geofence !== undefined, outside)]),
    gate('snapshot_age', 'snapshot_too_old', [
      expired && !breaksGlass,
      `The cloud was heard ${Math.floor(age)} s ago; ${expired ? 'too long for anything but break-glass grants' : 'recently enough'}.`,
    ]),
    ...(isDoor(facility, ask.doorIndex)
      ? [gate('clock', 'clock_untrusted', [clock === 'untrusted' && !(expired && breaksGlass), clockText(ask, clock)])]
      : [gate('door', 'no_grant', [true, 'The facility has no such door.'])]),
  ];
};

const gate = (step: ExplainedStep['step'], reason: DenyReason, [denies, text]: readonly [boolean, string]): RuleStep =>
  denies ? { step, verdict: 'denies', reason, text } : { step, verdict: 'passes', text };

const geofenceText = ({ via }: Ask, fenced: boolean, outside: boolean): string => {
  if (via === 'reader') return 'A reader is at the door.';
  if (!fenced) return 'The facility has no geofence.';
  return outside ? 'The phone is not known to be at the facility.' : 'The phone is at the facility.';
};

const clockText = ({ fromS, toS }: Ask, clock: ClockVerdict['clock']): string => {
  if (clock === 'trusted') return `The time is ${iso(fromS)}.`;
  const range = `The time is somewhere from ${iso(fromS)} to ${iso(toS)}`;
  if (clock === 'untrusted') return `${range}, and the door opens at some of it only.`;
  return clock === 'lenient'
    ? `${range}; opening at some of it is enough here.`
    : `${range}; the answer is the same throughout.`;
};

const decisionOf = (
  facility: Facility,
  ask: Ask,
  { step, clock }: { step: RuleStep; clock: ClockVerdict['clock'] },
): Decision => {
  if (step.verdict === 'denies') return DENIED[step.reason ?? 'no_grant'];
  const { policy } = facility;
  const stale = !(ask.snapshotAgeS <= policy.staleAfterS);
  const expired = isExpired(policy, ask);
  const row = step.source === undefined ? 0 : sourceRow(facility, step.source);
  return grantedBy(
    facility.decisions,
    openingOf(step.via ?? PERMANENT_GRANT, row),
    flagOf(step, clock, expired),
    stale,
  );
};

/** Staff hold a door open whatever the time is, and break-glass grants have to hold throughout. */
const flagOf = ({ via }: RuleStep, clock: ClockVerdict['clock'], expired: boolean): ClockFlag => {
  if (via === MAINTENANCE_OPEN || clock === 'trusted') return 'trusted';
  return clock === 'untrusted' || expired ? 'uncertain' : clock;
};

const nothingOpens = (rules: readonly RuleStep[]): RuleStep => ({
  step: 'nothing',
  verdict: 'denies',
  reason: nearest(rules),
  text: 'No grant, plan or window opens this door now.',
});

const nearest = (rules: readonly RuleStep[]): DenyReason =>
  NEAR_ORDER.find((reason) => rules.some((rule) => rule.reason === reason)) ?? 'no_grant';

const changesFor = (gates: readonly RuleStep[], rules: readonly RuleStep[]): Explanation['changes'] => {
  const reasons = gates.flatMap(({ verdict, reason }) =>
    verdict === 'denies' && reason !== undefined ? [reason] : [],
  );
  const known = gates.every(
    ({ reason }) => reason !== 'unknown_member' && reason !== 'unknown_credential' && reason !== 'no_grant',
  );
  const opens = rules.some(({ verdict }) => verdict === 'opens');
  return [...reasons, ...(known && !opens ? [nearest(rules)] : [])].map((reason) => ({
    reason,
    text: REASONS[reason].staff,
  }));
};
