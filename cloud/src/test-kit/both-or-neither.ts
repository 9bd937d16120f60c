import { expect } from 'vitest';
import type { Also, Database, Tx } from '../db/unit-of-work.ts';

/** Holds that a change and what its caller writes along with it are there both or not at all. `everything` is what a change could change. */
export const bothOrNeither = async (
  db: Pick<Database, 'read'>,
  everything: (tx: Tx) => Promise<unknown>,
  change: (also: Also) => Promise<unknown>,
): Promise<void> => {
  const before = await db.read(everything);
  await expect(change(() => Promise.reject(new Error('no room for the row')))).rejects.toThrow('no room for the row');
  expect(await db.read(everything)).toEqual(before);
  const seen: unknown[] = [];
  await change(async (tx) => {
    seen.push(await everything(tx));
  });
  expect(seen, 'it is written once, after all else').toEqual([await db.read(everything)]);
  expect(seen).not.toEqual([before]);
};
