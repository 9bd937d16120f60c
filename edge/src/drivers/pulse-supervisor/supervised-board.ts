import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { BoardError, type Reading, type RelayBoard, type WriteLimits, type Written } from '../driver.ts';
import type { Done, OrderDraft, Orders } from './orders.ts';

export interface SupervisedBoardDeps {
  readonly orders: Pick<Orders, 'run'>;
  /** Units that have not been told yet that their pulse supervisor was gone: what it held may have fallen. */
  readonly untold: Set<number>;
  /** From the machine's monotonic clock to the agent's own. */
  readonly toAgentMs: (atMs: number) => number;
  readonly onHint: (listener: () => void) => () => void;
}

/** One relay board in a pulse supervisor. */
export const supervisedBoard = (
  unit: number,
  { orders, untold, toAgentMs, onHint }: SupervisedBoardDeps,
): RelayBoard => {
  const anew = () => new BoardError('gone', false, 'the pulse supervisor of the bus was started anew');

  const write = async (draft: OrderDraft, limits: WriteLimits | undefined): Promise<Written> => {
    if (untold.has(unit)) throw anew();
    const { atMs } = await orders.run(draft, { priority: 'command', retries: 2, mayWrite: limits?.mayWrite });
    return { writtenMs: toAgentMs(atMs) };
  };
  const reading = (done: Done): Reading => {
    if (done.is !== 'read') throw new Bug('a read was answered by something that is no reading');
    return { values: done.values, askedMs: toAgentMs(done.atMs) };
  };
  /** Whoever watches a board reads it: a read that fails is how it learns that the relays were let go meanwhile. */
  const tell = (): void => {
    if (untold.delete(unit)) throw anew();
  };

  return {
    set: (channel, energised, limits) => write({ do: 'set', unit, channel, energised }, limits),
    pulse: async (channel, energised, duration, limits) => {
      const forMs = Math.ceil(duration);
      if (!(forMs >= 1)) throw new Bug(`a pulse supervisor cannot time ${duration} ms`);
      return write({ do: 'pulse', unit, channel, energised, forMs }, limits);
    },
    // Coils are read to decide about a lock, inputs to watch: a watch that fails is simply asked again.
    readCoils: async (count) => {
      tell();
      return reading(await orders.run({ do: 'read-coils', unit, count }, { priority: 'command', retries: 2 }));
    },
    readInputs: async (count) => {
      tell();
      return reading(await orders.run({ do: 'read-inputs', unit, count }, { priority: 'poll', retries: 0 }));
    },
    onHint,
  };
};
