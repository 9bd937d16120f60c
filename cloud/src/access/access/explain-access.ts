import { askAt } from '@gatehouse/shared/access/ask.ts';
import { explain } from '@gatehouse/shared/access/explain.ts';
import type { ExplainedStep, Explanation } from '@gatehouse/shared/access/explanation.ts';
import { nextChange } from '@gatehouse/shared/access/schedule.ts';
import type { DoorId, FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Door } from '../../sites/doors/doors.module.ts';
import type { MemberRef } from './access.repo.ts';
import type { AccessDeps } from './access.service.ts';
import type { AccessQuestion } from './check-access.ts';
import { type Evaluated, evaluate, evaluateNobody, evaluatePerson } from './evaluate.ts';

/** Whom it is about: a member of a source, a person of staff's, or something presented that is nobody's. */
export type Who =
  | { readonly member: MemberRef }
  | { readonly personId: string; readonly facilityId: FacilityId }
  | { readonly nobodyAt: FacilityId };

export interface NamedSource {
  readonly partnerId: PartnerId;
  readonly name: string;
}
/** A step with the names of what it is about: staff read everything. */
export interface StaffStep {
  readonly step: ExplainedStep['step'];
  readonly verdict: ExplainedStep['verdict'];
  readonly reason?: NonNullable<ExplainedStep['reason']>;
  readonly text: string;
  readonly source?: NamedSource;
  readonly scopeKey?: string;
  readonly planZones?: readonly string[];
}
export interface ExplainedDoor {
  readonly doorId: DoorId;
  readonly name: string;
  readonly decision: Explanation['decision'];
  readonly source: NamedSource | undefined;
  readonly steps: readonly StaffStep[];
  readonly decidedBy: number;
  readonly changes: Explanation['changes'];
  readonly nextOpenS: number | undefined;
  /** When the answer next turns, by grants, plans and windows alone. */
  readonly nextChangeS: number | undefined;
}
export interface ExplainedAccess {
  /** The moment that was looked at, in Unix milliseconds. */
  readonly atMs: number;
  readonly doors: readonly ExplainedDoor[];
  readonly zoneRelease: string;
  readonly facilityVersion: number;
}

type Deps = Pick<AccessDeps, 'clock' | 'members' | 'organisations' | 'plans' | 'scopes' | 'zones'>;
type EvaluatedPerson = Pick<Evaluated, 'facility' | 'rows'> & { readonly person: Evaluated['person'] | undefined };

/** Every rule that was looked at, for staff: nothing is held back. Undefined for a member or a person whom nobody knows. */
export const explainAccess = async (
  tx: Tx,
  deps: Deps,
  who: Who,
  { doors, atMs = deps.clock.wallMs() }: AccessQuestion,
): Promise<ExplainedAccess | undefined> => {
  const evaluated = await evaluatedPerson(tx, deps, who);
  if (evaluated === undefined) return undefined;
  const atS = Math.floor(atMs / 1_000);
  return {
    atMs,
    doors: doors.map((door) => explainDoor(evaluated, door, atS, 'nobodyAt' in who)),
    zoneRelease: deps.zones.release,
    facilityVersion: evaluated.rows.pointers.version,
  };
};

/** What is known of somebody and of the facility, ready to decide about. */
export const evaluatedPerson = (tx: Tx, deps: Deps, who: Who): Promise<EvaluatedPerson | undefined> => {
  if ('member' in who) return evaluate(tx, deps, who.member);
  return 'personId' in who
    ? evaluatePerson(tx, deps, who.facilityId, who.personId)
    : evaluateNobody(tx, deps, who.nobodyAt);
};

const explainDoor = (
  { facility, person, rows }: EvaluatedPerson,
  door: Door,
  atS: number,
  unknown: boolean,
): ExplainedDoor => {
  const doorIndex = facility.doorIndexes.get(door.id) ?? -1;
  const explained = explain(facility, {
    ...askAt(doorIndex, atS),
    door: { lockdown: door.lockdown.active, maintenance: door.maintenance.mode },
    ...(unknown && { presented: 'credential' as const }),
    person,
  });
  const { decision } = explained;
  return {
    doorId: door.id,
    name: door.name,
    decision,
    source: decision.allowed ? sourceOf(rows, decision.source) : undefined,
    steps: explained.steps.map((step) => named(step, rows)),
    decidedBy: explained.decidedBy,
    changes: explained.changes,
    nextOpenS: explained.nextOpenS,
    nextChangeS: person && nextChange(facility, person, doorIndex, atS),
  };
};

export const sourceOf = ({ pointers }: Evaluated['rows'], number: number | undefined): NamedSource | undefined => {
  const source = number === undefined ? undefined : pointers.sources.find((one) => one.number === number);
  return source && { partnerId: source.partnerId, name: source.partnerName };
};

const named = ({ step, verdict, reason, text, ...about }: ExplainedStep, rows: Evaluated['rows']): StaffStep => {
  const source = sourceOf(rows, about.source);
  const key = about.scope === undefined ? undefined : rows.pointers.keys.find(({ number }) => number === about.scope);
  return {
    step,
    verdict,
    ...(reason && { reason }),
    text,
    ...(source && { source }),
    ...(key && { scopeKey: key.key }),
    ...(about.planZones && {
      planZones: about.planZones.flatMap((number) => rows.planZones.find((zone) => zone.number === number)?.name ?? []),
    }),
  };
};
