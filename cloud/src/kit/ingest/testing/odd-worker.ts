import { parentPort } from 'node:worker_threads';
import type { FromWorker, ToWorker } from '../worker-messages.ts';

/** A worker that does what the batch's `url` says, for the tests of whoever asks it. */
parentPort?.on('message', (message: ToWorker) => {
  const said = (answer: FromWorker) => parentPort?.postMessage(answer);
  const { batch } = message;
  const what = message.ask === 'judge' ? message.url : 'answer';
  if (what === 'throw') throw new Error('broken');
  if (what === 'exit') process.exit(1);
  if (what === 'exhaust')
    for (const kept: unknown[] = []; ; ) kept.push(Array.from({ length: 10_000 }, () => ({ kept })));
  if (what === 'silence') return;
  if (what === 'hang') for (;;);
  if (what === 'fail') said({ batch, failed: 'a mistake' });
  else said({ batch, head: { is: 'accepted', total: 0, unnamed: 0, guesses: [] }, piece: undefined });
});
