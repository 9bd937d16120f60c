import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { TEMPERATURE_C } from '@gatehouse/shared/wire/temperatures.ts';
import type { Log } from '../log.ts';
import { type DiscoveredSensor, readDiscovery } from './discovered-sensor.ts';
import { DISCOVERY_ROOT } from './rights.ts';

export interface TemperatureReading {
  readonly sensor: string;
  readonly temperatureC: number;
  readonly ageMs: number;
}

/** What sensors on the LAN measure. Kept in memory: whoever connects says again what it is. */
export interface Temperatures {
  /** A client of kind `sensor` said something: a discovery, a state, or what nobody here asks for. */
  heard(client: string, topic: string, text: string): void;
  /** The client was removed. */
  forget(client: string): void;
  /** The last of each sensor, none older than half an hour. */
  readings(): readonly TemperatureReading[];
}

const SENSORS_A_CLIENT_MAX = 4;
const READINGS_MAX = 32;
const KEPT_FOR = Minutes(30);
const REFUSALS_SAID_MAX = 100;

interface Known extends DiscoveredSensor {
  last?: { readonly temperatureC: number; readonly atMs: number };
}

export const createTemperatures = ({
  clock,
  log,
}: {
  readonly clock: Pick<Clock, 'monoMs'>;
  readonly log: Log;
}): Temperatures => {
  const clients = new Map<string, Map<string, Known>>();
  const said = new Set<string>();
  /** Once: a device discovers itself anew at each connection. */
  const refuse = (client: string, topic: string, why: string) => {
    const text = `${client} ${topic} ${why}`;
    if (said.has(text) || said.size >= REFUSALS_SAID_MAX) return;
    said.add(text);
    log.warn({ client, topic, why }, 'A temperature sensor cannot be read.');
  };

  const discovered = (client: string, topic: string, text: string): void => {
    const mine = clients.get(client) ?? new Map<string, Known>();
    const found = readDiscovery(client, text);
    const before = mine.get(topic);
    mine.delete(topic);
    if (found.kind === 'refused') refuse(client, topic, found.why);
    if (found.kind !== 'sensor') return;
    if (mine.size >= SENSORS_A_CLIENT_MAX) {
      refuse(client, topic, `a client may have ${SENSORS_A_CLIENT_MAX} temperature sensors`);
      return;
    }
    clients.set(client, mine);
    if (before === undefined) log.info({ client, topic }, 'A temperature sensor was found.');
    mine.set(topic, { ...found.sensor, ...(before?.last && { last: before.last }) });
  };

  return {
    heard: (client, topic, text) => {
      if (topic.startsWith(`${DISCOVERY_ROOT}/`)) discovered(client, topic, text);
      for (const sensor of clients.get(client)?.values() ?? []) {
        if (sensor.stateTopic !== topic) continue;
        const temperatureC = sensor.celsiusOf(text);
        if (temperatureC === undefined || temperatureC < TEMPERATURE_C.min || temperatureC > TEMPERATURE_C.max)
          continue;
        sensor.last = { temperatureC, atMs: clock.monoMs() };
      }
    },
    forget: (client) => void clients.delete(client),
    readings: () => {
      const nowMs = clock.monoMs();
      const all = new Map<string, TemperatureReading>();
      for (const [client, sensors] of clients)
        for (const { label, last } of sensors.values()) {
          const sensor = label === '' ? client : `${client}: ${label}`;
          if (last === undefined || nowMs - last.atMs > KEPT_FOR || all.size >= READINGS_MAX) continue;
          all.set(sensor, { sensor, temperatureC: last.temperatureC, ageMs: nowMs - last.atMs });
        }
      return [...all.values()];
    },
  };
};
