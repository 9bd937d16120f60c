export interface TzifContent {
  readonly version?: string;
  /** Offsets in seconds east of UTC; the first holds before the first transition. */
  readonly types: readonly number[];
  /** Instants, each with the place of its type. */
  readonly transitions: readonly (readonly [at: number, type: number])[];
  readonly footer: string;
  readonly leapSeconds?: number;
}

/** A TZif file (RFC 9636, 3) for tests: an empty 32-bit block, and the content in the 64-bit one. */
export const tzifBytes = ({ version = '2', types, transitions, footer, leapSeconds = 0 }: TzifContent): Buffer => {
  const header = (...counts: readonly number[]) => {
    const bytes = Buffer.alloc(44);
    bytes.write(`TZif${version}`, 'latin1');
    for (const [i, count] of counts.entries()) bytes.writeUInt32BE(count, 20 + 4 * i);
    return bytes;
  };
  const times = Buffer.alloc(transitions.length * 9);
  for (const [i, [at, type]] of transitions.entries()) {
    times.writeBigInt64BE(BigInt(at), i * 8);
    times.writeUInt8(type, transitions.length * 8 + i);
  }
  const kinds = Buffer.alloc(types.length * 6);
  for (const [i, offset] of types.entries()) kinds.writeInt32BE(offset, i * 6);
  return Buffer.concat([
    header(0, 0, 0, 0, 1, 1),
    Buffer.alloc(6 + 1),
    header(0, 0, leapSeconds, transitions.length, types.length, 1),
    times,
    kinds,
    Buffer.alloc(1 + leapSeconds * 12),
    Buffer.from(`\n${footer}\n`, 'latin1'),
  ]);
};
