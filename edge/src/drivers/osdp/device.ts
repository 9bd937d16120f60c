import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Reader } from '../../readers/reader.ts';
import { BoardError } from '../driver.ts';
import { type Command, LSTAT, POLL } from './commands.ts';
import { createGreeting, type Greeted, type GreetingDeps } from './greeting.ts';
import { createIntake } from './intake.ts';
import type { KeyRing } from './keys.ts';
import type { Reply } from './replies.ts';
import type { Answer, AskOptions, Session } from './session.ts';
import { signalCommands } from './signals.ts';
import { createStanding } from './standing.ts';

/** One reader on the line, as everybody sees it who has something to say to it. */
export interface Device {
  readonly unit: number;
  readonly reader: Reader;
  readonly session: Session;
  readonly keys: KeyRing;
  /** Whether there is a session. */
  ready(): boolean;
  /** When its next turn is due, on the monotonic clock. */
  dueMs(): number;
  /** One step: towards a session, or a poll in it. Never rejects. */
  turn(): Promise<void>;
  /** Asks in a session, which is set up first if there is none. Rejects with a `BoardError`. */
  ask(command: Command, options: AskOptions): Promise<{ readonly reply: Reply; readonly writtenMs: number }>;
  /** Sets a session up anew, whenever the last try was, and hears one answer in it. Rejects with a `BoardError`. */
  restart(): Promise<void>;
  /** The line broke. */
  down(): void;
  /** Which state an output goes to when nothing is timed, as far as it was told so in this session. */
  readonly resting: Map<number, boolean>;
  onHint(listener: () => void): () => void;
}

const POLL_MS = 50;
/** Both sides call the other lost after 8 s without a sound answer (IEC 60839-11-5, 5.7). */
const LOST_MS = 8_000;
/** What a reader kept for longer than this while nobody asked it is no longer somebody standing there. */
const STALE_MS = 2_000;
const BACK_OFF_MS_MIN = 250;
const BACK_OFF_MS_MAX = 5_000;

export const createDevice = (deps: GreetingDeps & { readonly clock: Clock }): Device => {
  const { unit, session, keys, clock, log } = deps;
  let changed = (): void => undefined;
  const standing = createStanding((now) => {
    log.info({ unit, ...now }, 'a reader stands otherwise');
    changed();
  });
  const intake = createIntake(unit, standing, clock, log);
  const greeting = createGreeting(deps);
  const resting = new Map<number, boolean>();

  let ready = false;
  let dueMs = -Infinity;
  let backOffMs = 0;
  let soundMs = -Infinity;
  let askLocal = false;
  let showing: readonly Command[] = [];

  const lose = (why: string): void => {
    ready = false;
    greeting.restart();
    resting.clear();
    showing = [];
    dueMs = clock.monoMs() + backOffMs;
    backOffMs = Math.min(BACK_OFF_MS_MAX, Math.max(BACK_OFF_MS_MIN, backOffMs * 2));
    const lost = clock.monoMs() - soundMs >= LOST_MS;
    standing.set({ ...(lost ? { state: 'lost' } : {}), secure: false, trouble: why });
  };

  const greeted = (outcome: Greeted): void => {
    if (outcome.kind === 'failed') lose(outcome.why);
    if (outcome.kind !== 'ready') return;
    intake.begin(clock.monoMs() - soundMs > STALE_MS);
    ready = true;
    askLocal = true;
    dueMs = clock.monoMs();
  };

  /** Only an answer in the session shows that there is one: who merely plays the handshake back stays lost. */
  const sound = (): void => {
    soundMs = clock.monoMs();
    if (backOffMs === 0 && standing.get().state === 'online') return;
    backOffMs = 0;
    standing.set({ state: 'online', secure: session.channel !== undefined, trouble: null });
  };

  /** What an answer in a session means for the session itself. */
  const note = (answer: Answer): void => {
    if (answer.kind === 'reply') sound();
    else if (answer.kind === 'down' || answer.kind === 'broken') lose(answer.why);
    else if (answer.kind === 'expired' && answer.sent) lose('was left before it had answered');
  };

  const nextCommand = (): Command => {
    const [first, ...others] = showing;
    if (first === undefined) return askLocal ? LSTAT : POLL;
    showing = others;
    return first;
  };

  const turn = async (): Promise<void> => {
    if (!ready) return greeted(await greeting.step());
    const command = nextCommand();
    if (command === LSTAT) askLocal = false;
    const answer = await session.ask(command, { retries: 2 });
    dueMs = clock.monoMs() + (showing.length > 0 || askLocal ? 0 : POLL_MS);
    note(answer);
    if (answer.kind === 'reply') intake.take(answer.reply, command === POLL);
    else if (answer.kind === 'refused' && command === POLL) lose(`refuses to be polled: ${answer.why}`);
  };

  const becomeReady = async (sent: boolean): Promise<void> => {
    while (!ready) {
      if (dueMs > clock.monoMs()) throw new BoardError('no_reply', sent, `reader ${unit} was not there a moment ago`);
      const outcome = await greeting.step();
      greeted(outcome);
      if (outcome.kind === 'failed') throw new BoardError(outcome.reason, sent, `reader ${unit} ${outcome.why}`);
    }
  };

  const asked = async (command: Command, options: AskOptions, sent: boolean) => {
    await becomeReady(sent);
    const answer = await session.ask(command, options);
    note(answer);
    switch (answer.kind) {
      case 'reply':
        return answer;
      case 'refused':
        throw new BoardError('refused', true, `reader ${unit} says: ${answer.why}`);
      case 'expired':
        throw new BoardError('expired', sent || answer.sent, 'too late to write');
      case 'down':
        throw new BoardError('gone', true, answer.why);
      case 'broken':
        // One that is only out of step, as after it was without power, is worth one more try in a new session.
        if (!sent && answer.heard) return asked(command, options, true);
        throw new BoardError('no_reply', true, `reader ${unit} ${answer.why}`);
    }
  };

  return {
    unit,
    session,
    keys,
    resting,
    ready: () => ready,
    dueMs: () => dueMs,
    turn,
    ask: (command, options) => asked(command, options, false),
    restart: async () => {
      lose('is spoken to anew');
      dueMs = -Infinity;
      await becomeReady(false);
      await turn();
      if (!ready) throw new BoardError('no_reply', false, `reader ${unit} gives no answer in the new session`);
    },
    down: () => {
      soundMs = -Infinity;
      lose('is out of reach: its line is not there');
      backOffMs = 0;
      dueMs = -Infinity;
    },
    onHint: intake.onHint,
    reader: {
      listen: (next) => {
        changed = next.changed;
        intake.listen(next);
      },
      show: (signal) => {
        if (!ready) return;
        showing = signalCommands(signal);
        dueMs = -Infinity;
      },
      standing: standing.get,
    },
  };
};
