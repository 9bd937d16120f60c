import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { BoardError } from '../driver.ts';
import { createExchange } from '../serial/exchange.ts';
import type { Wire } from '../serial/wire.ts';
import { gapMs, type ModbusRtuConfig } from './config.ts';
import { questionOf, type Reply, type Request } from './framing.ts';

export interface TransactionOptions {
  /** Door commands go before polls; within a priority, first come, first served. */
  readonly priority: 'command' | 'poll';
  readonly retries: 0 | 1 | 2;
  readonly mayWrite?: (() => boolean) | undefined;
}

export interface Outcome {
  readonly reply: Reply;
  readonly writtenMs: number;
}

export interface Transactions {
  /** One request, one answer. Rejects with a `BoardError`. */
  run(request: Request, options: TransactionOptions): Promise<Outcome>;
  close(): Promise<void>;
}

interface Job {
  readonly request: Request;
  readonly options: TransactionOptions;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: BoardError) => void;
}

const PROBE_SIZES = 4;
/** How long a babbling line is waited for before it is talked over. */
const SILENCE_MS_MAX = 100;

/**
 * The master of one line: a single request at a time.
 *
 * INVARIANTS
 * - A reply belongs to the request that is waiting. Modbus RTU replies carry no number, so after a time-out, and after
 *   any byte that nobody asked for, a late reply could look like the right one. The unit is then asked a *probe* first,
 *   a question of another shape: a board answers in order, so once the probe's answer is there, every older one is past.
 * - `mayWrite` is asked in the same turn as each write, so a command's deadline is never overrun by waiting in here.
 * - Every wait has its own timer: the system may take bytes and never say so once an adapter was unplugged.
 */
export const createTransactions = (wire: Wire, config: ModbusRtuConfig, clock: Clock): Transactions => {
  const queues = { command: [] as Job[], poll: [] as Job[] };
  /** For each unit, up to which stray no late reply of it can come any more. */
  const pastStray = new Map<number, number>();
  let probes = 0;
  let busy = false;
  let closed = false;
  let quietUntilMs = 0;

  const exchange = createExchange(wire, config, clock);

  /** Waits for the gap between frames, counted anew from every byte that still comes, but not for ever. */
  const silence = async (): Promise<void> => {
    const giveUpMs = clock.monoMs() + SILENCE_MS_MAX;
    for (;;) {
      const quietMs = Math.max(quietUntilMs, exchange.lastByteMs() + gapMs(config.baud));
      const waitMs = Math.min(quietMs, giveUpMs) - clock.monoMs();
      if (waitMs <= 0) return;
      await sleep(clock, Milliseconds(waitMs));
    }
  };

  const once = async (request: Request, mayWrite: () => boolean) => {
    await silence();
    const result = await exchange.run(questionOf(request), mayWrite);
    quietUntilMs = clock.monoMs() + gapMs(config.baud);
    if (result.kind === 'silence') pastStray.set(request.unit, -1);
    return result;
  };

  const passLateReplies = async (unit: number): Promise<boolean> => {
    const strays = exchange.strays();
    if ((pastStray.get(unit) ?? 0) === strays) return true;
    probes = (probes + 1) % PROBE_SIZES;
    const result = await once({ kind: 'probe', unit, count: probes + 1 }, () => true);
    // A board that answers no such question cannot be asked this way; a line that was quiet all the while will do.
    if (result.kind === 'reply' || result.kind === 'silence') pastStray.set(unit, strays);
    return result.kind === 'reply';
  };

  const attempt = async (job: Job, sent: boolean): Promise<Outcome | 'again' | BoardError> => {
    const { request, options } = job;
    if (closed) return new BoardError('closed', sent, 'the bus was closed');
    if (!wire.up) return new BoardError('gone', sent, `${config.path} is not there`);
    if (!(await passLateReplies(request.unit))) return 'again';
    const result = await once(request, options.mayWrite ?? (() => true));
    if (result.kind === 'not-written') return new BoardError('expired', sent, 'too late to write');
    if (result.kind === 'down') return new BoardError(closed ? 'closed' : 'gone', true, result.why);
    return result.kind === 'silence' ? 'again' : { reply: result.reply, writtenMs: result.writtenMs };
  };

  const perform = async (job: Job): Promise<void> => {
    let sent = false;
    const track: Job = {
      ...job,
      options: {
        ...job.options,
        mayWrite: () => {
          const may = job.options.mayWrite?.() ?? true;
          sent ||= may;
          return may;
        },
      },
    };
    for (let tries = 0; tries <= job.options.retries; tries++) {
      const result = await attempt(track, sent);
      if (result === 'again') continue;
      if (result instanceof BoardError) return job.reject(result);
      if (result.reply.kind !== 'exception') return job.resolve(result);
      return job.reject(
        new BoardError('refused', true, `exception ${result.reply.code} from unit ${job.request.unit}`),
      );
    }
    job.reject(new BoardError('no_reply', sent, `no answer from unit ${job.request.unit} on ${config.path}`));
  };

  const pump = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    for (let job = queues.command.shift() ?? queues.poll.shift(); job !== undefined; ) {
      await perform(job);
      job = queues.command.shift() ?? queues.poll.shift();
    }
    busy = false;
  };

  return {
    run: (request, options) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new BoardError('closed', false, 'the bus was closed'));
        queues[options.priority].push({ request, options, resolve, reject });
        void pump();
      }),
    close: async () => {
      closed = true;
      exchange.interrupt('the bus was closed');
      await wire.close();
    },
  };
};
