import { type QuietHours, USUAL_QUIET_HOURS } from './send-times.ts';

/** The hours that a facility has set, or the usual ones. */
export const quietHoursOf = (
  row: { readonly from_minute: number; readonly until_minute: number } | undefined,
): QuietHours =>
  row === undefined
    ? USUAL_QUIET_HOURS
    : { fromMinute: Number(row.from_minute), untilMinute: Number(row.until_minute) };
