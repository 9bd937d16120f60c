import type { DoorId } from '../ids/ids.ts';
import type { ZoneTables } from '../zones/zone-tables.ts';
import { createDecisions, type Decisions } from './decisions.ts';
import type { AccessPolicy, FacilityFacts, Mapping } from './facility-facts.ts';
import { createMasks, type Masks } from './masks.ts';
import { type Moment, momentOf } from './moment.ts';
import { createPlanZones, type PlanZones } from './plan-zones.ts';

/** A facility, ready to decide. Made by `compileFacility`; facts that change make a new one. Persons' records stay valid. */
export interface Facility {
  readonly facts: FacilityFacts;
  readonly policy: AccessPolicy;
  readonly doorIndexes: ReadonlyMap<DoorId, number>;
  /** Which doors a scope, a door set or a plan zone opens, by its number. */
  readonly scopes: Masks;
  readonly doorSets: Masks;
  readonly planZones: PlanZones;
  /** Every door that is there. */
  readonly doors: Uint32Array;
  /** Of each source, by its number, the row of its decisions; 0 for one that is suspended or not known. */
  readonly sourceRows: Uint32Array;
  readonly decisions: Decisions;
  readonly moment: Moment;
}

/** Sources are few, and their numbers small; one beyond is not known. */
const SOURCES_MAX = 65_536;

/**
 * Lays out a facility's facts for deciding. Total: what names an unknown door or zone, or a number out of range, opens nothing.
 */
export const compileFacility = (facts: FacilityFacts, tables: ZoneTables): Facility => {
  const doorIndexes = new Map<DoorId, number>();
  for (const [index, door] of facts.doors.entries()) if (door !== null) doorIndexes.set(door, index);
  const maskOf = (doors: Mapping): Uint32Array | undefined => doorBits(doors, doorIndexes, facts.doors.length);
  const masks = (rows: readonly { readonly number: number; readonly doors: Mapping }[]) =>
    createMasks(rows.map(({ number, doors }) => ({ number, mask: maskOf(doors) })));
  const sources = facts.sources.filter(({ number, suspended }) => !suspended && number >= 0 && number < SOURCES_MAX);
  const sourceRows = new Uint32Array(1 + Math.max(0, ...sources.map(({ number }) => number)));
  for (const [i, { number }] of sources.entries()) sourceRows[number] = i + 1;
  return {
    facts,
    policy: facts.policy,
    doorIndexes,
    scopes: masks(facts.scopes),
    doorSets: masks(facts.doorSets),
    planZones: createPlanZones(facts.planZones, masks(facts.planZones), tables.find(facts.timezone)),
    doors: maskOf([...doorIndexes.keys()]) ?? new Uint32Array(0),
    sourceRows,
    decisions: createDecisions(sources.map(({ number }) => number)),
    moment: momentOf(tables),
  };
};

/** A bit for each door at its index; undefined if there is none. */
export const doorBits = (
  doors: Mapping,
  indexes: ReadonlyMap<DoorId, number>,
  count: number,
): Uint32Array | undefined => {
  if (typeof doors === 'string') return undefined;
  const bits = new Uint32Array((count + 31) >>> 5);
  let any = false;
  for (const door of doors) {
    const index = indexes.get(door);
    if (index === undefined) continue;
    bits[index >>> 5] = (bits[index >>> 5] as number) | (1 << (index & 31));
    any = true;
  }
  return any ? bits : undefined;
};

/** Whether a place in the facility's list of doors is one, and has a door. */
export const isDoor = (facility: Facility, door: number): boolean =>
  door >>> 0 === door &&
  door < facility.facts.doors.length &&
  (((facility.doors[door >>> 5] as number) >>> (door & 31)) & 1) === 1;
