import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Log } from '../driver.ts';
import type { FromPulseSupervisor, ToPulseSupervisor } from './messages.ts';

/** The agent's end of one pulse supervisor: a process, or in tests a pulse supervisor in memory. */
export interface PulseSupervisorLink {
  send(message: ToPulseSupervisor): void;
  /** Ends it the hard way. `gone` follows. */
  kill(): void;
  /** Nothing more is wanted of it, and it keeps nobody alive: it ends by itself. */
  leave(): void;
}

export interface PulseSupervisorLinkListener {
  readonly message: (message: FromPulseSupervisor) => void;
  /** It has ended; called once. */
  readonly gone: (why: string) => void;
}

/** Starts a pulse supervisor. Calls nobody before it has returned; may throw where no process can be started. */
export type StartPulseSupervisor = (listener: PulseSupervisorLinkListener) => PulseSupervisorLink;

/** A pulse supervisor that is started again whenever it ends, until it is closed. */
export interface Supervision {
  /** `starting` until the first pulse supervisor is ready; `gone` from the end of one until the next is ready. */
  state(): 'starting' | 'ready' | 'gone' | 'closed';
  /** Why it is not ready, in words. */
  trouble(): string | null;
  send(message: ToPulseSupervisor): void;
  /** For a pulse supervisor that does not answer. */
  kill(why: string): void;
  close(): Promise<void>;
}

export interface SupervisionDeps {
  readonly kind: string;
  readonly config: unknown;
  readonly clock: Clock;
  readonly log: Log;
  readonly start: StartPulseSupervisor;
  readonly onMessage: (message: Exclude<FromPulseSupervisor, { is: 'ready' | 'unfit' | 'log' }>) => void;
  /** `state` or `trouble` changed. */
  readonly onState: () => void;
}

const BACK_OFF_MS_MIN = 100;
const BACK_OFF_MS_MAX = 2_000;
/** What cannot be opened by its configuration, or for want of a package, will not mend itself soon. */
const UNFIT_AGAIN_MS = 30_000;
/** A pulse supervisor that was ready for so long has earned a quick start of the next. */
const SOUND_AFTER_MS = 10_000;
/** A loaded box takes its time to start a process. */
const READY_WITHIN = Seconds(30);
/** The doors have 1.2 s to close; what takes longer goes on without the agent. */
const CLOSE_WITHIN = Seconds(1);

export const createSupervision = (deps: SupervisionDeps): Supervision => {
  const { kind, config, clock, log, start, onMessage, onState } = deps;
  let state: 'starting' | 'ready' | 'gone' | 'closed' = 'starting';
  let trouble: string | null = null;
  let link: PulseSupervisorLink | undefined;
  let timer: Timer | undefined;
  let backOffMs = BACK_OFF_MS_MIN;
  let readyMs = 0;
  let ended: (() => void) | undefined;
  /** Why the pulse supervisor that is about to end does so, where that is known. */
  let why: string | undefined;
  let unfit = false;
  let complained: string | undefined;

  const become = (next: typeof state, text: string | null): void => {
    state = next;
    trouble = text;
    onState();
  };

  const ready = (): void => {
    timer?.cancel();
    readyMs = clock.monoMs();
    complained = undefined;
    log.info({ kind }, 'the pulse supervisor of a bus is ready');
    become('ready', null);
  };
  const hear = (message: FromPulseSupervisor): void => {
    if (message.is === 'log') log[message.level](message.detail, message.message);
    else if (state === 'closed') return;
    else if (message.is === 'ready') ready();
    else if (message.is === 'unfit') {
      why = message.text;
      unfit = true;
      link?.kill();
    } else onMessage(message);
  };

  const gone = (how: string): void => {
    timer?.cancel();
    link = undefined;
    ended?.();
    if (state === 'closed') return;
    if (state === 'ready' && clock.monoMs() - readyMs >= SOUND_AFTER_MS) backOffMs = BACK_OFF_MS_MIN;
    const text = why ?? `the pulse supervisor of the bus is gone (${how})`;
    const againInMs = unfit ? UNFIT_AGAIN_MS : backOffMs;
    why = undefined;
    unfit = false;
    if (text !== complained)
      log.error({ kind, why: text, againInMs }, 'the pulse supervisor of a bus ended; it is started again');
    complained = text;
    timer = clock.after(Milliseconds(againInMs), begin);
    backOffMs = Math.min(BACK_OFF_MS_MAX, backOffMs * 2);
    become('gone', text);
  };

  const begin = (): void => {
    try {
      // One that was killed for its silence may end after the next has begun: it is not listened to any more.
      const mine: PulseSupervisorLink = start({
        message: (message) => {
          if (link === mine) hear(message);
        },
        gone: (how) => {
          if (link === mine) gone(how);
        },
      });
      link = mine;
    } catch (error) {
      gone(error instanceof Error ? error.message : String(error));
      return;
    }
    timer = clock.after(READY_WITHIN, () => kill('the pulse supervisor of the bus does not get ready'));
    link.send({ do: 'open', kind, config });
  };

  const kill = (text: string): void => {
    why = text;
    link?.kill();
  };
  begin();

  return {
    state: () => state,
    trouble: () => trouble,
    send: (message) => link?.send(message),
    kill,
    close: async () => {
      if (state === 'closed') return;
      timer?.cancel();
      become('closed', 'the bus was closed');
      const last = link;
      if (last === undefined) return;
      await new Promise<void>((resolve) => {
        const late = clock.after(CLOSE_WITHIN, resolve);
        ended = () => {
          late.cancel();
          resolve();
        };
        last.send({ do: 'close' });
      });
      last.leave();
    },
  };
};
