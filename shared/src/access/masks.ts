/** Sets of doors by number. */
export interface Masks {
  /** The row of a number, from 1; 0 for one that stands for no doors. */
  readonly rows: Uint32Array;
  /** Row after row, row 0 empty. */
  readonly bits: Uint32Array;
  /** Words a row. */
  readonly width: number;
}

/** Numbers are given one by one, so they lie close together; one beyond this stands for nothing. */
const NUMBER_MAX = 1 << 24;

export const createMasks = (
  entries: readonly { readonly number: number; readonly mask: Uint32Array | undefined }[],
): Masks => {
  const mapped = entries.filter(
    (entry): entry is { number: number; mask: Uint32Array } =>
      entry.mask !== undefined && entry.number >= 0 && entry.number <= NUMBER_MAX,
  );
  const highest = mapped.reduce((most, { number }) => Math.max(most, number), 0);
  const width = mapped[0]?.mask.length ?? 0;
  const rows = new Uint32Array(highest + 1);
  const bits = new Uint32Array((mapped.length + 1) * width);
  for (const [i, { number, mask }] of mapped.entries()) {
    rows[number] = i + 1;
    bits.set(mask, (i + 1) * width);
  }
  return { rows, bits, width };
};

/** The row of a number; 0 if there is none. */
export const rowOf = (masks: Masks, number: number): number =>
  number < masks.rows.length ? (masks.rows[number] as number) : 0;

/** Whether a row has a door. The door's index must be one of the facility's. */
export const rowHas = (masks: Masks, row: number, door: number): boolean =>
  (((masks.bits[row * masks.width + (door >>> 5)] as number) >>> (door & 31)) & 1) === 1;
