import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { ContentFilter } from '../ai-settings/ai-settings.module.ts';
import type { BegunStream } from './begun-stream.ts';
import { type ChatEvent, textsOfDelta, usageIn } from './chat-event.ts';
import { createFilteredStream } from './filtered-stream.ts';
import type { Forwarded } from './forwarding.ts';
import { inferenceFault } from './inference.faults.ts';
import { errorBody } from './inference-errors.ts';
import type { Run, Running } from './running.ts';
import { UpstreamSilent } from './upstream.ts';

export interface StreamedDeps {
  readonly clock: Pick<Clock, 'monoMs'>;
  readonly running: Pick<Running, 'end'>;
}
export interface ToStream {
  readonly run: Run;
  readonly forwarded: Forwarded;
  readonly begun: BegunStream;
  readonly model: string;
  readonly filters: readonly ContentFilter[];
  /** Whether the client has asked for what was used. */
  readonly tellsUsage: boolean;
}

const DONE = '[DONE]';
const TEXT_MAX = 4 * 1024 * 1024;
const BROKE_OFF = 'Whoever answers for the model broke off.';
const COMMENT = ':\n\n';
const sse = (data: string): string => `data: ${data}\n\n`;

/** An answer that is handed on piece by piece, and settled however it ends: at its end, broken off, or given up by the client. */
export const createStreamedAnswer = ({ clock, running }: StreamedDeps, toStream: ToStream) => {
  const { run, forwarded, begun, model, filters, tellsUsage } = toStream;
  const { answer, seller } = forwarded;
  const filtered = filters.length === 0 ? undefined : createFilteredStream(filters);
  let kept = 0;
  let ended: Promise<void> | undefined;
  let isBegun = false;
  let last: ChatEvent = {};

  const settle = (
    ...[status, more]: [Parameters<Running['end']>[1], Parameters<Running['end']>[2]?]
  ): Promise<void> => {
    ended ??= running.end(run, status, more);
    return ended;
  };
  const tally = (event: ChatEvent): void => {
    if (typeof event.id === 'string') run.upstreamId ??= event.id;
    run.usage = usageIn(event.usage) ?? run.usage;
    for (const choice of event.choices ?? [])
      for (const { text } of textsOfDelta(choice)) {
        if (text === '') continue;
        run.firstTokenMs ??= Math.round(clock.monoMs() - run.startedMonoMs);
        run.pieces += 1;
        kept += text.length;
        if (kept <= TEXT_MAX) run.answered.push(text);
      }
  };
  /** The next event, counted; undefined at the end, wherever that is. */
  const next = async (): Promise<ChatEvent | undefined> => {
    const event = await begun.next();
    if (event !== undefined) tally(event);
    return event;
  };
  /** Reads on where to stop saves nothing, so that it is known what it came to. */
  const readOn = async (): Promise<void> => {
    if (seller.upstream.settings.cancelCosts === 'part') return answer.drop();
    run.giveUp = answer.drop;
    try {
      while ((await next()) !== undefined);
    } catch {
      // What it came to is counted then.
    }
  };
  /** The client is gone, or is to get no more. */
  const hangUp = async (status: 'cancelled' | 'blocked', code: string | null = null): Promise<void> => {
    if (ended !== undefined) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    ended = promise;
    await readOn();
    await running.end(run, status, { code });
    resolve();
  };

  /** What of an event goes to the client. */
  const shown = (event: ChatEvent): string => {
    const usageOnly = event.usage != null && (event.choices ?? []).length === 0;
    if (usageOnly && !tellsUsage) return '';
    if (!tellsUsage) delete event.usage;
    const named = { ...event, id: run.row.id, model };
    if (filtered === undefined) return sse(JSON.stringify(named));
    const before = (event.choices ?? []).flatMap((choice) => filtered.pass(choice));
    const held = before.map((choice) => sse(JSON.stringify({ ...named, choices: [choice], usage: undefined })));
    return held.join('') + sse(JSON.stringify(named));
  };
  const broken = (code: 'upstream_failed' | 'guardrail_refused', text: string): string =>
    sse(JSON.stringify(errorBody(inferenceFault(code, text))));
  const blocked = (): string =>
    broken(
      'guardrail_refused',
      `A guardrail refuses the answer: it has something of the kind ${filtered?.blockedBy()}.`,
    );

  /** What came until the end of the stream, wherever that is; a comment first, where it takes long. */
  async function* untilEnd(): AsyncGenerator<string> {
    if (begun.isSlow) yield COMMENT;
    for (let event = await next(); event !== undefined && ended === undefined; event = await next()) {
      const text = shown(event);
      last = event;
      if (filtered?.blockedBy() !== undefined) return;
      if (text !== '') yield text;
    }
  }
  const failed = async (error: unknown): Promise<string> => {
    const isSilent = error instanceof UpstreamSilent;
    const code = isSilent ? 'upstream_failed' : 'internal_error';
    await settle('error', { code, free: run.pieces === 0 });
    if (!isSilent || !isBegun) throw isSilent ? inferenceFault('upstream_failed', BROKE_OFF) : error;
    return broken('upstream_failed', BROKE_OFF);
  };
  /** The end of what is whole. */
  const endings = async (): Promise<string[]> => {
    const rest = filtered?.blockedBy() === undefined ? (filtered?.end() ?? []) : [];
    if (filtered?.blockedBy() !== undefined) {
      if (begun.isWhole()) await settle('blocked', { code: 'guardrail_refused' });
      else void hangUp('blocked', 'guardrail_refused');
      return [blocked()];
    }
    if (!begun.isWhole()) throw new UpstreamSilent('the answer ended early');
    run.isFlagged ||= filtered?.isFlagged() ?? false;
    await settle('ok');
    const more = rest.map((choice) =>
      sse(JSON.stringify({ ...last, id: run.row.id, model, choices: [choice], usage: undefined })),
    );
    return [...more, sse(DONE)];
  };

  async function* pieces(): AsyncGenerator<string> {
    try {
      for await (const text of untilEnd()) {
        isBegun = true;
        yield text;
      }
      if (ended === undefined) yield* await endings();
    } catch (error) {
      if (ended === undefined) yield await failed(error);
    }
  }

  return {
    /** Read as the client takes it; the signal says that it is gone, also before it took anything. */
    read: (signal: AbortSignal): AsyncGenerator<string> => {
      signal.addEventListener('abort', () => void hangUp('cancelled'), { once: true });
      return pieces();
    },
  };
};
