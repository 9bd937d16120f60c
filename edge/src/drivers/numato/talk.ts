import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { BoardError } from '../driver.ts';
import { createExchange } from '../serial/exchange.ts';
import type { Wire } from '../serial/wire.ts';
import type { NumatoConfig } from './config.ts';
import { type NumatoRequest, questionOf } from './framing.ts';

export interface Said {
  readonly value: string;
  readonly writtenMs: number;
}

/** One module, asked one thing at a time. */
export interface Talk {
  /** Rejects with a `BoardError`. `sent` of it counts this request only. */
  ask(request: NumatoRequest, mayWrite?: () => boolean): Promise<Said>;
  close(): Promise<void>;
}

/**
 * INVARIANTS
 * - An answer belongs to the command whose words stand before it. A late answer to the same command would look right: so
 *   after a time-out, after bytes that nobody asked for, and when the line was opened, the module is asked a probe first,
 *   by turns one of two. Modules answer in order: once the probe's answer is there, every older one is past.
 * - A probe that is not answered ends the call before anything that moves a relay was sent.
 */
export const createTalk = (wire: Wire, config: NumatoConfig, clock: Clock): Talk => {
  const exchange = createExchange(wire, config, clock);
  /** Up to which stray no late answer can come any more; none at all while the module has not been heard. */
  let pastStray: number | undefined;
  let probes = 0;
  let closed = false;

  const absent = (sent: boolean): BoardError =>
    closed
      ? new BoardError('closed', sent, 'the bus was closed')
      : new BoardError('gone', sent, `${config.path} is not there`);

  const passLateAnswers = async (): Promise<void> => {
    const strays = exchange.strays();
    if (pastStray === strays) return;
    const result = await exchange.run(questionOf({ kind: 'probe', turn: probes++ }), () => true);
    if (result.kind === 'down') throw absent(false);
    if (result.kind !== 'reply') throw new BoardError('no_reply', false, `no answer from the module on ${config.path}`);
    pastStray = strays;
  };

  return {
    ask: async (request, mayWrite = () => true) => {
      if (closed || !wire.up) throw absent(false);
      await passLateAnswers();
      const result = await exchange.run(questionOf(request), mayWrite);
      if (result.kind === 'reply') return { value: result.reply, writtenMs: result.writtenMs };
      if (result.kind === 'not-written') throw new BoardError('expired', false, 'too late to write');
      pastStray = undefined;
      if (result.kind === 'down') throw absent(true);
      throw new BoardError('no_reply', true, `no answer from the module on ${config.path}`);
    },
    close: async () => {
      closed = true;
      exchange.interrupt('the bus was closed');
      await wire.close();
    },
  };
};
