import { type Stretch, stretches } from '@gatehouse/shared/access/stretches.ts';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { Zone } from '@gatehouse/shared/zones/zone.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { AccessDeps } from './access.service.ts';
import { evaluatedPerson, type NamedSource, sourceOf, type Who } from './explain-access.ts';

/** A stretch with the name of whose plan or window opens in it. */
export interface CalendarStretch extends Stretch {
  readonly source: NamedSource | undefined;
}

/** Somebody at a facility, as both were when they were read. */
export interface CalendarOf {
  /** When it was read, in Unix ms. */
  readonly nowMs: number;
  /** The facility's. */
  readonly zone: Zone;
  /** What a door says to them, by what is known: at once, and in this thread, so ask for a part of a day at a time. */
  stretchesAt(doorId: DoorId, period: { readonly fromS: number; readonly toS: number }): readonly CalendarStretch[];
}

type Deps = Pick<AccessDeps, 'clock' | 'members' | 'organisations' | 'plans' | 'scopes' | 'zones'>;

/** Reads all that decides when doors open to somebody. Undefined for a member or a person whom nobody knows. */
export const calendarOf = async (
  tx: Tx,
  deps: Deps,
  who: Exclude<Who, { readonly nobodyAt: unknown }>,
): Promise<CalendarOf | undefined> => {
  const subject = await evaluatedPerson(tx, deps, who);
  if (subject?.person === undefined) return undefined;
  const { facility, person, rows } = subject;
  const zone = deps.zones.find(rows.timezone);
  if (zone === undefined) throw new Bug('a facility is in no time zone');
  return {
    nowMs: deps.clock.wallMs(),
    zone,
    stretchesAt: (doorId, period) =>
      stretches(facility, person, facility.doorIndexes.get(doorId) ?? -1, period).map((stretch) => ({
        ...stretch,
        source: stretch.decision.allowed ? sourceOf(rows, stretch.decision.source) : undefined,
      })),
  };
};
