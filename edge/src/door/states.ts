import type { DoorStates } from '@gatehouse/shared/door/door-states.ts';
import { type Door, RELAY_FAULTS_FOR_ALARM } from './door-state.ts';
import { demandedState, type Lock } from './lock-state.ts';
import type { DoorPart, DoorRunner } from './running-door.ts';

const atRest = ({ mode, lockdown }: Lock): DoorStates['mode'] => {
  if (lockdown) return 'locked_down';
  return mode === 'force-closed' ? 'blocked' : 'locked';
};

const modeOf = (lock: Lock): DoorStates['mode'] => {
  const modes = {
    fire: 'locked_open',
    exit: 'accessed',
    open: 'unlocked',
    hold: 'accessed',
    rest: atRest(lock),
  } as const;
  return modes[demandedState(lock)];
};

const alarmOf = ({ leaf }: Door): DoorStates['alarm'] => {
  switch (leaf.at) {
    case 'unknown':
      return 'unknown';
    case 'forced':
      return 'forced_open';
    case 'held':
      return 'held_open';
    case 'open':
      return leaf.warned ? 'held_open_soon' : 'normal';
    case 'closed':
    case 'suspect':
      return 'normal';
  }
};

const PARTS: Readonly<Record<DoorPart, string>> = {
  relay: 'the relay',
  evidence: 'the lock sense',
  contact: 'the contact',
  rex: 'the exit button',
  fire: 'the fire input',
  keySwitch: 'the key switch',
};

const faultOf = (runner: DoorRunner, keyIdle: boolean): DoorStates['fault'] => {
  const texts: string[] = [];
  const lost = runner.lost().map((part) => PARTS[part]);
  if (lost.length > 0) texts.push(`Boards do not answer: no word from ${lost.join(', ')}.`);
  if (runner.door().faultsInARow >= RELAY_FAULTS_FOR_ALARM)
    texts.push(`The lock was not seen to follow ${runner.door().faultsInARow} times in a row.`);
  if (keyIdle)
    texts.push('The key switch was turned when it was first looked at: it begins nothing before it is turned back.');
  if (texts.length > 0) return { state: 'detected', text: texts.join(' ') };
  return { state: runner.up() ? 'none' : 'unknown', text: null };
};

/** A door in ONVIF's words. What a board that does not answer would say is unknown. */
export const statesOf = (runner: DoorRunner, keyIdle: boolean): DoorStates => {
  const door = runner.door();
  const { up, contactUp } = { up: runner.up(), contactUp: runner.contactUp() };
  const jammed = door.faultsInARow >= RELAY_FAULTS_FOR_ALARM;
  const leaf = door.leaf.at === 'unknown' ? 'unknown' : door.leaf.at === 'closed' ? 'closed' : 'open';
  return {
    mode: up ? modeOf(door.lock) : 'unknown',
    door: contactUp ? leaf : 'unknown',
    lock: up ? (jammed ? 'fault' : door.sense.seen) : 'unknown',
    alarm: contactUp ? alarmOf(door) : 'unknown',
    fault: faultOf(runner, keyIdle),
  };
};
