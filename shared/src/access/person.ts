/**
 * A person's facts as one binary record: `bytes` is position independent and may be stored; the views are on the same memory.
 * Made by `compilePerson` or `readPerson` only, which leave nothing in it that could lead a reader astray.
 */
export interface Person {
  readonly bytes: Uint8Array;
  readonly words: Uint32Array;
  readonly times: Float64Array;
}
