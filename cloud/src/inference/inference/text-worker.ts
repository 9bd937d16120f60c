import { parentPort } from 'node:worker_threads';
import { errorText } from '../../kit/http/asked-thread.ts';
import { findFiltered, prepareFilters } from './find-filtered.ts';
import type { FromTextWorker, ToTextWorker } from './text-thread.ts';

/** Loaded with the first text that is to be counted: 30 MB. */
const countTokens = async (texts: readonly string[]): Promise<number> => {
  const { countTokens: count } = await import('gpt-tokenizer/encoding/o200k_base');
  return texts.reduce((sum, text) => sum + count(text, { disallowedSpecial: new Set() }), 0);
};

const answer = async (asked: ToTextWorker): Promise<FromTextWorker> => {
  const { number } = asked;
  if ('count' in asked) return { number, tokens: await countTokens(asked.count) };
  await prepareFilters(asked.filters);
  return { number, found: asked.texts.map((text) => findFiltered(text, asked.filters)) };
};

parentPort?.on('message', (asked: ToTextWorker) => {
  answer(asked).then(
    (done) => parentPort?.postMessage(done),
    (error: unknown) => parentPort?.postMessage({ number: asked.number, failed: errorText(error) }),
  );
});
