/** Keys by their codes (linux/input-event-codes.h), as a keyboard of the United States has them: rows of neighbours. */
const ROWS: readonly (readonly [first: number, plain: string, shifted: string])[] = [
  [2, '1234567890-=', '!@#$%^&*()_+'],
  [16, 'qwertyuiop[]', 'QWERTYUIOP{}'],
  [30, "asdfghjkl;'`", 'ASDFGHJKL:"~'],
  [43, '\\zxcvbnm,./', '|ZXCVBNM<>?'],
  [55, '*', '*'],
  [57, ' ', ' '],
  [71, '789-456+1230.', '789-456+1230.'],
  [98, '/', '/'],
];

const CHARACTERS = new Map(
  ROWS.flatMap(([first, plain, shifted]) =>
    [...plain].map((character, at) => [first + at, [character, shifted[at] ?? character]] as const),
  ),
);

/** What a key types; undefined for one that types nothing. */
export const characterOf = (code: number, shifted: boolean): string | undefined =>
  CHARACTERS.get(code)?.[shifted ? 1 : 0];

/** Enter, tabulator, and Enter of the number pad: what readers end a number with. */
export const ENDS: ReadonlySet<number> = new Set([28, 15, 96]);
export const SHIFTS: ReadonlySet<number> = new Set([42, 54]);
/** Caps lock and num lock: readers press them to put a keyboard's state right, and say nothing by it. */
export const LOCKS: ReadonlySet<number> = new Set([58, 69]);
