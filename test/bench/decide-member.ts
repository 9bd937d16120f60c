import type { Ask } from '@gatehouse/shared/access/ask.ts';
import { bindScopes } from '@gatehouse/shared/access/bind-scopes.ts';
import { decide } from '@gatehouse/shared/access/decide.ts';
import { compileFacility, type Facility } from '@gatehouse/shared/access/facility.ts';
import { DEFAULT_POLICY } from '@gatehouse/shared/access/facility-facts.ts';
import { compilePerson, type Person } from '@gatehouse/shared/access/person.ts';
import { snapshotOf } from '@gatehouse/shared/access/snapshot.ts';
import type { AccessWindow } from '@gatehouse/shared/access/window.ts';
import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import type { Engine } from './decide-engines.ts';

const DOORS = Array.from({ length: 8 }, (_, i) => DoorId.parse(`door_${String(i).padStart(16, '0')}`));
const doors = (...indexes: number[]) => indexes.flatMap((index) => DOORS[index] ?? []);
/** Only windows open this one to the member. */
const ASKED_DOOR = 0;
const HUB = 1;
const WINDOWS_SOURCE = 2;
const DEFAULT_SCOPE = 3;
const FUTURE_S = Date.UTC(2036, 0, 1) / 1_000;
const ENDED_S = Date.UTC(2025, 0, 1) / 1_000;
const WEEKDAY_HOURS = [['08:00', '20:00']] as const;

/** A gym with eight doors, scope keys, a named set of doors, zones of plans and two sources. */
export const createFacility = (): Facility =>
  compileFacility(
    {
      timezone: 'Europe/London',
      doors: DOORS,
      scopes: [
        { number: 1, doors: 'unmapped' },
        { number: 2, doors: doors(4, 5) },
        { number: DEFAULT_SCOPE, doors: doors(ASKED_DOOR, 1, 2) },
      ],
      doorSets: [{ number: 1, doors: doors(6, 7) }],
      planZones: [
        { number: 1, doors: doors(3, 4), hours: { mon: WEEKDAY_HOURS, wed: WEEKDAY_HOURS } },
        { number: 2, doors: doors(ASKED_DOOR, 1), hours: { mon: WEEKDAY_HOURS } },
      ],
      sources: [
        { number: HUB, suspended: false },
        { number: WINDOWS_SOURCE, suspended: false },
      ],
      policy: DEFAULT_POLICY,
    },
    bundledZones(),
  );

/** A member with two grants and two plans, none of which opens the door that is asked for, and windows, which do. */
export const createPerson = (facility: Facility, windows: readonly AccessWindow[]): Person => {
  const { program } = snapshotOf(windows, bundledZones());
  bindScopes(program, [DEFAULT_SCOPE]);
  return compilePerson(
    {
      banned: false,
      disabled: false,
      blocked: false,
      grants: [
        { target: { kind: 'doors', doors: doors(5) } },
        { target: { kind: 'door_set', number: 1 }, untilS: FUTURE_S },
      ],
      memberships: [
        { source: HUB, planZones: [1], untilS: FUTURE_S, current: true, status: 'allow' },
        { source: HUB, planZones: [2], untilS: ENDED_S, current: true, status: 'ignore' },
      ],
      windows: [{ source: WINDOWS_SOURCE, program }],
    },
    facility,
  );
};

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** One question, asked again and again: at a reader, with a clock that is trusted. */
export const createAsk = (person: Person): Writable<Ask> => ({
  doorIndex: ASKED_DOOR,
  fromS: 0,
  toS: 0,
  clock: 'trusted',
  snapshotAgeS: 20,
  door: { lockdown: false, maintenance: 'off' },
  via: 'reader',
  presented: 'credential',
  person,
});

/** The product's own decision, all of it. */
export const gatehouse = (windows: readonly AccessWindow[], instants: Float64Array): Engine => {
  const facility = createFacility();
  const ask = createAsk(createPerson(facility, windows));
  const allows = (t: number): boolean => {
    ask.fromS = t;
    ask.toS = t;
    return decide(facility, ask).allowed;
  };
  return {
    name: 'decide()',
    allows,
    count: (from, to) => {
      let allowed = 0;
      for (let i = from; i < to; i++) if (allows(instants[i] as number)) allowed++;
      return allowed;
    },
  };
};
