import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { type AskedThread, createAskedThread, type Failed } from '../../kit/http/asked-thread.ts';
import type { Page } from '../../kit/http/express-mount.ts';
import type { KeptText } from '../../kit/http/kept-file.ts';
import type { Referenced } from './reference-kinds.ts';
import { referencePage } from './reference-page.ts';

/** What the worker is asked: one page of a reference, by its address below the base. */
export interface ToReferenceWorker {
  readonly asked: number;
  readonly surface: Referenced;
  readonly base: string;
  readonly address: string;
}
interface Made {
  readonly asked: number;
  /** Undefined where there is no such page. */
  readonly kept: KeptText | undefined;
}
export type FromReferenceWorker = Made | ({ readonly asked: number } & Failed);

/** The references that a process serves, made page by page in a thread beside, for the first who asks. */
export interface References {
  /** At `/docs` unless said otherwise. */
  page(surface: Referenced, base?: `/${string}`): Page;
  close(): Promise<void>;
}

/** A document in memory is ten times the page that somebody reads: the thread ends when nobody has asked for so long. */
const ENDS_AFTER = Minutes(1);
/** The document of the platform API takes about 60. */
const HEAP_MEGABYTES = 256;
const YOUNG_MEGABYTES = 32;

export const createReferences = ({ clock }: { readonly clock: Clock }): References => {
  let thread: AskedThread<ToReferenceWorker, Made> | undefined;
  let closed = false;
  let idle: Timer | undefined;
  let asked = 0;
  let waiting = 0;

  const end = async (): Promise<void> => {
    idle?.cancel();
    const ending = thread;
    thread = undefined;
    await ending?.close();
  };
  const ask = async (question: Omit<ToReferenceWorker, 'asked'>): Promise<KeptText | undefined> => {
    if (closed) throw new Bug('no page is made any more: the process ends');
    idle?.cancel();
    thread ??= newThread(clock);
    asked += 1;
    waiting += 1;
    try {
      return (await thread.ask({ ...question, asked })).kept;
    } finally {
      waiting -= 1;
      if (waiting === 0 && !closed) idle = clock.after(ENDS_AFTER, () => void end());
    }
  };

  return {
    page: (surface, base = '/docs') =>
      referencePage(
        surface,
        base,
        keptOnce((address) => ask({ surface, base, address })),
      ),
    close: async () => {
      closed = true;
      await end();
    },
  };
};

const newThread = (clock: Clock): AskedThread<ToReferenceWorker, Made> =>
  createAskedThread<ToReferenceWorker, FromReferenceWorker>({
    clock,
    file: new URL('./reference-worker.ts', import.meta.url),
    what: 'makes pages of the reference',
    numberOf: (message) => (message as ToReferenceWorker | FromReferenceWorker).asked,
    heapMegabytes: HEAP_MEGABYTES,
    youngMegabytes: YOUNG_MEGABYTES,
  });

/** Each page is made once and kept. What is no page, or failed, is asked again. */
const keptOnce = (make: (address: string) => Promise<KeptText | undefined>) => {
  const pages = new Map<string, Promise<KeptText | undefined>>();
  return async (address: string): Promise<KeptText | undefined> => {
    const known = pages.get(address) ?? make(address);
    pages.set(address, known);
    const found = await known.catch((error: unknown) => {
      pages.delete(address);
      throw error;
    });
    if (found === undefined) pages.delete(address);
    return found;
  };
};
