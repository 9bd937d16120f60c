/**
 * Every table of the database. Each module adds its own by declaration merging, in `<domain>.tables.ts`, so that no
 * list here has to be edited: `declare module '../../db/tables.ts' { interface Tables { door: DoorTable } }`.
 *
 * Column rules on both engines: times are integer milliseconds since 1970, booleans 0 or 1, JSON is text.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the modules' declarations.
export interface Tables {}
