import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import type { Duration } from '@gatehouse/shared/time/duration.ts';
import type { Building } from './building.ts';
import { type Contact, type ContactMode, createContact } from './contact.ts';
import { createDoor, type Door, type Outcome } from './door.ts';
import { createListeners, type Listeners } from './listeners.ts';
import { createWire, type Wire } from './wire.ts';

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

/** What a dip of the supply does to a board. */
export const DIP_EFFECTS = ['none', 'relays', 'reboot', 'hang'] as const;
/** `relays`: its coils fall off for the time of the dip, and the firmware never knows. */
export type DipEffect = (typeof DIP_EFFECTS)[number];

/** The building: its doors, its mains and its fire alarm. */
export interface Site {
  readonly building: Building;
  readonly doors: ReadonlyMap<string, Door>;
  readonly powered: boolean;
  /** Whether the supply sags at this moment. */
  readonly dipping: boolean;
  readonly fire: boolean;
  readonly events: Pick<Listeners<SiteEvent>, 'add'>;
  readonly onPower: Pick<Listeners<boolean>, 'add'>;
  readonly onDip: Pick<Listeners<{ readonly board: string; readonly effect: DipEffect }>, 'add'>;
  /** Every wire that can be cut, by its name: `front.sense`, `board-1.line`, `site.fire`. */
  readonly wires: ReadonlyMap<string, Wire>;
  /** What the fire alarm's contact says; undefined where none is wired. */
  readonly fireContact: Contact<'alarm' | 'normal'> | undefined;
  terminals(board: string): Terminals;
  cutPower(): Outcome;
  restorePower(): Outcome;
  /** The supply sags for a while: locks lose it, and each board suffers as `effectOn` says. */
  dip(time: Duration, effectOn: (board: string) => DipEffect): Outcome;
  setFireContact(mode: ContactMode, at?: 'alarm' | 'normal'): Outcome;
  setFire(on: boolean): Outcome;
  /** Lets a part that the site does not own (a board, a bus) speak in the same log. */
  report(where: string, part: string, text: string): void;
}

const DIP_WORDS = { none: 'rides through', relays: 'drops its relays', reboot: 'restarts', hang: 'hangs' } as const;

export interface SiteDeps {
  readonly clock: Clock;
  readonly building: Building;
}

export const createSite = ({ clock, building }: SiteDeps): Site => {
  const events = createListeners<SiteEvent>();
  const onPower = createListeners<boolean>();
  const onDip = createListeners<{ readonly board: string; readonly effect: DipEffect }>();
  const wiredBoards = [...building.boards, ...building.readers];
  /** Boards whose coils have too little voltage to hold. */
  const weak = new Set<string>();
  let powered = true;
  let dipping: Timer | undefined;
  let fire = false;

  const report = (where: string, part: string, text: string) =>
    events.emit({ at: new Date(clock.wallMs()).toISOString(), where, part, text });
  const doors = new Map<string, Door>(
    building.doors.map((plan) => [
      plan.name,
      createDoor({
        clock,
        plan,
        mains: () => powered && dipping === undefined,
        coilSupply: () => !weak.has(plan.board),
        fire: () => fire,
        report: (part, text) => report(plan.name, part, text),
      }),
    ]),
  );
  const siteWire = (name: string, where: string, noun: string): Wire =>
    createWire(name, (fault) =>
      report(where, 'wire', `${noun} ${fault === undefined ? 'mended' : fault === 'cut' ? 'cut' : 'shorted'}`),
    );
  const settle = () => {
    for (const door of doors.values()) door.settle();
  };
  const endDip = () => {
    dipping?.cancel();
    dipping = undefined;
    weak.clear();
  };
  const setPower = (on: boolean) => {
    endDip();
    powered = on;
    report('site', 'power', on ? 'mains is back' : 'mains power cut');
    // Boards first: their coils drop before a lock asks what feeds it.
    onPower.emit(on);
    settle();
  };

  const fireContact =
    building.fire &&
    createContact<'alarm' | 'normal'>({
      clock,
      initially: 'normal',
      onChange: (reading) => report('site', 'fire', `fire contact reads ${reading}`),
    });
  const wires = new Map<string, Wire>(
    [
      ...[...doors.values()].flatMap((door) => [...door.wires.values()]),
      ...(building.fire ? ['site.fire'] : []).map((name) => siteWire(name, 'site', 'fire loop')),
      ...wiredBoards.flatMap((plan) =>
        'bus' in plan && plan.kind !== 'gpio' ? [siteWire(`${plan.name}.line`, plan.name, 'bus line')] : [],
      ),
    ].map((wire) => [wire.name, wire]),
  );
  const fireLevel = (board: string, number: number): boolean => {
    if (building.fire?.board !== board || building.fire.input !== number) return false;
    return wires.get('site.fire')?.carries(fireContact?.reading === building.fire.active) === true;
  };

  return {
    building,
    doors,
    wires,
    fireContact,
    onDip,
    get powered() {
      return powered;
    },
    get dipping() {
      return dipping !== undefined;
    },
    get fire() {
      return fire;
    },
    events,
    onPower,
    terminals: (board) => {
      if (!wiredBoards.some(({ name }) => name === board)) throw new Bug(`no board "${board}" in this building`);
      const mine = [...doors.values()].filter((door) => door.plan.board === board);
      return {
        setCoil: (channel, energised, cause) =>
          mine.find((door) => door.plan.channel === channel)?.setCoil(energised, cause),
        input: (number) =>
          fireLevel(board, number) ||
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
    dip: (time, effectOn) => {
      if (!powered) return { done: false, message: 'The power is out: there is nothing to dip.' };
      endDip();
      // A reader of OSDP is a board too: it has a processor, and relays that a lock may hang on.
      const fed = [...building.boards, ...building.readers.filter(({ kind }) => kind === 'osdp')];
      const effects = fed.map(({ name, kind }) => {
        const effect = effectOn(name);
        // Relays on GPIO lines have no processor that could hang.
        return { board: name, effect: kind === 'gpio' && effect === 'hang' ? 'none' : effect } as const;
      });
      for (const { board, effect } of effects) if (effect === 'relays') weak.add(board);
      dipping = clock.after(time, () => {
        endDip();
        report('site', 'power', 'supply is steady again');
        settle();
      });
      const words = effects.map(({ board, effect }) => `${board} ${DIP_WORDS[effect]}`).join(', ');
      report('site', 'power', `supply dips for ${time} ms: ${words}`);
      for (const one of effects) onDip.emit(one);
      settle();
      return { done: true, message: `The supply dips for ${time} ms: ${words}.` };
    },
    setFireContact: (mode, at) => {
      if (fireContact === undefined) return { done: false, message: 'No board is wired to the fire alarm.' };
      fireContact.setMode(mode, at);
      const words = mode === 'stuck' ? `stuck ${fireContact.reading}` : mode;
      report('site', 'fire', `fire contact ${words}`);
      return { done: true, message: `The fire contact is ${words}.` };
    },
    setFire: (on) => {
      if (fire === on) return { done: false, message: on ? 'The alarm sounds already.' : 'There is no alarm.' };
      fire = on;
      fireContact?.follow(on ? 'alarm' : 'normal');
      report('site', 'fire', on ? 'fire alarm' : 'fire alarm reset');
      settle();
      return { done: true, message: on ? 'The fire alarm sounds.' : 'The fire alarm is reset.' };
    },
    report,
  };
};
