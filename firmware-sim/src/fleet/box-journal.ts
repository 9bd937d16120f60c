import { randomUUID } from 'node:crypto';
import type { BootId, BoxId } from '@gatehouse/shared/ids/ids.ts';
import { type Fact, type FactBody, factHash, genesisHash } from '@gatehouse/shared/journal/fact.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';

/** The journal of a light box: chained as a real one, in memory, forgotten once the cloud has stored it. */
export interface BoxJournal {
  readonly epoch: string;
  readonly lastSeq: number;
  add(...bodies: readonly FactBody[]): void;
  /** What the cloud has not acknowledged, the oldest first, as many as one message takes. */
  waiting(most: number): readonly Fact[];
  /** Resolves with how many facts that was news of. */
  stored(epoch: string, through: number): number;
}

/** A cloud that stores nothing must not fill the memory: what is too much is never begun. */
const WAITING_MAX = 1_000;

export const createBoxJournal = (deps: { clock: Clock; boxId: BoxId; bootId: BootId }): BoxJournal => {
  const { clock, boxId, bootId } = deps;
  const epoch = randomUUID();
  const waiting: Fact[] = [];
  let seq = 0;
  let prev = genesisHash(boxId, epoch);
  return {
    epoch,
    get lastSeq() {
      return seq;
    },
    add: (...bodies) => {
      if (waiting.length + bodies.length > WAITING_MAX) return;
      for (const body of bodies) {
        seq += 1;
        const fact = { seq, bootId, monoMs: clock.monoMs(), wallMs: clock.wallMs(), clockTrusted: true, body, prev };
        prev = factHash(fact);
        waiting.push({ ...fact, hash: prev });
      }
    },
    waiting: (most) => waiting.slice(0, most),
    stored: (of, through) => {
      const first = waiting[0]?.seq;
      if (of !== epoch || first === undefined || through < first) return 0;
      return waiting.splice(0, through - first + 1).length;
    },
  };
};
