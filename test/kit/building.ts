import { createSimulatorClient, type SimulatorClient } from '@gatehouse/firmware-sim/control/client.ts';
import type { SiteEvent } from '@gatehouse/firmware-sim/world/site.ts';
import { type Duration, Seconds } from '@gatehouse/shared/time/duration.ts';
import { eventually } from './eventually.ts';

export type DoorName = 'front' | 'studio' | 'car-park';

/** The simulated building, and a record of everything that physically happened in it since it began. */
export interface BuildingWatch extends SimulatorClient {
  /** What happened to this part of this door, in words, oldest first; with `since`, only what came after that mark. */
  happened(door: DoorName | 'site' | 'rs485-1', part: string, since?: number): readonly string[];
  /** How often the coil of a door was energised. */
  pulses(door: DoorName, since?: number): number;
  /** How often the lock itself moved, either way. */
  moves(door: DoorName, since?: number): readonly string[];
  /** A place in the record, for `since`. */
  mark(): number;
  lockOf(door: DoorName): Promise<'locked' | 'unlocked'>;
  untilLock(door: DoorName, position: 'locked' | 'unlocked', within?: Duration): Promise<void>;
  stopWatching(): void;
}

export const watchBuilding = (url: string): BuildingWatch => {
  const client = createSimulatorClient(url);
  const record: SiteEvent[] = [];
  const leaving = new AbortController();
  const watching = (async () => {
    for await (const { event, data } of client.events(leaving.signal)) if (event === 'happening') record.push(data);
  })();
  watching.catch(() => undefined); // Ends with the test, or with the simulator.

  const happened: BuildingWatch['happened'] = (door, part, since = 0) =>
    record
      .slice(since)
      .filter((event) => event.where === door && event.part === part)
      .map(({ text }) => text);
  const lockOf = async (door: DoorName) => {
    const { doors } = await client.state();
    const found = doors.find(({ name }) => name === door);
    if (found === undefined) throw new TypeError(`no door ${door} in the building`);
    return found.lock.position;
  };
  return {
    ...client,
    happened,
    pulses: (door, since) => happened(door, 'coil', since).filter((text) => text.startsWith('coil energised')).length,
    moves: (door, since) => happened(door, 'lock', since).filter((text) => /^lock (un)?locked$/.test(text)),
    mark: () => record.length,
    lockOf,
    untilLock: (door, position, within = Seconds(12)) =>
      eventually(async () => (await lockOf(door)) === position, `the lock of ${door} is ${position}`, within),
    stopWatching: () => leaving.abort(),
  };
};
