import type { Point } from '@gatehouse/shared/door/door-config.ts';
import type { Hardware } from '@gatehouse/shared/door/hardware.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { LocalPort } from '../broker/local-port.ts';
import type { BusConfig, EdgeConfig } from '../config.ts';
import {
  BoardError,
  type Bus,
  type DriverContext,
  type Log,
  type Pairing,
  type ReaderKeys,
} from '../drivers/driver.ts';
import { loadDriver } from '../drivers/registry.ts';
import type { Reader } from '../readers/reader.ts';
import { createStation, type Station } from './board-station.ts';
import { hardwareOf } from './hardware-of.ts';

/** The box's buses, each opened once when first needed, and a station for each board on them. */
export interface BusRack {
  station(point: Point): Promise<Station>;
  /** The reader at a unit of a bus; undefined where that bus has none there, or the box has no such bus. */
  reader(bus: string, unit: number): Promise<Reader | undefined>;
  /** How readers of a bus are paired; undefined where they cannot be, or the box has no such bus. */
  pairing(bus: string): Promise<Pairing | undefined>;
  /** Names a bus anew, or no longer. `false`, and nothing happens, when boards on the one of that name were reached. */
  setBus(name: string, config: BusConfig | undefined): boolean;
  /** What there is, as the box's own file has it now. */
  hardware(): Hardware;
  /** The longest that any board has not been asked, in ms: it grows when the loop of a board is stuck. */
  pollAgeMs(): number;
  close(): Promise<void>;
}

export interface BusRackDeps {
  readonly buses: Readonly<Record<string, BusConfig>>;
  /** The readers that the box listens to, for `hardware`. */
  readonly readers?: EdgeConfig['readers'];
  readonly clock: Clock;
  readonly log: Log;
  readonly record: (fact: FactBody) => void;
  /** The clients of the box's own broker, if it has one. */
  readonly local?: LocalPort | undefined;
  /** The keys of a bus's paired readers. */
  readonly keysOf?: ((bus: string) => ReaderKeys) | undefined;
  /** How to open a bus; the drivers of the registry unless told. */
  readonly openBus?: ((config: BusConfig, context: DriverContext) => Promise<Bus>) | undefined;
}

const openByKind = async ({ kind, ...config }: BusConfig, context: DriverContext): Promise<Bus> => {
  const driver = await loadDriver(kind);
  return driver.open(driver.config.parse(config), context);
};

export const createBusRack = (deps: BusRackDeps): BusRack => {
  const { buses, clock, log, record, local, openBus = openByKind } = deps;
  const opened = new Map<string, Promise<Bus>>();
  const stations = new Map<string, Station>();

  const known: Record<string, BusConfig | undefined> = { ...buses };
  const reached = new Set<string>();
  const reach = async (name: string, config: BusConfig): Promise<Bus> => {
    const bus = await openBus(config, { clock, log, local, keys: deps.keysOf?.(name) });
    reached.add(name);
    return bus;
  };
  const open = async (name: string): Promise<Bus> => {
    const config = known[name];
    if (config === undefined) return absentBus(name, `this box has no bus named ${name}`);
    try {
      return await reach(name, config);
    } catch (error) {
      log.error({ bus: name, err: error }, 'a bus cannot be opened');
      return absentBus(name, `the bus ${name} cannot be opened`);
    }
  };
  /** Stands in for a bus that this box does not have, until it is named: its doors are configured, and out of reach. */
  const absentBus = (name: string, why: string): Bus => {
    let tried = known[name];
    let late: Promise<Bus> | undefined;
    const now = (): Promise<Bus> => {
      const config = known[name];
      if (late !== undefined) return late;
      if (config === undefined || config === tried) return Promise.reject(new BoardError('gone', false, why));
      tried = config;
      late = reach(name, config).catch((error: unknown) => {
        late = undefined;
        log.error({ bus: name, err: error }, 'a bus cannot be opened');
        throw new BoardError('gone', false, why);
      });
      return late;
    };
    return {
      board: (unit) => ({
        set: async (...order) => (await now()).board(unit).set(...order),
        pulse: async (...order) => (await now()).board(unit).pulse(...order),
        readCoils: async (...order) => (await now()).board(unit).readCoils(...order),
        readInputs: async (...order) => (await now()).board(unit).readInputs(...order),
      }),
      close: async () => (await late?.catch(() => undefined))?.close(),
    };
  };

  const opening = (name: string): Promise<Bus> => {
    const bus = opened.get(name) ?? open(name);
    opened.set(name, bus);
    return bus;
  };

  return {
    reader: async (name, unit) => (await opening(name)).reader?.(unit),
    pairing: async (name) => (await opening(name)).pairing,
    station: async ({ bus: name, unit }) => {
      const bus = await opening(name);
      const key = `${name}/${unit}`;
      const station =
        stations.get(key) ?? createStation({ bus: name, unit, board: bus.board(unit), clock, log, record });
      stations.set(key, station);
      return station;
    },
    setBus: (name, config) => {
      if (reached.has(name)) return false;
      known[name] = config;
      return true;
    },
    hardware: () => hardwareOf(known, deps.readers),
    pollAgeMs: () => Math.max(0, ...[...stations.values()].map((station) => station.pollAgeMs())),
    close: async () => {
      for (const station of stations.values()) station.close();
      // Together: each may take a moment, and a stop has little time.
      await Promise.all((await Promise.all(opened.values())).map((bus) => bus.close()));
    },
  };
};
