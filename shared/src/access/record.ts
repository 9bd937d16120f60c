/** Memory that a record is written to, and may be read from at the same time. */
export interface RecordMemory {
  readonly words: Uint32Array;
  readonly times: Float64Array;
}

export const createRecord = (words: number): RecordMemory => {
  const memory = new ArrayBuffer((words + (words & 1)) * 4);
  return { words: new Uint32Array(memory), times: new Float64Array(memory) };
};

/** Views on bytes that were read from somewhere: on the same memory where it is aligned, else on a copy. */
export const recordOf = (bytes: Uint8Array): RecordMemory & { readonly bytes: Uint8Array } => {
  const aligned = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes); // A Buffer’s slice() would be no copy.
  const { buffer, byteOffset, byteLength } = aligned;
  return {
    bytes: aligned,
    words: new Uint32Array(buffer, byteOffset, byteLength >>> 2),
    times: new Float64Array(buffer, byteOffset, byteLength >>> 3),
  };
};
