import { isoOrNull } from '@gatehouse/shared/time/iso.ts';
import type { Door } from '../../sites/doors/doors.module.ts';

export const BLOCKED_BY = ['lockdown', 'kept_closed', 'board_silent', 'lock_fault'] as const;

/** Why nobody gets in at a door now, by whom, and until when where that is known. */
export interface Blocked {
  readonly why: (typeof BLOCKED_BY)[number];
  readonly by: string | null;
  readonly reason: string | null;
  readonly until: string | null;
}

/** As far as can be seen from here: undefined where people get in, and of a door that is not heard of, which decides by itself. */
export const blockedBy = ({ lockdown, maintenance, presence, states }: Door): Blocked | undefined => {
  if (lockdown.active) return { why: 'lockdown', by: lockdown.by, reason: lockdown.reason, until: null };
  if (maintenance.mode === 'force-closed') {
    const { by, reason, untilMs } = maintenance;
    return { why: 'kept_closed', by, reason, until: isoOrNull(untilMs) };
  }
  const nobody = { by: null, until: null };
  if (presence === 'unreachable') return { why: 'board_silent', ...nobody, reason: null };
  if (presence === 'online' && states?.fault.state === 'detected')
    return { why: 'lock_fault', ...nobody, reason: states.fault.text };
  return undefined;
};

/** Whether nobody here can tell how a door is: its box is away, never came, or there is none. */
export const isUnseen = ({ presence }: Door): boolean => presence !== 'online' && presence !== 'unreachable';
