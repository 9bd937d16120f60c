import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { yieldToEventLoop } from '../../kit/yield-to-event-loop.ts';
import { inferenceRepo, type RequestRow } from './inference.repo.ts';
import type { Tokens } from './prices.ts';
import type { Ending, Settling } from './settling.ts';
import type { TextThread } from './text-thread.ts';
import type { Upstream } from './upstream.ts';

/** What is known of a request that is under way. */
export interface Run {
  readonly row: RequestRow;
  readonly startedMonoMs: number;
  readonly pacedTokens: number;
  /** What was asked, for whoever has to count it. */
  readonly asked: readonly string[];
  upstream: Upstream | undefined;
  upstreamId: string | null;
  /** As whoever answered says. */
  usage: Tokens | undefined;
  /** What was answered until now, for whoever has to count it: in memory alone. */
  readonly answered: string[];
  /** Pieces of it: about a token each. */
  pieces: number;
  firstTokenMs: number | null;
  /** A filter that only flags has found something, in what was asked or answered. */
  isFlagged: boolean;
  /** Ends what is only read on to know what it came to. */
  giveUp: () => void;
}

export interface RunningDeps {
  readonly db: Pick<Database, 'write'>;
  readonly clock: Pick<Clock, 'wallMs' | 'monoMs' | 'every'>;
  readonly settling: Pick<Settling, 'settle'>;
  readonly texts: Pick<TextThread, 'count'>;
  readonly log: { error(detail: unknown, message: string): void };
}

const PROGRESS_EVERY = Seconds(2);
/** In one unit: an unlock may have to wait for it. */
const ROWS_AT_ONCE = 8;
const BYTES_A_TOKEN = 4;

/** Requests of this process that are under way: each is written down as it gets on, and settled once it has ended. */
export const createRunning = ({ db, clock, settling, texts, log }: RunningDeps) => {
  const runs = new Map<string, Run>();
  const ending = new Set<Promise<unknown>>();
  const track = (done: Promise<void>): Promise<void> => {
    ending.add(done);
    void done.then(() => ending.delete(done));
    return done;
  };

  const estimated = ({ asked, pieces }: Run) => ({
    in: Math.ceil(asked.reduce((sum, text) => sum + text.length, 0) / BYTES_A_TOKEN),
    out: pieces,
  });
  const progress = async (): Promise<void> => {
    const now = clock.wallMs();
    const rows = [...runs.values()]
      .map((run) => {
        // Of what nobody has answered yet nothing is known but that somebody waits for it.
        const tokens = run.upstream === undefined ? { in: 0, out: 0 } : estimated(run);
        const provider = run.upstream?.settings.name ?? run.row.provider;
        const rest = { upstream_id: run.upstreamId, tokens_in: tokens.in, tokens_out: tokens.out, progress_at: now };
        return { id: run.row.id, provider, ...rest };
      })
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    while (rows.length > 0) {
      await yieldToEventLoop();
      const some = rows.splice(0, ROWS_AT_ONCE);
      await db.write(async (tx) => {
        for (const row of some) await inferenceRepo(tx).progress(row);
      });
    }
  };
  let timer: Timer | undefined;
  /** As long as anything is under way: an idle cloud has no clock to wind. */
  const tick = (): void => {
    if (runs.size > 0)
      void track(progress().catch((error: unknown) => log.error({ err: error }, 'progress was not written down')));
    else {
      timer?.cancel();
      timer = undefined;
    }
  };

  const tokensOf = async (run: Run): Promise<Pick<Ending, 'tokens' | 'usageSource' | 'atMostHeld'>> => {
    if (run.usage !== undefined) return { tokens: run.usage, usageSource: 'provider', atMostHeld: false };
    const looked = run.upstreamId === null ? undefined : await run.upstream?.usageOf(run.upstreamId);
    if (looked !== undefined) return { tokens: looked, usageSource: 'lookup', atMostHeld: false };
    const tokens = { in: await texts.count(run.asked), out: await texts.count(run.answered) };
    return { tokens, usageSource: 'estimated', atMostHeld: true };
  };

  return {
    isHere: (id: string): boolean => runs.has(id),
    add: (run: Run): void => {
      runs.set(run.row.id, run);
      timer ??= clock.every(PROGRESS_EVERY, tick);
    },

    /**
     * Settles what has ended. `free`: nothing was answered, so nothing is charged. Never rejects: what cannot be settled now the
     * sweeper settles.
     */
    end: (
      run: Run,
      status: Ending['status'],
      { code = null, free = false }: { code?: string | null; free?: boolean } = {},
    ) => {
      const work = async (): Promise<void> => {
        try {
          const nothing = { tokens: { in: 0, out: 0 }, usageSource: null, atMostHeld: true } as const;
          const used = free ? nothing : await tokensOf(run);
          const ended: Ending = {
            ...used,
            status,
            code: code ?? (run.isFlagged ? 'flagged' : null),
            provider: run.upstream?.settings.name ?? null,
            upstreamId: run.upstreamId,
            firstTokenMs: run.firstTokenMs,
            ms: Math.round(clock.monoMs() - run.startedMonoMs),
            at: clock.wallMs(),
            pacedTokens: run.pacedTokens,
          };
          await yieldToEventLoop();
          await db.write((tx) => settling.settle(tx, run.row, ended));
        } catch (error) {
          log.error({ err: error, generation: run.row.id }, 'a request could not be settled');
        } finally {
          runs.delete(run.row.id);
        }
      };
      return track(work());
    },

    /** Ends what is read on, and waits for what is being settled or written down. */
    close: async (): Promise<void> => {
      timer?.cancel();
      for (const run of runs.values()) run.giveUp();
      while (ending.size > 0) await Promise.all(ending);
    },
  };
};
export type Running = ReturnType<typeof createRunning>;
