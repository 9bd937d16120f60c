import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { createButton } from './button.ts';
import { type ContactMode, type ContactReading, createContact } from './contact.ts';
import { type DoorState, doorState } from './door-state.ts';
import { createLeaf } from './leaf.ts';
import { createLock } from './lock.ts';
import type { LockPosition } from './lock-kinds.ts';
import type { DoorPlan } from './plans.ts';
import { createRelay } from './relay.ts';

/** What became of an attempt on the building. That a lock holds is an outcome, not an error. */
export interface Outcome {
  readonly done: boolean;
  /** One sentence for people. */
  readonly message: string;
}

/** A door as hands and screwdrivers meet it, and as its board's terminals see it. */
export interface Door {
  readonly plan: DoorPlan;
  push(hold?: Duration): Outcome;
  force(): Outcome;
  pullShut(): Outcome;
  prop(): Outcome;
  unprop(): Outcome;
  /** Sticks the lock where it is; with `forTime` it comes free by itself, with `only` it is left alone anywhere else. */
  jam(how?: { readonly forTime?: Duration | undefined; readonly only?: LockPosition | undefined }): Outcome;
  free(): Outcome;
  weld(): Outcome;
  unweld(): Outcome;
  cutLockPower(): Outcome;
  restoreLockPower(): Outcome;
  pressRex(hold: Duration): Outcome;
  setContact(mode: ContactMode, at?: ContactReading): Outcome;
  /** The board moves its coil. */
  setCoil(energised: boolean, cause: string): void;
  /** Electrical levels on the terminals that its contacts are wired to. */
  inputs(): readonly { readonly board: string; readonly input: number; readonly on: boolean }[];
  /** Looks at mains and fire again; the site calls it when they change. */
  settle(): void;
  state(): DoorState;
}

export interface DoorDeps {
  readonly clock: Clock;
  readonly plan: DoorPlan;
  readonly mains: () => boolean;
  readonly fire: () => boolean;
  /** Hears, in words, everything that happens to this door. */
  readonly report: (part: DoorPart, text: string) => void;
}
export type DoorPart = 'coil' | 'lock' | 'leaf' | 'contact' | 'rex';

const done = (message: string): Outcome => ({ done: true, message });
const refused = (message: string): Outcome => ({ done: false, message });

export const createDoor = ({ clock, plan, mains, fire, report }: DoorDeps): Door => {
  let lockPower = true;
  let leafSaid = 'shut';
  let freeing: Timer | undefined;

  const relay = createRelay({
    wiring: plan.wiring,
    onChange: (what) => {
      const coil = relay.energised ? 'coil energised' : 'coil at rest';
      if (what === 'coil') report('coil', `${coil}: ${relay.cause}`);
      else report('coil', relay.welded ? 'relay contact welded shut' : 'relay contact broke loose');
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
      contact.follow(leaf.ajar);
      settle();
      const says = leaf.propped ? `${leaf.motion}, propped` : leaf.motion;
      if (says !== leafSaid) report('leaf', `leaf ${says}`);
      leafSaid = says;
    },
  });
  const contact = createContact({ clock, onChange: (reading) => report('contact', `contact reads ${reading}`) });
  const rex = createButton({
    clock,
    onChange: (pressed) => {
      report('rex', pressed ? 'exit button pressed' : 'exit button let go');
      settle();
    },
  });
  const releasedByHardware = () => (rex.pressed && plan.rex?.cutsPower === true) || (fire() && plan.fireCutsPower);
  const forces = () => ({
    supplied: mains() && lockPower,
    circuitClosed: relay.closed && !releasedByHardware(),
    leafShut: leaf.shut,
  });
  const lock = createLock({
    clock,
    kind: plan.lock,
    initially: forces(),
    onChange: (at) => report('lock', `lock ${at}`),
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

  const wired = (
    point: { readonly board?: string | undefined; readonly input: number; readonly active: string } | undefined,
    stands: string,
  ) => (point ? [{ board: point.board ?? plan.board, input: point.input, on: stands === point.active }] : []);

  const free = (): Outcome => {
    freeing?.cancel();
    lock.free();
    report('lock', 'lock freed');
    return done('The lock moves freely.');
  };

  return {
    plan,
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
    weld: () => {
      relay.weld();
      return done('The relay contact is welded shut.');
    },
    unweld: () => {
      relay.unweld();
      return done('The relay contact moves again.');
    },
    cutLockPower: () => setLockPower(false),
    restoreLockPower: () => setLockPower(true),
    pressRex: (hold) => {
      if (plan.rex === undefined) return refused('This door has no exit button.');
      rex.press(hold);
      return done(`The exit button is held for ${hold} ms.`);
    },
    setContact: (mode, at) => {
      contact.setMode(mode, at);
      report('contact', mode === 'stuck' ? `contact stuck ${contact.reading}` : `contact ${mode}`);
      return done(mode === 'stuck' ? `The contact is stuck ${contact.reading}.` : `The contact is set to ${mode}.`);
    },
    setCoil: (energised, cause) => relay.set(energised, cause),
    inputs: () => [
      ...wired(plan.sense, lock.position),
      ...wired(plan.contact, contact.reading),
      ...wired(plan.rex, rex.pressed ? 'pressed' : 'released'),
    ],
    settle,
    state: () => doorState({ plan, relay, lock, leaf, contact, rex, lockPower }),
  };
};
