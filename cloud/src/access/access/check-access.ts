import { askAt } from '@gatehouse/shared/access/ask.ts';
import { decide } from '@gatehouse/shared/access/decide.ts';
import type { Via } from '@gatehouse/shared/access/decision.ts';
import { explain } from '@gatehouse/shared/access/explain.ts';
import type { ExplainedStep } from '@gatehouse/shared/access/explanation.ts';
import type { DenyReason } from '@gatehouse/shared/access/reasons.ts';
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Door } from '../../sites/doors/doors.module.ts';
import type { MemberRef } from './access.repo.ts';
import type { AccessDeps } from './access.service.ts';
import { type Evaluated, evaluate } from './evaluate.ts';

/** What a partner is told of one door: `other` stands for what staff or another source decided. */
export interface DoorAccess {
  readonly doorId: DoorId;
  readonly name: string;
  readonly allowed: boolean;
  readonly reason: 'granted' | DenyReason | 'other';
  readonly via?: Via | 'other';
  /** Unix seconds: when the partner's own data next opens the door. */
  readonly nextOpenS?: number;
  readonly explanation: readonly AccessStep[];
}

/** One thing that was looked at, in order. What is of other sources, or of staff's words on the person, is one `other`. */
export interface AccessStep {
  readonly step: ExplainedStep['step'] | 'other';
  readonly verdict: ExplainedStep['verdict'];
  readonly reason?: DenyReason;
  readonly text: string;
  readonly scopeKey?: string;
  readonly planZones?: readonly string[];
}

export interface AccessCheck {
  /** The moment that was looked at, in Unix milliseconds. */
  readonly atMs: number;
  readonly doors: readonly DoorAccess[];
  readonly versions: {
    readonly zoneRelease: string;
    readonly windowsRevision: number | undefined;
    readonly facilityVersion: number;
  };
}

export interface AccessQuestion {
  readonly doors: readonly Door[];
  /** Unix milliseconds, if it is not about now. */
  readonly atMs?: number | undefined;
}

/** Would a partner's member get in, and why: the answer that a box would give to a card at the door. */
export const checkAccess = async (
  tx: Tx,
  deps: Pick<AccessDeps, 'clock' | 'members' | 'organisations' | 'plans' | 'scopes' | 'zones'>,
  ref: MemberRef,
  { doors, atMs = deps.clock.wallMs() }: AccessQuestion,
): Promise<AccessCheck | undefined> => {
  const evaluated = await evaluate(tx, deps, ref);
  if (evaluated === undefined) return undefined;
  const atS = Math.floor(atMs / 1_000);
  return {
    atMs,
    doors: doors.map((door) => answerFor(evaluated, door, atS)),
    versions: {
      zoneRelease: deps.zones.release,
      windowsRevision: evaluated.member.windows?.revision,
      facilityVersion: evaluated.rows.pointers.version,
    },
  };
};

/** What only staff say of a person. It comes before everything that a partner's data could say. */
const BY_STAFF: ReadonlySet<DenyReason> = new Set(['banned', 'member_disabled', 'access_blocked']);

/**
 * Two decisions: one with everything, which is what counts, and one with the partner's own data alone, which is all that
 * the partner is told of. Where they differ, `other` decided; nothing says what that was, or when it would change.
 */
const answerFor = ({ facility, person, own, rows }: Evaluated, door: Door, atS: number): DoorAccess => {
  const doorIndex = facility.doorIndexes.get(door.id) ?? -1;
  const asked = {
    ...askAt(doorIndex, atS),
    door: { lockdown: door.lockdown.active, maintenance: door.maintenance.mode },
  };
  const whole = decide(facility, { ...asked, person });
  const alone = explain(facility, { ...asked, person: own });
  const steps = alone.steps.flatMap((step) => (ABOUT_THE_PERSON.has(step.step) ? [] : [stepFor(step, rows)]));
  // That nothing of the partner's opens is the whole truth only where it decided, not beside what is of others.
  const stated = steps.filter(({ step }) => step !== 'nothing');
  const names = { doorId: door.id, name: door.name };
  if (whole.allowed && alone.decision.allowed)
    return { ...names, allowed: true, reason: 'granted', via: alone.decision.via, explanation: steps };
  if (whole.allowed)
    return { ...names, allowed: true, reason: 'granted', via: 'other', explanation: [...stated, OTHER_OPENS] };
  if (alone.decision.allowed || BY_STAFF.has(whole.reason))
    return { ...names, allowed: false, reason: 'other', explanation: [OTHER_DENIES, ...stated] };
  const { reason } = alone.decision;
  const nextOpenS = reason === 'outside_hours' ? alone.nextOpenS : undefined;
  return { ...names, allowed: false, reason, ...(nextOpenS !== undefined && { nextOpenS }), explanation: steps };
};

/** Steps that say what staff think of the person: that nothing is wrong would say as much as what is. */
const ABOUT_THE_PERSON: ReadonlySet<ExplainedStep['step']> = new Set(['known', 'banned', 'disabled', 'blocked']);
const OTHER_DENIES: AccessStep = {
  step: 'other',
  verdict: 'denies',
  text: 'Something that is not of your data keeps this person out. Please ask the staff of the facility.',
};
const OTHER_OPENS: AccessStep = {
  step: 'other',
  verdict: 'opens',
  text: 'Something that is not of your data opens this door.',
};

const stepFor = (
  { step, verdict, reason, text, scope, planZones }: ExplainedStep,
  { pointers, planZones: zones }: Evaluated['rows'],
): AccessStep => {
  const key = scope === undefined ? undefined : pointers.keys.find(({ number }) => number === scope)?.key;
  return {
    step,
    verdict,
    ...(reason && { reason }),
    text,
    ...(key !== undefined && { scopeKey: key }),
    ...(planZones && {
      planZones: planZones.flatMap((number) => zones.find((zone) => zone.number === number)?.name ?? []),
    }),
  };
};
