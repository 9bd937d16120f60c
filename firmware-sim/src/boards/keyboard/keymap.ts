/** linux/input-event-codes.h. */
export const KEY_ENTER = 28;
export const KEY_LEFT_SHIFT = 42;

/** Rows of a US keyboard: the code of the first key, what the keys type, and what they type with shift. */
const ROWS: readonly (readonly [number, string, string])[] = [
  [2, '1234567890-=', '!@#$%^&*()_+'],
  [16, 'qwertyuiop[]', 'QWERTYUIOP{}'],
  [30, "asdfghjkl;'`", 'ASDFGHJKL:"~'],
  [43, '\\zxcvbnm,./', '|ZXCVBNM<>?'],
  [57, ' ', ''],
];

export interface KeyPress {
  readonly code: number;
  readonly shift: boolean;
}

/** Which key types a character; undefined where none does. */
export const keyOf = (character: string): KeyPress | undefined => {
  for (const [first, plain, shifted] of ROWS) {
    const [at, withShift] = [plain.indexOf(character), shifted.indexOf(character)];
    if (at >= 0) return { code: first + at, shift: false };
    if (withShift >= 0) return { code: first + withShift, shift: true };
  }
  return undefined;
};
