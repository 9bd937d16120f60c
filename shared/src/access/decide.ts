import { isExpired } from './age.ts';
import type { Ask } from './ask.ts';
import type { Decision } from './decision.ts';
import { DENIED, grantedBy, MAINTENANCE_OPEN, openingOf } from './decisions.ts';
import { type Facility, isDoor } from './facility.ts';
import { isInside } from './geofence.ts';
import { BARRED, PERSON_FLAGS } from './layout.ts';
import { setMoment } from './moment.ts';
import { deniedFor } from './near.ts';
import { grantAt, openingAt } from './open-now.ts';
import type { Person } from './person.ts';
import { decideUncertain, grantsThroughout } from './uncertain.ts';

/**
 * Whether a person may pass a door, and why or why not. Total: any question has an answer, and what makes no sense is denied. The
 * answer is one of a finite set of frozen objects; with a trusted clock nothing is allocated.
 *
 * In this order: lockdown, force-closed, who it is, ban, disabled, blocked, force-open, geofence, age of the snapshot, the clock,
 * then permanent grants, plans, windows.
 */
export const decide = (facility: Facility, ask: Ask): Decision => {
  const { door, person } = ask;
  if (door.lockdown !== false && !breaksGlass(facility, ask)) return DENIED.lockdown;
  if (door.maintenance !== 'off' && door.maintenance !== 'force-open') return DENIED.maintenance_force_closed;
  if (person === undefined) return ask.presented === 'credential' ? DENIED.unknown_credential : DENIED.unknown_member;
  const flags = person.words[2] as number;
  if ((flags & BARRED) !== 0) return barred(flags);
  const { policy } = facility;
  const stale = !(ask.snapshotAgeS <= policy.staleAfterS);
  if (door.maintenance === 'force-open')
    return grantedBy(facility.decisions, openingOf(MAINTENANCE_OPEN, 0), 'trusted', stale);
  if (ask.via !== 'reader' && policy.geofence !== undefined && !isInside(policy.geofence, ask.location))
    return DENIED.outside_geofence;
  if (isExpired(policy, ask)) return decideExpired(facility, ask);
  return decideBySchedule(facility, ask, person, stale);
};

const barred = (flags: number): Decision => {
  if ((flags & PERSON_FLAGS.banned) !== 0) return DENIED.banned;
  return (flags & PERSON_FLAGS.disabled) !== 0 ? DENIED.member_disabled : DENIED.access_blocked;
};

/** Whether the time is known to the second. */
const isPoint = ({ clock, fromS, toS }: Ask): boolean => clock === 'trusted' && fromS === toS && Number.isFinite(fromS);

/** Whether a break-glass grant of the person holds for the door at every time it could be. */
const breaksGlass = (facility: Facility, ask: Ask): boolean => {
  const { person, doorIndex } = ask;
  if (person === undefined || !isDoor(facility, doorIndex)) return false;
  if (!isPoint(ask)) return grantsThroughout(facility, { ...ask, person }, 'break_glass');
  setMoment(facility.moment, ask.fromS);
  return grantAt(facility, person, doorIndex, true) >= 0;
};

const decideExpired = (facility: Facility, ask: Ask): Decision =>
  breaksGlass(facility, ask)
    ? grantedBy(facility.decisions, openingOf(0, 0), isPoint(ask) ? 'trusted' : 'uncertain', true)
    : DENIED.snapshot_too_old;

const decideBySchedule = (facility: Facility, ask: Ask, person: Person, stale: boolean): Decision => {
  if (!isDoor(facility, ask.doorIndex)) return DENIED.no_grant;
  if (!isPoint(ask)) return decideUncertain(facility, { ...ask, person }, stale);
  const opening = openingAt(facility, person, ask.doorIndex, ask.fromS);
  return opening >= 0 ? grantedBy(facility.decisions, opening, 'trusted', stale) : deniedFor(opening);
};
