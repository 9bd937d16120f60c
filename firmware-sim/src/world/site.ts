import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Building } from './building.ts';
import { createDoor, type Door, type Outcome } from './door.ts';
import { createListeners, type Listeners } from './listeners.ts';

/** Something that happened in the building, in words. */
export interface SiteEvent {
  readonly at: string;
  /** A door's name, or `site`. */
  readonly where: string;
  readonly part: string;
  readonly text: string;
}

/** The terminals of one board: its relays' coils and its inputs' levels. Mains is a wire too. */
export interface Terminals {
  setCoil(channel: number, energised: boolean, cause: string): void;
  input(number: number): boolean;
}

/** The building: its doors, its mains and its fire alarm. */
export interface Site {
  readonly building: Building;
  readonly doors: ReadonlyMap<string, Door>;
  readonly powered: boolean;
  readonly fire: boolean;
  readonly events: Pick<Listeners<SiteEvent>, 'add'>;
  readonly onPower: Pick<Listeners<boolean>, 'add'>;
  terminals(board: string): Terminals;
  cutPower(): Outcome;
  restorePower(): Outcome;
  setFire(on: boolean): Outcome;
  /** Lets a part that the site does not own (a board, a bus) speak in the same log. */
  report(where: string, part: string, text: string): void;
}

export interface SiteDeps {
  readonly clock: Clock;
  readonly building: Building;
}

export const createSite = ({ clock, building }: SiteDeps): Site => {
  const events = createListeners<SiteEvent>();
  const onPower = createListeners<boolean>();
  let powered = true;
  let fire = false;

  const report = (where: string, part: string, text: string) =>
    events.emit({ at: new Date(clock.wallMs()).toISOString(), where, part, text });
  const doors = new Map<string, Door>(
    building.doors.map((plan) => [
      plan.name,
      createDoor({
        clock,
        plan,
        mains: () => powered,
        fire: () => fire,
        report: (part, text) => report(plan.name, part, text),
      }),
    ]),
  );
  const settle = () => {
    for (const door of doors.values()) door.settle();
  };
  const setPower = (on: boolean) => {
    powered = on;
    report('site', 'power', on ? 'mains is back' : 'mains power cut');
    // Boards first: their coils drop before a lock asks what feeds it.
    onPower.emit(on);
    settle();
  };

  return {
    building,
    doors,
    get powered() {
      return powered;
    },
    get fire() {
      return fire;
    },
    events,
    onPower,
    terminals: (board) => {
      if (![...building.boards, ...building.readers].some(({ name }) => name === board))
        throw new Bug(`no board "${board}" in this building`);
      const mine = [...doors.values()].filter((door) => door.plan.board === board);
      return {
        setCoil: (channel, energised, cause) =>
          mine.find((door) => door.plan.channel === channel)?.setCoil(energised, cause),
        input: (number) =>
          (building.fire?.board === board && building.fire.input === number && fire) ||
          [...doors.values()].some((door) =>
            door.inputs().some((at) => at.board === board && at.input === number && at.on),
          ),
      };
    },
    cutPower: () => {
      if (!powered) return { done: false, message: 'The power is out already.' };
      setPower(false);
      return { done: true, message: 'The power is out: boards are silent, magnets let go.' };
    },
    restorePower: () => {
      if (powered) return { done: false, message: 'The power is on already.' };
      setPower(true);
      return { done: true, message: 'The power is back: boards start with every coil at rest.' };
    },
    setFire: (on) => {
      if (fire === on) return { done: false, message: on ? 'The alarm sounds already.' : 'There is no alarm.' };
      fire = on;
      report('site', 'fire', on ? 'fire alarm' : 'fire alarm reset');
      settle();
      return { done: true, message: on ? 'The fire alarm sounds.' : 'The fire alarm is reset.' };
    },
    report,
  };
};
