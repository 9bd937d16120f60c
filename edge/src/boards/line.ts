import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { gapMs } from '../drivers/modbus-rtu/config.ts';
import { createExchange, type Question } from '../drivers/serial/exchange.ts';
import type { Wire } from '../drivers/serial/wire.ts';

/** What the person at the command line can mend; said without a stack. */
export class BoardsError extends Error {
  override readonly name = 'BoardsError';
}

/** A serial line at one speed, on which one asks, and hears an answer or nothing. */
export interface Line {
  /** `undefined`: silence. Rejects with a `BoardsError` when the line goes. */
  ask<Reply>(question: Question<Reply>): Promise<Reply | undefined>;
  /** As `ask`, for a question to all: undefined too when more came than one answer. */
  askAll<Reply>(question: Question<Reply>): Promise<Reply | undefined>;
  close(): Promise<void>;
}

/** Opens a line at a speed. Rejects with a `BoardsError` when that cannot be. */
export type OpenLine = (baud: number) => Promise<Line>;

const UP_WITHIN_MS = 2_000;

export const openLine = async (
  wire: Wire,
  settings: { readonly baud: number; readonly replyAllowanceMs: number },
  clock: Clock,
  why: () => string,
): Promise<Line> => {
  const exchange = createExchange(wire, settings, clock);
  const endMs = clock.monoMs() + UP_WITHIN_MS;
  while (!wire.up) {
    if (clock.monoMs() >= endMs) {
      await wire.close();
      throw new BoardsError(why());
    }
    await sleep(clock, Milliseconds(20));
  }
  const ask = async <Reply>(question: Question<Reply>): Promise<Reply | undefined> => {
    await sleep(clock, Milliseconds(gapMs(settings.baud)));
    const result = await exchange.run(question, () => true);
    if (result.kind === 'down') throw new BoardsError(`The line broke: ${result.why}.`);
    return result.kind === 'reply' ? result.reply : undefined;
  };
  return {
    ask,
    askAll: async (question) => {
      const strays = exchange.strays();
      const reply = await ask(question);
      await sleep(clock, Milliseconds(settings.replyAllowanceMs)); // Who thinks longer answers later.
      return exchange.strays() === strays ? reply : undefined;
    },
    close: wire.close,
  };
};
