import type { Door } from '../../sites/doors/doors.module.ts';

/** Whether somebody locked the door down who is no lockdown of the cloud; what is known of that is handed on. */
export const wasLocked = (
  { id, lockdown }: Door,
  standing: readonly { was_locked: number }[] | undefined,
  ending: ReadonlySet<string>,
): boolean =>
  standing === undefined ? lockdown.active && !ending.has(id) : standing.some(({ was_locked }) => was_locked === 1);
