import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Contact, createContact } from './contact.ts';
import type { LockPosition } from './lock-kinds.ts';
import type { DoorPlan } from './plans.ts';
import type { Wire } from './wire.ts';

/** The contacts of a door, by what they are fixed to: the lock, the leaf, the exit button. */
export interface DoorContacts {
  readonly sense: Contact<LockPosition>;
  readonly contact: Contact<'open' | 'closed'>;
  readonly rex: Contact<'pressed' | 'released'>;
}
export type Point = keyof DoorContacts;
export const POINTS: readonly Point[] = ['sense', 'contact', 'rex'];

/** The level that a door puts on one input of a board. */
export interface InputLevel {
  readonly board: string;
  readonly input: number;
  readonly on: boolean;
}

/** `onChange` hears of every new reading, and whether the contact only follows or says it by a fault of its own. */
export const createDoorContacts = (deps: {
  readonly clock: Clock;
  readonly lock: LockPosition;
  readonly onChange: (point: Point, reading: string, faulty: boolean) => void;
}): DoorContacts => {
  const { clock, lock, onChange } = deps;
  const tell =
    (point: Point) =>
    (reading: string): void =>
      onChange(point, reading, contacts[point].mode !== 'normal');
  const contacts: DoorContacts = {
    sense: createContact({ clock, initially: lock, onChange: tell('sense') }),
    contact: createContact<'open' | 'closed'>({ clock, initially: 'closed', onChange: tell('contact') }),
    rex: createContact<'pressed' | 'released'>({ clock, initially: 'released', onChange: tell('rex') }),
  };
  return contacts;
};

/** What reaches the boards: each contact's circuit, through its wire. */
export const levelsOf = (plan: DoorPlan, contacts: DoorContacts, wires: ReadonlyMap<string, Wire>): InputLevel[] =>
  POINTS.flatMap((point) => {
    const wired = plan[point];
    if (wired === undefined) return [];
    const made = contacts[point].reading === wired.active;
    const on = wires.get(point)?.carries(made) ?? made;
    return [{ board: wired.board ?? plan.board, input: wired.input, on }];
  });
