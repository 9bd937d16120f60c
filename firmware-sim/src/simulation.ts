import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { BoardUnit } from './board-unit.ts';
import type { PtyBus } from './buses/pty/bus.ts';
import { createTrace, type Trace } from './buses/pty/trace.ts';
import type { Step } from './control/step.ts';
import { type ControllerUnit, createControllerUnit } from './controller-unit.ts';
import { createMachine, type Machine, type MachineMounts } from './machine.ts';
import { createMqttReaderUnit } from './mqtt-reader-unit.ts';
import type { ReaderUnit } from './reader-unit.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { createDice, type Dice, seededRandom } from './seeded-random.ts';
import { createSerialParts } from './serial-parts.ts';
import { createTimeline, type Timeline } from './timeline.ts';
import type { Building } from './world/building.ts';
import { createSite, type Site, type SiteEvent } from './world/site.ts';

/** A building with its boards on its buses, running; nothing controls it yet. */
export interface Simulation {
  readonly site: Site;
  readonly seed: string;
  /** What is left to chance in commands. */
  readonly dice: Dice;
  /** What chaos is made of where nobody says: apart, because a recording lists what chaos did and not that it was drawn. */
  readonly chaosSeeds: Dice;
  /** Chaos or a replay under way. */
  readonly timeline: Timeline;
  /** What was done to the building. */
  readonly recorder: Recorder<Omit<Step, 'atMs'>>;
  readonly boards: ReadonlyMap<string, BoardUnit>;
  readonly buses: ReadonlyMap<string, PtyBus>;
  /** What was said on each bus, on the machine's own lines and on the LAN, by name. */
  readonly traces: ReadonlyMap<string, Trace>;
  /** What stands on the LAN instead of a bus. */
  readonly controllers: ReadonlyMap<string, ControllerUnit>;
  readonly readers: ReadonlyMap<string, ReaderUnit>;
  /** What hangs on the agent's own machine: GPIO lines and keyboards. */
  readonly machine: Machine;
  /** The last things that happened, oldest first. */
  readonly recent: readonly SiteEvent[];
  close(): void;
}

export interface SimulationDeps {
  readonly clock: Clock;
  /** Every choice left to chance is made of it. */
  readonly seed: string;
  readonly building: Building;
  /** Folder in which each bus shows up as a link to its serial port. */
  readonly dir: string;
  /** Where the files of the machine are mounted; nobody sees them unless told. */
  readonly mounts?: MachineMounts | undefined;
}

const KEPT_EVENTS = 200;
/** What traffic on the LAN is listed under; no bus of a plan has this name. */
const LAN = 'LAN';
const hasLan = ({ boards, readers }: Building) =>
  boards.some(({ kind }) => kind === 'mqtt-controller') || readers.some(({ kind }) => kind === 'mqtt');

export const createSimulation = ({ clock, seed, building, dir, mounts }: SimulationDeps): Simulation => {
  const site = createSite({ clock, building });
  /** A stream for each part: what one draws changes nothing for the others. */
  const stream = (part: string) => seededRandom(`${seed}\n${part}`);
  const timeline = createTimeline(clock);
  const recent: SiteEvent[] = [];
  site.events.add((event) => {
    recent.push(event);
    if (recent.length > KEPT_EVENTS) recent.shift();
  });
  const lan = createTrace(clock, LAN);
  const serial = createSerialParts({ clock, site, stream, dir });
  const controllers = new Map<string, ControllerUnit>(
    building.boards
      .filter(({ kind }) => kind === 'mqtt-controller')
      .map(({ name }) => [
        name,
        createControllerUnit({ clock, random: stream(`controller ${name}`), name, site, trace: lan }),
      ]),
  );
  const machine = createMachine({ clock, site, mounts });
  const boards = new Map<string, BoardUnit>([...serial.boards, ...machine.boards]);
  const readers = new Map<string, ReaderUnit>([
    ...serial.readers,
    ...machine.keyboards,
    ...building.readers
      .filter((plan) => plan.kind === 'mqtt')
      .map((plan) => [plan.name, createMqttReaderUnit({ clock, plan, site, trace: lan })] as const),
  ]);
  return {
    site,
    seed,
    dice: createDice(stream('commands')),
    chaosSeeds: createDice(stream('chaos')),
    timeline,
    recorder: createRecorder(clock),
    boards,
    buses: serial.buses,
    traces: new Map([
      ...[...serial.buses, ...machine.gpio].map(([name, { trace }]) => [name, trace] as const),
      ...(hasLan(building) ? [[LAN, lan] as const] : []),
    ]),
    controllers,
    readers,
    machine,
    get recent() {
      return [...recent];
    },
    close: () => {
      timeline.stop();
      machine.close();
      for (const bus of serial.buses.values()) bus.close();
      for (const unit of [...boards.values(), ...controllers.values(), ...readers.values()]) unit.close();
    },
  };
};
