import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { type AskedThread, createAskedThread, type Failed } from '../../kit/http/asked-thread.ts';
import type { Environment } from '../../kit/modules/module.ts';
import { refused, type Verdict } from './content/verdict.ts';

export interface ToAttachmentsWorker {
  readonly asked: number;
  readonly bytes: ArrayBuffer;
}
interface Judged {
  readonly asked: number;
  readonly verdict: Verdict;
}
export type FromAttachmentsWorker = Judged | (Failed & { readonly asked: number });

/** Looks at files in a thread beside, one after the other: what a file does to it is done to nobody else's file. */
export interface AttachmentJudge {
  /** The bytes are copied. A file that takes too long, or too much memory, is a `bomb`. */
  judge(bytes: Uint8Array): Promise<Verdict>;
  close(): Promise<void>;
}

const WITHIN = Seconds(15);
const HEAP_MEGABYTES = 512;
const YOUNG_MEGABYTES = 32;

export const createAttachmentJudge = ({
  clock,
  log,
  file = new URL('./attachments-worker.ts', import.meta.url),
}: Pick<Environment, 'log'> & { readonly clock: Clock; readonly file?: URL }): AttachmentJudge => {
  let asked = 0;
  let turn: Promise<unknown> = Promise.resolve();
  let closed = false;
  const thread: AskedThread<ToAttachmentsWorker, Judged> = createAskedThread<
    ToAttachmentsWorker,
    FromAttachmentsWorker
  >({
    clock,
    file,
    what: 'looks at files',
    numberOf: (message) => (message as ToAttachmentsWorker).asked,
    answerWithin: WITHIN,
    heapMegabytes: HEAP_MEGABYTES,
    youngMegabytes: YOUNG_MEGABYTES,
  });
  const judgeOne = async (bytes: Uint8Array): Promise<Verdict> => {
    const copy = new Uint8Array(bytes).buffer;
    try {
      return (await thread.ask({ asked: ++asked, bytes: copy }, [copy])).verdict;
    } catch (error) {
      if (closed) throw error;
      log.error({ err: error }, 'a file could not be looked at within its limits');
      return refused('bomb');
    }
  };
  return {
    judge: (bytes) => {
      const judged = turn.then(() => judgeOne(bytes));
      turn = judged.catch(() => undefined);
      return judged;
    },
    close: async () => {
      closed = true;
      await thread.close();
    },
  };
};
