import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { z } from 'zod';
import type { Log } from '../log.ts';

const Lost = z.strictObject({
  facts: z.int().positive(),
  /** When the first of them was lost, by the box's wall clock. */
  sinceMs: z.int().nonnegative(),
  why: z.string().max(200),
});
/** Facts that the disk did not take. */
export type Lost = z.infer<typeof Lost>;

/** `afterSeq`: the journal's newest fact when they were lost. Once the chain goes on, it says itself what was lost. */
const Kept = z.strictObject({ ...Lost.shape, afterSeq: z.int().nonnegative() });

export interface LostFacts {
  current(): Lost | undefined;
  add(facts: number, at: { readonly nowMs: number; readonly why: string; readonly afterSeq: number }): void;
  /** The chain says it now. */
  told(): void;
}

/** What was counted by an earlier run, if its chain ended at `lastSeq` and so never told. */
export interface LostMemory {
  load(lastSeq: number): Lost | undefined;
  save(lost: Lost & { readonly afterSeq: number }): void;
}
const FORGETFUL: LostMemory = { load: () => undefined, save: () => undefined };

export const countLost = (lastSeq: number, memory: LostMemory = FORGETFUL): LostFacts => {
  let lost = memory.load(lastSeq);
  return {
    current: () => lost,
    add: (facts, { nowMs, why, afterSeq }) => {
      if (facts === 0) return;
      lost = {
        facts: (lost?.facts ?? 0) + facts,
        sinceMs: lost?.sinceMs ?? Math.round(nowMs),
        why: lost?.why ?? why.slice(0, 200),
      };
      memory.save({ ...lost, afterSeq });
    },
    told: () => {
      lost = undefined;
    },
  };
};

const BYTES = 512;

/**
 * Remembers the count over a restart in a file whose one block is there from the beginning and is only ever written
 * over, so that it needs no room on a full disk. On a disk that takes no write at all the count ends with the process.
 */
export const lostMemory = (path: string, log: Log): LostMemory => {
  const write = (text: string, flags: string): void => {
    const fd = openSync(path, flags, 0o600);
    try {
      writeSync(fd, Buffer.from(text.padEnd(BYTES)), 0, BYTES, 0);
      fdatasyncSync(fd);
    } finally {
      closeSync(fd);
    }
  };
  const read = (): string | undefined => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return undefined;
    }
  };
  const quietly = (work: () => void, what: string): void => {
    try {
      work();
    } catch (error) {
      log.warn({ err: error }, what);
    }
  };
  if (read() === undefined) quietly(() => write('', 'w'), 'The count of lost facts could not be prepared.');
  return {
    load: (lastSeq) => {
      try {
        const { afterSeq, ...lost } = Kept.parse(JSON.parse(read() ?? ''));
        return afterSeq === lastSeq ? lost : undefined;
      } catch {
        return undefined; // Blank, or a write that was cut off.
      }
    },
    save: (lost) =>
      quietly(() => write(JSON.stringify(lost), 'r+'), 'The count of lost facts could not be written down.'),
  };
};
