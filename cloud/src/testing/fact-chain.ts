import type { BootId, BoxId } from '@gatehouse/shared/ids/ids.ts';
import { type Fact, type FactBody, factHash, genesisHash } from '@gatehouse/shared/journal/fact.ts';

export const EPOCH = '0c1d2e3f-0000-4000-8000-000000000001';
const BOOT = '7b0e3f0e-6a52-4c7e-9f2b-0d9f6a1f7c11' as BootId;
const BEGINS_AT = 1_767_225_600_000;

/** Writes the journal of a box, one fact after the other, each bound to the one before as the box itself binds them. */
export const aFactChain = (boxId: BoxId, epoch = EPOCH) => {
  let end = { seq: 0, hash: genesisHash(boxId, epoch) };
  return (body: FactBody, fields: Partial<Omit<Fact, 'body' | 'hash'>> = {}): Fact => {
    const seq = end.seq + 1;
    const at = { bootId: BOOT, monoMs: seq, wallMs: BEGINS_AT + seq, clockTrusted: true };
    const fact = { seq, ...at, prev: end.hash, ...fields, body };
    end = { seq: fact.seq, hash: factHash(fact) };
    return { ...fact, hash: end.hash };
  };
};

/** So many facts of which it does not matter what they say. */
export const chainOf = (boxId: BoxId, count: number, epoch = EPOCH): Fact[] => {
  const write = aFactChain(boxId, epoch);
  return Array.from({ length: count }, (_, i) => write({ kind: 'config.applied', data: { revision: i + 1 } }));
};
