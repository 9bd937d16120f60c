import type { ContentFilter } from '../ai-settings/ai-settings.module.ts';
import { applyFilters } from './apply-filters.ts';
import { type ChatEvent, chatEventIn, usageIn } from './chat-event.ts';
import type { Forwarded } from './forwarding.ts';
import { inferenceFault } from './inference.faults.ts';
import type { Run, Running } from './running.ts';
import type { TextThread } from './text-thread.ts';
import { textsIn } from './texts-of.ts';

export interface WholeDeps {
  readonly running: Pick<Running, 'end'>;
  readonly texts: Pick<TextThread, 'find'>;
}
export interface ToAnswer {
  readonly run: Run;
  readonly forwarded: Forwarded;
  readonly model: string;
  readonly filters: readonly ContentFilter[];
}

const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

/** An answer that comes as one: it is settled before anybody gets it. Throws what refuses it. */
export const wholeAnswer = async (
  { running, texts }: WholeDeps,
  { run, forwarded, model, filters }: ToAnswer,
): Promise<string> => {
  const event = await read(forwarded);
  if (event === undefined) {
    await running.end(run, 'error', { code: 'upstream_failed', free: true });
    throw inferenceFault('upstream_failed', 'Whoever answers for the model broke off.');
  }
  if (typeof event.id === 'string') run.upstreamId ??= event.id;
  run.usage = usageIn(event.usage);
  const places = textsIn((event.choices ?? []).map(({ message }) => message));
  run.answered.push(...places.map(({ text }) => text));
  const { blockedBy, flagged } = await applyFilters(texts, places, filters);
  run.isFlagged ||= flagged;
  await running.end(run, blockedBy === undefined ? 'ok' : 'blocked', {
    code: blockedBy === undefined ? null : 'guardrail_refused',
  });
  if (blockedBy !== undefined)
    throw inferenceFault(
      'guardrail_refused',
      `A guardrail refuses the answer: it has something of the kind ${blockedBy}.`,
    );
  return JSON.stringify({ ...event, ...('id' in event && { id: run.row.id }), model });
};

const read = async ({ answer }: Forwarded): Promise<ChatEvent | undefined> => {
  try {
    const event = chatEventIn((await answer.text(ANSWER_BYTES_MAX)) ?? '');
    return event?.error === undefined ? event : undefined;
  } catch {
    return undefined;
  }
};
