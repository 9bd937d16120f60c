import type { DoorConfig, Point } from '@gatehouse/shared/door/door-config.ts';
import type { Reading } from '../drivers/driver.ts';
import type { Station } from './board-station.ts';
import { createDebounce } from './debounce.ts';

export interface StationsOf {
  readonly relay: Station;
  readonly evidence: Station | null;
  readonly contact: Station | null;
  readonly rex: Station | null;
  readonly fire: Station | null;
}

/** What a door hears from its inputs; the way out first. */
export interface DoorEars {
  readonly fire: (active: boolean) => void;
  readonly rex: (active: boolean) => void;
  readonly sensed: (unlocked: boolean, askedMs: number) => void;
  readonly leaf: (open: boolean) => void;
}

/** Turns a board's readings into what they mean at one door. */
export interface DoorInputs {
  hear(from: Station, reading: Reading, nowMs: number): void;
  /** Exit button and fire as last read: `false` where there is no such input, or its board does not answer. */
  wayOut(): { readonly rex: boolean; readonly fire: boolean };
  /** How many inputs this door needs of this board, counted from the first. */
  neededOf(station: Station): number;
  /** Whether the contact is bouncing. */
  unsure(): boolean;
  /** The contact's board was lost: what it says next counts afresh. */
  forget(): void;
}

/** Contacts bounce for tens of ms. */
const DEBOUNCE_MS = 40;

export const createDoorInputs = (config: DoorConfig, stations: StationsOf, ears: DoorEars): DoorInputs => {
  const { contact, rex, fire } = config;
  const evidence = config.evidence.kind === 'command-only' ? null : config.evidence;
  const debounce = createDebounce(DEBOUNCE_MS);

  /** `undefined` when the input is on another board, or there is none. */
  const valueIn = (reading: Reading, from: Station, point: Point | null, at: Station | null): boolean | undefined =>
    point === null || at !== from ? undefined : (reading.values[point.channel] ?? false);
  const latest = (point: Point | null, at: Station | null): boolean =>
    point !== null && (at?.latest()?.values[point.channel] ?? false);

  return {
    hear: (from, reading, nowMs) => {
      const onFire = valueIn(reading, from, fire, stations.fire);
      if (onFire !== undefined) ears.fire(onFire);
      const leaving = valueIn(reading, from, rex, stations.rex);
      if (leaving !== undefined) ears.rex(leaving);
      const sensed = valueIn(reading, from, evidence, stations.evidence);
      if (sensed !== undefined) ears.sensed(sensed === (evidence?.activeMeans === 'unlocked'), reading.askedMs);
      const touching = valueIn(reading, from, contact, stations.contact);
      const steady = touching === undefined ? undefined : debounce.sample(touching, nowMs);
      if (steady !== undefined) ears.leaf(steady === (contact?.activeMeans === 'open'));
    },
    wayOut: () => ({ rex: latest(rex, stations.rex), fire: latest(fire, stations.fire) }),
    neededOf: (station) => {
      const on = [
        [evidence, stations.evidence],
        [contact, stations.contact],
        [rex, stations.rex],
        [fire, stations.fire],
      ] as const;
      return Math.max(0, ...on.map(([point, at]) => (point !== null && at === station ? point.channel + 1 : 0)));
    },
    unsure: debounce.unsure,
    forget: debounce.forget,
  };
};
