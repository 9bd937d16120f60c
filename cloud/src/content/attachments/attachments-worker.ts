import { parentPort } from 'node:worker_threads';
import { errorText } from '../../kit/http/asked-thread.ts';
import { lowerWorkerPriority } from '../../kit/http/worker-priority.ts';
import type { FromAttachmentsWorker, ToAttachmentsWorker } from './attachment-judge.ts';
import { judgeAttachment } from './content/judge-attachment.ts';

/** What the worker thread runs: looks at one file after the other. */
lowerWorkerPriority(); // Nobody at a door waits for a file.
const port = parentPort;
if (port === null) throw new Error('this file is a worker');

const answer = async ({ asked, bytes }: ToAttachmentsWorker): Promise<FromAttachmentsWorker> => {
  try {
    return { asked, verdict: await judgeAttachment(Buffer.from(bytes)) };
  } catch (error) {
    return { asked, failed: errorText(error) };
  }
};

port.on('message', async (message: ToAttachmentsWorker) => port.postMessage(await answer(message)));
