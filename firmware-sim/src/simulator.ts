import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { type Logger, pino } from 'pino';
import { type ControlServer, startControlServer } from './control/http-server.ts';
import type { MachineMounts } from './machine.ts';
import { createSimulation, type Simulation } from './simulation.ts';
import type { Building } from './world/building.ts';
import { demoBuilding } from './world/demo-building.ts';

export interface SimulatorOptions {
  /** Folder in which each bus shows up as a link to its serial port; made if missing. */
  readonly dir: string;
  /** The first port to try (default 9080); 0 takes any. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default: the demo building. */
  readonly building?: Building;
  /** Where GPIO lines and keyboards are mounted: see `firmware-sim/bin/hardware.sh`. */
  readonly mounts?: MachineMounts;
  readonly clock?: Clock;
  /** What chance is made of; drawn if not given. */
  readonly seed?: string;
  readonly log?: Logger;
}

export interface Simulator {
  /** Where the control API and the page are. */
  readonly url: string;
  /** The path of each bus's link, by the bus's name. */
  readonly buses: Readonly<Record<string, string>>;
  readonly world: Simulation;
  close(): Promise<void>;
}

/** Starts the whole simulator in this process. Rejects, leaving nothing behind, if no port is free. */
export const startSimulator = async (options: SimulatorOptions): Promise<Simulator> => {
  const clock = options.clock ?? systemClock;
  const log = options.log ?? pino({ level: 'silent' });
  const world = createSimulation({
    clock,
    seed: options.seed ?? Buffer.from(systemRandom(4)).toString('hex'),
    building: options.building ?? demoBuilding,
    dir: options.dir,
    mounts: options.mounts,
  });
  world.site.events.add(({ where, part, text }) => log.debug({ where, part }, text));
  let server: ControlServer;
  try {
    server = await startControlServer({
      clock,
      simulation: world,
      host: options.host ?? '127.0.0.1',
      port: options.port ?? 9080,
      log,
    });
  } catch (error) {
    world.close();
    throw error;
  }
  return {
    url: server.url,
    buses: Object.fromEntries([...world.buses].map(([name, { path }]) => [name, path])),
    world,
    close: async () => {
      await server.close();
      world.close();
    },
  };
};
