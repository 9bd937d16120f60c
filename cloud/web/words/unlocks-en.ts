import { counted } from './counting.ts';

/** Why an unlock did not come to a lock that was seen unlocked, and what to do. */
const NOT_SEEN: Readonly<Record<string, string>> = {
  relay_fault: 'The lock was told to open and was not seen to move. Somebody has to go there.',
  unlock_confirmation_timeout: 'No word came from the door in time. The order has expired: it will not open later.',
  device_offline: 'The box of this door is offline: it cannot be opened from here.',
  door_under_lockdown: 'The door is locked down: end the lockdown first.',
  maintenance_mode_active: 'Staff hold this door open or closed: end that first.',
};

/** What is read aloud of an unlock. */
const OUTCOME = {
  unlocked: 'seen unlocked.',
  commanded: 'told to unlock, and nothing can see its lock.',
  failed: 'not seen to unlock.',
} as const;

/** The words of who lets somebody in, and of what comes of it. */
export const unlockWords = {
  notSeen: (code: string, message: string): string => NOT_SEEN[code] ?? message,
  outcome: (door: string, outcome: 'unlocked' | 'commanded' | 'failed'): string => `${door}: ${OUTCOME[outcome]}`,
  letIn: (name: string, door: string): string => `Let ${name} in at ${door}`,
  althoughBanned: (label: string): string => `${label} although banned`,
  isBanned: (name: string): string => `${name} is banned`,
  seenUnlocked: (at: string, holdSeconds: number): string =>
    `At ${at}, for ${counted(holdSeconds, 'second', 'seconds')}.`,
} as const;
