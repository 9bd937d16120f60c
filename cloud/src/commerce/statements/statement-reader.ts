import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { createAskedThread, type Failed } from '../../kit/http/asked-thread.ts';
import type { Environment } from '../../kit/modules/module.ts';
import type { CsvMapping } from './read/csv-mapping.ts';
import type { StatementsRead } from './read/read-statements.ts';

export interface ToStatementsWorker {
  readonly asked: number;
  readonly bytes: ArrayBuffer;
  readonly mapping: CsvMapping | undefined;
}
interface Answered {
  readonly asked: number;
  readonly read: StatementsRead;
}
export type FromStatementsWorker = Answered | (Failed & { readonly asked: number });

/** Reads files of banks in a thread beside, one after the other. */
export interface StatementReader {
  /** The bytes are handed over. A file that takes too long, or too much memory, has the problem `too_complex`. */
  read(bytes: ArrayBuffer, mapping: CsvMapping | undefined): Promise<StatementsRead>;
  close(): Promise<void>;
}

const WITHIN = Seconds(15);
const HEAP_MEGABYTES = 512;
const YOUNG_MEGABYTES = 32;
const TOO_COMPLEX: StatementsRead = {
  problem: { path: '/', rule: 'too_complex', message: 'The file takes more time or memory than any statement does.' },
  malformed: true,
};

export const createStatementReader = ({
  clock,
  log,
}: Pick<Environment, 'log'> & { readonly clock: Clock }): StatementReader => {
  let asked = 0;
  let closed = false;
  let turn: Promise<unknown> = Promise.resolve();
  const thread = createAskedThread<ToStatementsWorker, FromStatementsWorker>({
    clock,
    file: new URL('./statements-worker.ts', import.meta.url),
    what: 'reads statements of banks',
    numberOf: (message) => (message as ToStatementsWorker).asked,
    answerWithin: WITHIN,
    heapMegabytes: HEAP_MEGABYTES,
    youngMegabytes: YOUNG_MEGABYTES,
  });
  const readOne = async (bytes: ArrayBuffer, mapping: CsvMapping | undefined): Promise<StatementsRead> => {
    try {
      return (await thread.ask({ asked: ++asked, bytes, mapping }, [bytes])).read;
    } catch (error) {
      if (closed) throw error;
      log.error({ err: error }, 'a statement could not be read within its limits');
      return TOO_COMPLEX;
    }
  };
  return {
    read: (bytes, mapping) => {
      const read = turn.then(() => readOne(bytes, mapping));
      turn = read.catch(() => undefined);
      return read;
    },
    close: async () => {
      closed = true;
      await thread.close();
    },
  };
};
