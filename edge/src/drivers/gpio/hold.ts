import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { BoardError, type Log } from '../driver.ts';

/** Something of the system's that is taken, lost, and taken again, for as long as it is not closed. */
export interface Hold<T> {
  /** Throws a `BoardError`, `gone` or `closed`, while it is not held. */
  held(): T;
  /** It is no good any more. Nothing happens when it was lost already. */
  lost(held: T, why: string): void;
  close(): void;
}

export interface HoldDeps<T> {
  readonly clock: Clock;
  readonly log: Log;
  /** What it is, for the log. */
  readonly what: string;
  /** Throws, in words for whoever installs it, while it cannot be had. */
  readonly take: () => T;
  readonly letGo: (held: T) => void;
  /** Called whenever it is taken (null) or why it is not changes. */
  readonly onTrouble?: ((why: string | null) => void) | undefined;
}

const BACK_OFF_MS_MIN = 250;
const BACK_OFF_MS_MAX = 2_000;

/** Takes it at once. */
export const hold = <T>({ clock, log, what, take, letGo, onTrouble }: HoldDeps<T>): Hold<T> => {
  let held: { readonly it: T } | undefined;
  let trouble: string | null = 'it was not looked for yet';
  let backOffMs = BACK_OFF_MS_MIN;
  let retry: Timer | undefined;
  let closed = false;

  const become = (why: string | null): void => {
    if (why === trouble) return;
    trouble = why;
    if (why === null) log.info({ what }, 'lines are held');
    else log.warn({ what, why }, 'lines are not there; trying on');
    onTrouble?.(why);
  };
  const later = (why: string): void => {
    become(why);
    retry = clock.after(Milliseconds(backOffMs), tryNow);
    backOffMs = Math.min(BACK_OFF_MS_MAX, backOffMs * 2);
  };
  const tryNow = (): void => {
    try {
      held = { it: take() };
    } catch (error) {
      later(error instanceof Error ? error.message : String(error));
      return;
    }
    backOffMs = BACK_OFF_MS_MIN;
    become(null);
  };
  tryNow();

  return {
    held: () => {
      if (closed) throw new BoardError('closed', false, 'the bus was closed');
      if (held === undefined) throw new BoardError('gone', false, trouble ?? 'lines are not held');
      return held.it;
    },
    lost: (it, why) => {
      if (held?.it !== it) return;
      held = undefined;
      letGo(it);
      later(why);
    },
    close: () => {
      if (closed) return;
      closed = true;
      retry?.cancel();
      if (held !== undefined) letGo(held.it);
      held = undefined;
    },
  };
};
