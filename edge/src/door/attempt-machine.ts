import type { CommandId, EventId } from '@gatehouse/shared/ids/ids.ts';

/** What asks for a lock to be released: a remote command, or an entry that this box decided itself. */
export type Order =
  | { readonly cause: 'unlock'; readonly id: CommandId }
  | { readonly cause: 'access'; readonly id: EventId };
export type OrderId = Order['id'];

/** One accepted order, from its acceptance to its answer. Each has its own deadline, evidence and answer. */
export interface Entry {
  readonly order: Order;
  readonly acceptedMs: number;
  readonly notAfterMs: number;
  /** How long after the board's acknowledgement the lock may take to be seen unlocked. */
  readonly judgeAfterMs: number;
  /** Whoever asked hears no verdict that comes later than this; `Infinity` where nobody waits so. */
  readonly judgeByMs: number;
  /** How long the lock stays released for it. */
  readonly holdMs: number;
  /** Whether it passes a lockdown. */
  readonly breakGlass: boolean;
}

export type Attempt = Entry &
  (
    | { readonly at: 'queued' }
    /** Its pulse is being written. */
    | { readonly at: 'waiting' }
    /** The board acknowledged its pulse; now the lock must be seen unlocked. */
    | { readonly at: 'watching'; readonly ackedMs: number }
  );

export type Verdict = 'confirmed' | 'commanded' | 'expired' | 'maintenance' | 'lockdown' | 'relay_fault' | 'board_lost';

export type AttemptInput =
  | { readonly on: 'turn' }
  | { readonly on: 'pulsed'; readonly nowMs: number; readonly evidence: boolean }
  /** Seen unlocked, in a reading that was asked for at `askedMs`. */
  | { readonly on: 'unlocked'; readonly askedMs: number }
  | { readonly on: 'tick'; readonly nowMs: number }
  | { readonly on: 'end'; readonly verdict: Verdict };

/** The attempt goes on, or this is its verdict. */
export type AttemptNext = Attempt | Verdict;

/** A lock is given this long to move, however late its pulse was. */
const WATCH_MS_MIN = 1_000;

const judgedMs = ({ ackedMs, judgeAfterMs, judgeByMs }: Attempt & { readonly at: 'watching' }): number =>
  Math.min(ackedMs + judgeAfterMs, Math.max(judgeByMs, ackedMs + WATCH_MS_MIN));

/** One step of one order. Returns the very same object when nothing changed. */
export const stepAttempt = (attempt: Attempt, input: AttemptInput): AttemptNext => {
  switch (input.on) {
    case 'turn':
      return attempt.at === 'queued' ? { ...attempt, at: 'waiting' } : attempt;
    case 'pulsed':
      if (attempt.at !== 'waiting') return attempt;
      return input.evidence ? { ...attempt, at: 'watching', ackedMs: input.nowMs } : 'commanded';
    case 'unlocked':
      // Only a reading asked for after the acknowledgement proves that the lock is unlocked by or after this order.
      return attempt.at === 'watching' && input.askedMs >= attempt.ackedMs ? 'confirmed' : attempt;
    case 'tick':
      if (attempt.at === 'queued' && input.nowMs > attempt.notAfterMs) return 'expired';
      // A leaf under pull binds the strike: judged at the deadline, not before.
      if (attempt.at === 'watching' && input.nowMs >= judgedMs(attempt)) return 'relay_fault';
      return attempt; // While its pulse is being written, the writer keeps the deadline.
    case 'end':
      return input.verdict;
  }
};

/** When `tick` has something to do next, or `Infinity`. */
export const attemptDueMs = (attempt: Attempt): number => {
  if (attempt.at === 'waiting') return Infinity;
  return attempt.at === 'queued' ? attempt.notAfterMs + 1 : judgedMs(attempt);
};
