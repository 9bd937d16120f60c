import { cpuMs } from './cpu.ts';
import { type Ask, askFor, askInAll, type Sample } from './load.ts';
import { median, percentile } from './statistics.ts';

/** Connections that are open and ready to be used. */
export interface Opened {
  /** Keeps every one of them busy for `forMs`. */
  run(forMs: number): Promise<Sample>;
  /** Lets so many be answered. */
  warmUp?(count: number): Promise<void>;
  close(): void;
}

/** One thing that is measured, beside others, in every round of a run. */
export interface Side {
  readonly name: string;
  /** The processes whose processor time counts, by their part. */
  readonly pids: Readonly<Record<string, number>>;
  open(inFlight: number): Promise<Opened>;
}

export interface Measured {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly perSecond: number;
  /** Processor time per operation, by part. */
  readonly cpuUs: Readonly<Record<string, number>>;
}

const WARM_UP_MS = 300;

/**
 * Opens a side, warms it up, and measures it once. Connecting is no part of what is measured. Warmed up by count, it is as warm
 * on a machine that has much else to do.
 */
export const measure = async (side: Side, inFlight: number, forMs: number, warmUp?: number): Promise<Measured> => {
  const opened = await side.open(inFlight);
  try {
    if (warmUp !== undefined && opened.warmUp !== undefined) await opened.warmUp(warmUp);
    else await opened.run(WARM_UP_MS);
    const used = () => Object.entries(side.pids).map(([part, pid]) => [part, cpuMs(pid)] as const);
    const before = new Map(used());
    const { latenciesMs, elapsedMs } = await opened.run(forMs);
    const after = used();
    const perOperation = ([part, ms]: readonly [string, number]) =>
      [part, ((ms - (before.get(part) ?? 0)) * 1_000) / latenciesMs.length] as const;
    return {
      p50Ms: median(latenciesMs),
      p99Ms: percentile(latenciesMs, 0.99),
      perSecond: (latenciesMs.length * 1_000) / elapsedMs,
      cpuUs: Object.fromEntries(after.map(perOperation)),
    };
  } finally {
    opened.close();
  }
};

export interface Asker {
  readonly ask: Ask;
  close(): void;
}

/** A side whose askers run in this process, each on a connection of its own. */
export const askingSide = (side: Omit<Side, 'open'>, open: () => Promise<Asker>): Side => ({
  ...side,
  open: async (inFlight) => {
    const askers = await Promise.all(Array.from({ length: inFlight }, open));
    const asks = askers.map(({ ask }) => ask);
    return {
      run: (forMs) => askFor(asks, forMs),
      warmUp: (count) => askInAll(asks, count),
      close: () => {
        for (const asker of askers) asker.close();
      },
    };
  },
});
