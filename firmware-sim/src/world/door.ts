import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { createButton } from './button.ts';
import type { Contact, ContactMode } from './contact.ts';
import { createDoorContacts, type DoorContacts, type InputLevel, levelsOf, POINTS, type Point } from './door-points.ts';
import { type DoorState, doorState } from './door-state.ts';
import { createLeaf } from './leaf.ts';
import { createLock } from './lock.ts';
import type { LockPosition } from './lock-kinds.ts';
import type { DoorPlan } from './plans.ts';
import { createRelay, type RelayWeld } from './relay.ts';
import { createWire, type Wire } from './wire.ts';

/** What became of an attempt on the building. That a lock holds is an outcome, not an error. */
export interface Outcome {
  readonly done: boolean;
  /** One sentence for people. */
  readonly message: string;
}

/** A door as hands and screwdrivers meet it, and as its board's terminals see it. */
export interface Door {
  readonly plan: DoorPlan;
  /** Its wires by what runs through them: `lock`, and a contact's name for each that goes to a board. */
  readonly wires: ReadonlyMap<string, Wire>;
  push(hold?: Duration): Outcome;
  force(): Outcome;
  pullShut(): Outcome;
  prop(): Outcome;
  unprop(): Outcome;
  /** Sticks the lock where it is; with `forTime` it comes free by itself, with `only` it is left alone anywhere else. */
  jam(how?: { readonly forTime?: Duration | undefined; readonly only?: LockPosition | undefined }): Outcome;
  free(): Outcome;
  /** Sticks the relay's contact, or lets it move again. */
  weld(at: RelayWeld | undefined): Outcome;
  /** The relay's contact follows its coil only after this long. */
  slowRelay(by: Duration): Outcome;
  cutLockPower(): Outcome;
  restoreLockPower(): Outcome;
  pressRex(hold: Duration): Outcome;
  /** Makes one of its contacts lie. Throws nothing: a door without that contact says so. */
  setContact<P extends Point>(point: P, mode: ContactMode, at?: DoorContacts[P]['reading']): Outcome;
  /** The board moves its coil. */
  setCoil(energised: boolean, cause: string): void;
  /** Electrical levels on the terminals that its contacts are wired to. */
  inputs(): readonly InputLevel[];
  /** Looks at mains, boards and fire again; the site calls it when they change. */
  settle(): void;
  state(): DoorState;
}

export interface DoorDeps {
  readonly clock: Clock;
  readonly plan: DoorPlan;
  readonly mains: () => boolean;
  /** Whether its board has the voltage to hold a coil. */
  readonly coilSupply: () => boolean;
  readonly fire: () => boolean;
  /** Hears, in words, everything that happens to this door. */
  readonly report: (part: DoorPart, text: string) => void;
}
export type DoorPart = 'coil' | 'lock' | 'leaf' | 'wire' | Point;

const done = (message: string): Outcome => ({ done: true, message });
const refused = (message: string): Outcome => ({ done: false, message });

const WELDS = { closed: 'relay contact welded shut', open: 'relay contact burnt: it never closes' } as const;
const POINT_NAMES = { sense: 'lock sense', contact: 'contact', rex: 'exit button' } as const;

