import { listed } from '../../words/counting.ts';
import { words } from '../../words/en.ts';
import type { SeenDoor } from './seen-door.ts';

/** Why nobody gets in at a door now, as far as can be seen; undefined where people do, or where nothing is known. */
export const blockedBy = (door: SeenDoor): string | undefined => {
  if (door.lockdown.active) return words.lockedDown(door.lockdown);
  if (door.maintenance.mode === 'force-closed') return words.maintenance(door.maintenance);
  if (door.presence === 'unreachable') return words.presence(door.presence);
  if (door.presence === 'online' && door.states?.fault.state === 'detected')
    return door.states.fault.text ?? words.lockFault;
  return undefined;
};

/** A door that is not heard of decides by itself: people may get in, and nobody here can tell. */
export const isUnseen = ({ presence }: SeenDoor): boolean =>
  presence === 'gone' || presence === 'stale' || presence === 'never_seen' || presence === 'without_box';

/** Older than this, the rules that a box goes by are worth a word. */
const RULES_AGE_SECONDS = 300;

/** Whether a door goes by the newest rules, and has heard lately that they are. */
export const isUpToDate = ({ enforces }: SeenDoor): boolean =>
  enforces !== null && enforces.revision >= (enforces.of ?? 0) && (enforces.ageSeconds ?? 0) <= RULES_AGE_SECONDS;

const ALARMS: Readonly<Record<string, string>> = {
  forced_open: 'Forced open',
  held_open: 'Held open too long',
  relay_fault: 'The lock does not move when told',
  fire: 'Released by the fire alarm',
  unaccounted: 'Moved, and its box did not do it',
};

export interface Notice {
  readonly tone: 'alarm' | 'held';
  readonly text: string;
}

/** What is out of the ordinary at a door, the worst first. */
export const noticesOf = (door: SeenDoor): readonly Notice[] => {
  const alarm = (text: string): Notice => ({ tone: 'alarm', text });
  const held = (text: string): Notice => ({ tone: 'held', text });
  const fault = door.states?.fault;
  return [
    ...(door.presence === 'online' ? [] : [alarm(words.presence(door.presence))]),
    ...door.alarms.map((name) => alarm(ALARMS[name] ?? name.replaceAll('_', ' '))),
    ...(fault?.state === 'detected' && fault.text !== null ? [alarm(fault.text)] : []),
    ...(door.lockdown.active ? [held(words.lockedDown(door.lockdown))] : []),
    ...(door.maintenance.mode === 'off' ? [] : [held(words.maintenance(door.maintenance))]),
  ];
};

/** How a door looks from afar: `alarm` needs somebody, `held` is not as usual, `open` is unlocked, `calm` is neither. */
export const toneOf = (door: SeenDoor): 'alarm' | 'held' | 'open' | 'calm' => {
  const [worst] = noticesOf(door);
  return worst?.tone ?? (door.lock === 'unlocked' ? 'open' : 'calm');
};

/** A door’s state in one line: what a decision about it hangs on. */
export const inOneLine = (door: SeenDoor, lock: string, contact: string): string =>
  [lock, door.contact === 'unknown' ? '' : contact.toLowerCase(), door.lockdown.active ? 'locked down' : '']
    .filter(Boolean)
    .join(', ');

/** How a door stands, in one sentence: its lock in words, then what is out of the ordinary. */
export const standing = (door: SeenDoor, lock: string): string =>
  `${door.name}: ${listed([lock, ...noticesOf(door).map(({ text }) => text)])}`;
