import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type BoardUnit, createBoardUnit } from './board-unit.ts';
import { createPtyBus, type PtyBus } from './buses/pty/bus.ts';
import { type ControllerUnit, createControllerUnit } from './controller-unit.ts';
import { createReaderUnit, type ReaderUnit } from './reader-unit.ts';
import { createDice, type Dice, seededRandom } from './seeded-random.ts';
import type { Building } from './world/building.ts';
import { createSite, type Site, type SiteEvent } from './world/site.ts';

/** A building with its boards on its buses, running; nothing controls it yet. */
export interface Simulation {
  readonly site: Site;
  /** What is left to chance in commands. */
  readonly dice: Dice;
  readonly boards: ReadonlyMap<string, BoardUnit>;
  readonly buses: ReadonlyMap<string, PtyBus>;
  /** What stands on the LAN instead of a bus. */
  readonly controllers: ReadonlyMap<string, ControllerUnit>;
  readonly readers: ReadonlyMap<string, ReaderUnit>;
  /** The last things that happened, oldest first. */
  readonly recent: readonly SiteEvent[];
  close(): void;
}

export interface SimulationDeps {
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly building: Building;
  /** Folder in which each bus shows up as a link to its serial port. */
  readonly dir: string;
}

const KEPT_EVENTS = 200;

export const createSimulation = ({ clock, random, building, dir }: SimulationDeps): Simulation => {
  const site = createSite({ clock, building });
  // Each part draws from a stream of its own: what one does changes nothing for the others.
  const stream = () => seededRandom(Buffer.from(random(16)).toString('hex'));
  const recent: SiteEvent[] = [];
  site.events.add((event) => {
    recent.push(event);
    if (recent.length > KEPT_EVENTS) recent.shift();
  });
  const buses = new Map<string, PtyBus>(
    building.buses
      .filter((plan) => plan.kind === 'serial')
      .map(({ name, baud }) => [
        name,
        createPtyBus({
          clock,
          random: stream(),
          name,
          dir,
          baud,
          onPlug: (plugged) => site.report(name, 'bus', plugged ? 'bus adapter plugged in' : 'bus adapter pulled out'),
        }),
      ]),
  );
  const boards = new Map<string, BoardUnit>(
    building.boards
      .filter((plan) => plan.kind === 'waveshare')
      .map((plan) => {
        const bus = buses.get(plan.bus);
        if (bus === undefined) throw new Bug(`board "${plan.name}" has no bus`);
        const unit = createBoardUnit({
          clock,
          plan,
          baud: bus.factoryBaud,
          site,
          send: (frame, at) => bus.reply(frame, at),
        });
        bus.attach(unit.device);
        return [plan.name, unit];
      }),
  );
  const controllers = new Map<string, ControllerUnit>(
    building.boards
      .filter(({ kind }) => kind === 'mqtt-controller')
      .map(({ name }) => [name, createControllerUnit({ clock, random: stream(), name, site })]),
  );
  const readers = new Map<string, ReaderUnit>(
    building.readers
      .filter((plan) => plan.kind === 'mqtt')
      .map((plan) => [plan.name, createReaderUnit({ clock, plan, site })]),
  );
  return {
    site,
    dice: createDice(stream()),
    boards,
    buses,
    controllers,
    readers,
    get recent() {
      return [...recent];
    },
    close: () => {
      for (const bus of buses.values()) bus.close();
      for (const unit of [...boards.values(), ...controllers.values(), ...readers.values()]) unit.close();
    },
  };
};
