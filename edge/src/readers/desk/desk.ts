import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { ReaderResult } from '@gatehouse/shared/local/reader.ts';
import { createBudget } from '@gatehouse/shared/time/budget.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type { Access, EntryResult, Presented, PresentedPass } from '../../access/access.ts';
import type { Log } from '../../log.ts';
import { SIGNALS, signalOf } from './signals.ts';

/** A reader that says later than this that somebody was there speaks of somebody who has gone. */
const PRESENTED_LATE_MS = 3_000;
/** Who has waited for so long has been told something by the reader itself, or has left. */
const ANSWER_WITHIN = Milliseconds(4_000);
const MESSAGE_CHARACTERS_MAX = 200;
/** So many cards and passes that nobody knows in a row, then one every six seconds: card numbers are short enough to try. */
const UNKNOWN_RATE = { perSecond: 1 / 60, burst: 20 };
const HELD_MS = 6_000;
/** More than people can present at one door. A reader that says so much more all the time has two codes lying before it, or worse. */
const ASKED_RATE = { perSecond: 3, burst: 30 };
const UNKNOWN = new Set<string>(['unknown_credential', 'unknown_member']);

const OWN_WORDS = {
  busy: 'One moment, please.',
  too_late: 'Please try again.',
  unreadable: 'This could not be read. Please try again.',
  no_answer: 'This door could not answer. Please try again or ask the staff.',
} as const;

/** What to tell whoever stands at a reader. */
export type Answer = Omit<ReaderResult, 'v' | 'id'>;

/** An answer that says nothing of who it is. */
export const ownAnswer = (reason: keyof typeof OWN_WORDS): Answer => ({
  granted: false,
  reason,
  message: OWN_WORDS[reason],
  signal: SIGNALS.again,
});

export interface Asked {
  /** The same as before is the same question: see `repeatMs`. */
  readonly as: string;
  readonly presented: Presented | PresentedPass;
  /** How long ago it was presented, in ms. */
  readonly ageMs: number;
}

/** Where one reader has decided what it reads: whatever kind of reader it is, at its own door, one thing at a time. */
export interface Desk {
  /**
   * Calls `answer` once, at the latest after four seconds; never for what is being decided already. Decided is only what is
   * fresh, not more than a few that nobody knows, and of all others no more than people present.
   */
  ask(asked: Asked, answer: (answer: Answer) => void): void;
}

export const createDesk = (deps: {
  /** What the reader is called. */
  readonly name: string;
  readonly doorId: DoorId;
  readonly present: Access['present'];
  /** How long after an answer the same is still the same question, and gets the same answer. */
  readonly repeatMs: number;
  readonly clock: Clock;
  readonly log: Log;
}): Desk => {
  const { name, doorId, repeatMs, clock, log } = deps;
  const mayGuess = createBudget(clock, UNKNOWN_RATE);
  const mayAsk = createBudget(clock, ASKED_RATE);
  let busyWith: string | undefined;
  let heldUntilMs = 0;
  let last: { readonly as: string; readonly answer: Answer; readonly atMs: number } | undefined;

  const present = async ({ as, presented }: Asked, tell: (answer: Answer) => void): Promise<void> => {
    let answered = false;
    const answer = (said: Answer) => {
      if (answered) return;
      answered = true;
      busyWith = undefined;
      last = { as, answer: said, atMs: clock.monoMs() };
      tell(said);
    };
    const late = clock.after(ANSWER_WITHIN, () => answer(ownAnswer('no_answer')));
    try {
      const result = await deps.present({ doorId, presented, via: 'reader' });
      if (UNKNOWN.has(result.reason) && !mayGuess()) {
        log.warn({ reader: name }, 'a reader presents one unknown card after the other and is held back');
        heldUntilMs = clock.monoMs() + HELD_MS;
      }
      answer(answerOf(result));
    } catch (error) {
      log.error({ err: error, reader: name }, 'what a reader presented could not be decided');
      answer(ownAnswer('no_answer'));
    } finally {
      late.cancel();
    }
  };

  /** What is answered without asking who it is. */
  const answerInstead = ({ as, ageMs }: Asked): Answer | undefined => {
    const nowMs = clock.monoMs();
    if (busyWith !== undefined || nowMs < heldUntilMs) return ownAnswer('busy');
    if (last?.as === as && nowMs - last.atMs < repeatMs) return last.answer;
    if (ageMs > PRESENTED_LATE_MS) return ownAnswer('too_late');
    return mayAsk() ? undefined : ownAnswer('busy');
  };

  return {
    ask: (asked, answer) => {
      if (busyWith === asked.as) return;
      const instead = answerInstead(asked);
      if (instead !== undefined) {
        answer(instead);
        return;
      }
      busyWith = asked.as;
      void present(asked, answer);
    },
  };
};

const answerOf = (result: EntryResult): Answer => ({
  granted: result.granted,
  reason: result.reason,
  message: result.message.slice(0, MESSAGE_CHARACTERS_MAX),
  ...(result.pinNeeded === undefined ? {} : { pinNeeded: result.pinNeeded }),
  ...(result.nextOpenS === undefined ? {} : { nextOpenS: result.nextOpenS }),
  signal: signalOf(result),
});
