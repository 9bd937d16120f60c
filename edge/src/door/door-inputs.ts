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
  readonly keySwitch: Station | null;
}

/** What a door hears from its inputs; the way out first. */
export interface DoorEars {
  readonly fire: (active: boolean) => void;
  readonly rex: (active: boolean) => void;
  readonly sensed: (unlocked: boolean, askedMs: number) => void;
  readonly leaf: (open: boolean) => void;
  readonly key: (turned: boolean) => void;
}

/** Turns a board's readings into what they mean at one door. */
export interface DoorInputs {
  hear(from: Station, reading: Reading, nowMs: number): void;
  /** Exit button and fire as last read: `false` where there is no such input, or its board does not answer. */
  wayOut(): { readonly rex: boolean; readonly fire: boolean };
  /** How many inputs this door needs of this board, counted from the first. */
  neededOf(station: Station): number;
  /** Whether the contact or the key switch is bouncing. */
  unsure(): boolean;
  /** A board was lost: what contact and key switch on it say next counts afresh. */
  forget(station: Station): void;
}

/** Contacts bounce for tens of ms. */
const DEBOUNCE_MS = 40;
/** A key is turned by hand. */
const KEY_DEBOUNCE_MS = 100;

export const createDoorInputs = (config: DoorConfig, stations: StationsOf, ears: DoorEars): DoorInputs => {
  const { contact, rex, fire, keySwitch } = config;
  const evidence = config.evidence.kind === 'command-only' ? null : config.evidence;
  const debounce = createDebounce(DEBOUNCE_MS);
  const keyDebounce = createDebounce(KEY_DEBOUNCE_MS);

  /** Whether these say what they are there for: the button is pressed, the alarm is raised, the key is turned. */
  const pressed = (active: boolean) => active === (rex?.activeMeans !== 'released');
  const alarmed = (active: boolean) => active === (fire?.activeMeans !== 'normal');
  const isTurned = (active: boolean) => active === (keySwitch?.activeMeans !== 'home');

  /** `undefined` when the input is on another board, or there is none, or its board cannot tell. */
  const valueIn = (reading: Reading, from: Station, point: Point | null, at: Station | null): boolean | undefined =>
    point === null || at !== from ? undefined : reading.values[point.channel];
  const latest = (point: Point | null, at: Station | null): boolean | undefined =>
    point === null ? undefined : at?.latest()?.values[point.channel];

  return {
    hear: (from, reading, nowMs) => {
      const onFire = valueIn(reading, from, fire, stations.fire);
      if (onFire !== undefined) ears.fire(alarmed(onFire));
      const leaving = valueIn(reading, from, rex, stations.rex);
      if (leaving !== undefined) ears.rex(pressed(leaving));
      const sensed = valueIn(reading, from, evidence, stations.evidence);
      if (sensed !== undefined) ears.sensed(sensed === (evidence?.activeMeans === 'unlocked'), reading.askedMs);
      const touching = valueIn(reading, from, contact, stations.contact);
      const steady = touching === undefined ? undefined : debounce.sample(touching, nowMs);
      if (steady !== undefined) ears.leaf(steady === (contact?.activeMeans === 'open'));
      const key = valueIn(reading, from, keySwitch, stations.keySwitch);
      const turned = key === undefined ? undefined : keyDebounce.sample(key, nowMs);
      if (turned !== undefined) ears.key(isTurned(turned));
    },
    wayOut: () => {
      const [button, alarm] = [latest(rex, stations.rex), latest(fire, stations.fire)];
      return { rex: button !== undefined && pressed(button), fire: alarm !== undefined && alarmed(alarm) };
    },
    neededOf: (station) => {
      const on = [
        [evidence, stations.evidence],
        [contact, stations.contact],
        [rex, stations.rex],
        [fire, stations.fire],
        [keySwitch, stations.keySwitch],
      ] as const;
      return Math.max(0, ...on.map(([point, at]) => (point !== null && at === station ? point.channel + 1 : 0)));
    },
    unsure: () => debounce.unsure() || keyDebounce.unsure(),
    forget: (station) => {
      if (station === stations.contact) debounce.forget();
      if (station === stations.keySwitch) keyDebounce.forget();
    },
  };
};
