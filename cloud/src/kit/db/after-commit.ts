import type { Tx } from './unit-of-work.ts';

const waiting = new WeakMap<Tx, (() => void)[]>();

/**
 * Runs something once the unit of this transaction is committed, and never if it is not: what wakes others up. It is lost if
 * the process dies in between, or if it throws, so whoever needs it must also look by themselves now and then.
 */
export const afterCommit = (tx: Tx, run: () => void): void => {
  const runs = waiting.get(tx);
  if (runs === undefined) waiting.set(tx, [run]);
  else runs.push(run);
};

/** For the engines: the unit of this transaction is committed. */
export const committed = (tx: Tx): void => {
  const runs = waiting.get(tx) ?? [];
  waiting.delete(tx);
  for (const run of runs)
    try {
      run();
    } catch (cause) {
      // The unit stands, and so do those of its neighbours, who have not heard of theirs yet.
      process.emitWarning(`What waited for a commit failed: ${cause instanceof Error ? cause.stack : String(cause)}`);
    }
};
