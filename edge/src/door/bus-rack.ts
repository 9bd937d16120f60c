import type { Point } from '@gatehouse/shared/door/door-config.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { LocalPort } from '../broker/local-port.ts';
import { BoardError, type Bus, type DriverContext, type Log } from '../drivers/driver.ts';
import { type DriverKind, loadDriver } from '../drivers/registry.ts';
import { createStation, type Station } from './board-station.ts';

/** One bus as the box's own file names it: `kind` picks the driver, the rest is that driver's. */
export type BusConfig = { readonly kind: DriverKind } & (
  | { readonly kind: 'modbus-rtu'; readonly path: string; readonly baud: number }
  | { readonly kind: 'mqtt'; readonly controllers: Readonly<Record<string, string>> }
);

/** The box's buses, each opened once when first needed, and a station for each board on them. */
export interface BusRack {
  station(point: Point): Promise<Station>;
  /** Names a bus anew, or no longer. `false`, and nothing happens, when boards on the one of that name were reached. */
  setBus(name: string, config: BusConfig | undefined): boolean;
  /** The longest that any board has not been asked, in ms: it grows when the loop of a board is stuck. */
  pollAgeMs(): number;
  close(): Promise<void>;
}

export interface BusRackDeps {
  readonly buses: Readonly<Record<string, BusConfig>>;
  readonly clock: Clock;
  readonly log: Log;
  readonly record: (fact: FactBody) => void;
  /** The clients of the box's own broker, if it has one. */
  readonly local?: LocalPort | undefined;
  /** How to open a bus; the drivers of the registry unless told. */
  readonly openBus?: ((config: BusConfig, context: DriverContext) => Promise<Bus>) | undefined;
}

const openByKind = async ({ kind, ...config }: BusConfig, context: DriverContext): Promise<Bus> => {
  const driver = await loadDriver(kind);
  return driver.open(driver.config.parse(config), context);
};

export const createBusRack = ({ buses, clock, log, record, local, openBus = openByKind }: BusRackDeps): BusRack => {
  const opened = new Map<string, Promise<Bus>>();
  const stations = new Map<string, Station>();

  const known: Record<string, BusConfig | undefined> = { ...buses };
  const reached = new Set<string>();
  const reach = async (name: string, config: BusConfig): Promise<Bus> => {
    const bus = await openBus(config, { clock, log, local });
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

  return {
    station: async ({ bus: name, unit }) => {
      const opening = opened.get(name) ?? open(name);
      opened.set(name, opening);
      const bus = await opening;
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
    pollAgeMs: () => Math.max(0, ...[...stations.values()].map((station) => station.pollAgeMs())),
    close: async () => {
      for (const station of stations.values()) station.close();
      for (const bus of await Promise.all(opened.values())) await bus.close();
    },
  };
};
