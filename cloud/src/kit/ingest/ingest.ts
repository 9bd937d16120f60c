import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { ownBuffer } from '../http/asked-thread.ts';
import { kitFault } from '../http/kit-faults.ts';
import { invalidRequest } from '../http/validate.ts';
import { afterUrgent } from '../yield-to-event-loop.ts';
import type { AnyBatchKind, Guess } from './batch-kind.ts';
import { ingestFault } from './ingest.faults.ts';
import { ROWS_AT_ONCE } from './judge-batch.ts';
import { createJudgeThread, type JudgeThread } from './judge-thread.ts';
import { createTurns } from './turns.ts';
import type { BatchHead, ItemProblem, LinkKey, Verdict } from './verdicts.ts';

/** A batch that is JSON and has its array: either refused whole, or handed out piece by piece. */
export type JudgedBatch<Row> =
  | { readonly problems: readonly ItemProblem[]; readonly problemCount: number }
  | {
      readonly total: number;
      /** Items that are skipped and not among the verdicts, because nobody reads so long a list. */
      readonly unnamed: number;
      readonly guesses: readonly Guess[];
      /** The next verdicts in the order of the items, at most `rowsAtOnce` with a row; nothing once all are told. */
      next(): Promise<readonly Verdict<Row>[] | undefined>;
      /** Frees what is held for the batch. Call it whatever happens. */
      end(): void;
    };

export interface JudgeOptions {
  /** Whose batch: tenants take turns. */
  readonly tenant: string;
  readonly linkKey: LinkKey;
}

/** Judges pushed batches outside of the event loop's thread. */
export interface Ingest {
  /** Takes the bytes over. Throws 400, 422 and 503 faults. */
  judge<Row>(kind: AnyBatchKind, bytes: Uint8Array, options: JudgeOptions): Promise<JudgedBatch<Row>>;
  /** Runs the work when no other one runs: so that whoever writes a single row waits for one unit of a batch, not for many. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Ends the worker, and whatever is in it. */
  close(): Promise<void>;
}

/** Batches that a worker has open: while the rows of one are written, it judges the next. */
const OPEN_AT_ONCE = 3;
const OPEN_PER_TENANT = 2;
const WAITING_PER_TENANT = 10;
const WAITING_MAX = 100;

export interface IngestDeps {
  readonly clock: Clock;
  /** See `ROWS_AT_ONCE`. */
  readonly rowsAtOnce?: number;
  readonly thread?: JudgeThread;
}

/** One worker for the process, started with the first batch. */
export const createIngest = (deps: IngestDeps): Ingest => {
  const { clock, rowsAtOnce = ROWS_AT_ONCE.postgres, thread = createJudgeThread({ clock }) } = deps;
  const turns = createTurns({
    atOnce: OPEN_AT_ONCE,
    atOncePerTenant: OPEN_PER_TENANT,
    waitingPerTenant: WAITING_PER_TENANT,
    waitingMax: WAITING_MAX,
  });
  let batches = 0;

  const judge = async <Row>(
    kind: AnyBatchKind,
    bytes: Uint8Array,
    { tenant, linkKey }: JudgeOptions,
  ): Promise<JudgedBatch<Row>> => {
    const leave = await (turns.take(tenant) ?? tooManyWait());
    const batch = ++batches;
    const end = (): void => {
      thread.forget(batch);
      leave();
    };
    try {
      const own = ownBuffer(bytes);
      const { head, piece } = await thread.ask({ ask: 'judge', batch, url: kind.url, bytes: own, linkKey, rowsAtOnce });
      const accepted = headOf(head, kind);
      if ('problems' in accepted) {
        leave();
        return accepted;
      }
      return { ...accepted, end, next: pieces<Row>(thread, batch, piece as readonly Verdict<Row>[] | undefined) };
    } catch (error) {
      leave();
      throw error;
    }
  };
  let lastAlone: Promise<unknown> = Promise.resolve();
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const result = lastAlone.then(afterUrgent).then(work);
    lastAlone = result.catch(() => undefined);
    return result;
  };
  return { judge, alone, close: thread.close };
};

const tooManyWait = (): never => {
  throw kitFault('overloaded', 'Too many batches wait already: try again in a little while.');
};

type Refused = { readonly problems: readonly ItemProblem[]; readonly problemCount: number };
type Accepted = { readonly total: number; readonly unnamed: number; readonly guesses: readonly Guess[] };

const headOf = (head: BatchHead | undefined, { arrayKey }: AnyBatchKind): Refused | Accepted => {
  if (head?.is === 'malformed') throw invalidRequest([head.problem]);
  if (head?.is === 'too_many')
    throw ingestFault('too_many_items', `${arrayKey}: has ${head.total} items, and one request takes ${head.max}.`);
  if (head?.is === 'refused') return { problems: head.problems, problemCount: head.problemCount };
  return { total: head?.total ?? 0, unnamed: head?.unnamed ?? 0, guesses: head?.guesses ?? [] };
};

/** One piece ahead: while the rows of one are written, the worker builds those of the next. */
const pieces = <Row>(thread: JudgeThread, batch: number, first: readonly Verdict<Row>[] | undefined) => {
  const following = async (): Promise<readonly Verdict<Row>[] | undefined> => {
    const { piece } = await thread.ask({ ask: 'next', batch });
    return piece as readonly Verdict<Row>[] | undefined;
  };
  let ahead = Promise.resolve(first);
  return async (): Promise<readonly Verdict<Row>[] | undefined> => {
    const piece = await ahead;
    if (piece !== undefined) {
      ahead = following();
      ahead.catch(() => undefined); // Whoever asks next is told.
    }
    return piece;
  };
};
