import {
  FORCE_OPEN_HOURS_DEFAULT,
  FORCE_OPEN_HOURS_MAX,
  type Maintenance,
} from '@gatehouse/shared/door/maintenance.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import { doorsFault } from './doors.faults.ts';

/** When a maintenance that is asked for now ends, in ms since 1970; null for one that does not. Throws the fault of a bad end. */
export const endOf = (mode: Maintenance['mode'], untilMs: number | null, nowMs: number): number | null => {
  if (mode === 'off') return null;
  if (untilMs === null) return mode === 'force-open' ? nowMs + Hours(FORCE_OPEN_HOURS_DEFAULT) : null;
  if (untilMs <= nowMs) throw doorsFault('bad_end', 'The end of the maintenance has passed already.');
  if (mode === 'force-open' && untilMs > nowMs + Hours(FORCE_OPEN_HOURS_MAX))
    throw doorsFault('bad_end', `A door may be forced open for ${FORCE_OPEN_HOURS_MAX} hours at most.`);
  return untilMs;
};