export const createDoor = ({ clock, plan, mains, coilSupply, fire, report }: DoorDeps): Door => {
  let lockPower = true;
  let leafSaid = 'shut';
  let freeing: Timer | undefined;

  const relay = createRelay({
    clock,
    wiring: plan.wiring,
    supplied: coilSupply,
    onChange: (what) => {
      if (what === 'coil') report('coil', `${relay.energised ? 'coil energised' : 'coil at rest'}: ${relay.cause}`);
      else if (what === 'weld') report('coil', relay.welded ? WELDS[relay.welded] : 'relay contact broke loose');
      else report('coil', `relay contact ${relay.closed ? 'closes' : 'opens'}`);
      settle();
    },
  });
  const leaf = createLeaf({
    clock,
    timing: {
      openTravel: Milliseconds(plan.openMs),
      closeTravel: Milliseconds(plan.closeMs),
      closerDelay: Milliseconds(plan.closerDelayMs),
    },
    onChange: () => {
      contacts.contact.follow(leaf.ajar ? 'open' : 'closed');
      settle();
      const says = leaf.propped ? `${leaf.motion}, propped` : leaf.motion;
      if (says !== leafSaid) report('leaf', `leaf ${says}`);
      leafSaid = says;
    },
  });
  const rex = createButton({
    clock,
    onChange: (pressed) => {
      contacts.rex.follow(pressed ? 'pressed' : 'released');
      report('rex', pressed ? 'exit button pressed' : 'exit button let go');
      settle();
    },
  });
  const wires = new Map(
    ['lock', ...POINTS.filter((point) => plan[point] !== undefined)].map((part) => [
      part,
      createWire(`${plan.name}.${part}`, (fault) => {
        const state = fault === undefined ? 'mended' : fault === 'cut' ? 'cut' : 'shorted';
        report('wire', `${part} wire ${state}`);
        settle();
      }),
    ]),
  );
  const releasedByHardware = () => (rex.pressed && plan.rex?.cutsPower === true) || (fire() && plan.fireCutsPower);
  const forces = () => ({
    supplied: mains() && lockPower,
    circuitClosed: wires.get('lock')?.carries(relay.closed) === true && !releasedByHardware(),
    leafShut: leaf.shut,
  });
  const lock = createLock({
    clock,
    kind: plan.lock,
    initially: forces(),
    onChange: (at) => {
      contacts.sense.follow(at);
      report('lock', `lock ${at}`);
    },
  });
  const contacts = createDoorContacts({
    clock,
    lock: lock.position,
    // What follows truly needs no word beside the lock's and the button's own; what lies does.
    onChange: (point, reading, faulty) => {
      if (point === 'contact' || faulty) report(point, `${POINT_NAMES[point]} reads ${reading}`);
    },
  });
  const settle = () => lock.feel(forces());
  const setLockPower = (on: boolean): Outcome => {
    lockPower = on;
    report('lock', on ? 'lock power is back' : 'lock power lost');
    settle();
    return done(on ? 'The lock has power.' : 'The lock has no power.');
  };

  const push = (hold = Milliseconds(plan.closerDelayMs)): Outcome => {
    if (leaf.shut && lock.position === 'locked') return refused('The lock holds; the door did not move.');
    leaf.open(hold);
    return done('The door opens.');
  };

  const free = (): Outcome => {
    freeing?.cancel();
    lock.free();
    report('lock', 'lock freed');
    return done('The lock moves freely.');
  };

  return {
    plan,
    wires,
    push,
    force: () => {
      if (!leaf.shut) return refused('The door is not shut; there is nothing to force.');
      const held = lock.position === 'locked';
      if (held) report('leaf', 'leaf forced open against the lock');
      lock.tear();
      leaf.open(Milliseconds(plan.closerDelayMs));
      return done(held ? 'The door was torn open against its lock.' : 'The door opens; nothing held it.');
    },
    pullShut: () => {
      if (leaf.shut) return refused('The door is shut already.');
      leaf.close();
      return done('The door closes.');
    },
    prop: () => {
      const opened = leaf.shut ? push() : done('');
      if (!opened.done) return opened;
      leaf.prop();
      return done('The door is propped open.');
    },
    unprop: () => {
      if (!leaf.propped) return refused('Nothing props the door.');
      leaf.unprop();
      return done('The prop is gone; the closer takes over.');
    },
    jam: ({ forTime, only } = {}) => {
      if (only !== undefined && lock.position !== only)
        return refused(`The lock is ${lock.position}; it is left alone.`);
      freeing?.cancel();
      freeing = forTime === undefined ? undefined : clock.after(forTime, free);
      lock.jam();
      report('lock', `lock jammed ${lock.position}`);
      return done(`The lock is jammed ${lock.position}.`);
    },
    free,
    weld: (at) => {
      relay.weld(at);
      if (at === undefined) return done('The relay contact moves again.');
      return done(at === 'closed' ? 'The relay contact is welded shut.' : 'The relay contact never closes.');
    },
    slowRelay: (by) => {
      relay.slow(by);
      return done(by === 0 ? 'The relay follows at once.' : `The relay follows its coil after ${by} ms.`);
    },
    cutLockPower: () => setLockPower(false),
    restoreLockPower: () => setLockPower(true),
    pressRex: (hold) => {
      if (plan.rex === undefined) return refused('This door has no exit button.');
      rex.press(hold);
      return done(`The exit button is held for ${hold} ms.`);
    },
    setContact: (point, mode, at) => {
      if (plan[point] === undefined) return refused(`This door has no ${POINT_NAMES[point]} wired.`);
      const one: Contact<string> = contacts[point];
      one.setMode(mode, at);
      const name = POINT_NAMES[point];
      report(point, mode === 'stuck' ? `${name} stuck ${one.reading}` : `${name} ${mode}`);
      return done(mode === 'stuck' ? `The ${name} is stuck ${one.reading}.` : `The ${name} is set to ${mode}.`);
    },
    setCoil: (energised, cause) => relay.set(energised, cause),
    inputs: () => levelsOf(plan, contacts, wires),
    settle: () => {
      relay.feel();
      settle();
    },
    state: () => doorState({ plan, relay, lock, leaf, contacts, wires, pressed: rex.pressed, lockPower }),
  };
};
