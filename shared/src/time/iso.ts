/** The first and the last moment of a year of four digits: no reader of dates need take others. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** A moment in ms since 1970 as ISO 8601 in UTC, to the millisecond. What devices say is any number: the nearest there is. */
export const isoOf = (ms: number): string => new Date(Math.min(Math.max(ms, FIRST_MS), LAST_MS)).toISOString();

/** The same, and null for what has no moment. */
export const isoOrNull = (ms: number | null | undefined): string | null => (ms == null ? null : isoOf(ms));
