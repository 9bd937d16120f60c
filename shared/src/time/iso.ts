/** A moment in ms since 1970 as ISO 8601 in UTC, to the millisecond. */
export const isoOf = (ms: number): string => new Date(ms).toISOString();

/** The same, and null for what has no moment. */
export const isoOrNull = (ms: number | null | undefined): string | null => (ms == null ? null : isoOf(ms));
