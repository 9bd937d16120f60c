import type { CardFormat } from '@gatehouse/shared/card/card-format.ts';
import { keyOfBits } from '@gatehouse/shared/card/key-burst.ts';
import { type CardReading, readBits, readLine } from '@gatehouse/shared/card/read-card.ts';
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { SHOWN_PASS_PREFIX } from '@gatehouse/shared/pass/pass-code.ts';
import { createBudget } from '@gatehouse/shared/time/budget.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Access, PresentedPass } from '../../access/access.ts';
import type { Log } from '../../log.ts';
import type { Reader, ReaderInput } from '../reader.ts';
import { type Answer, createDesk, ownAnswer } from './desk.ts';
import { IDLE, type Keypad, type KeypadEffect, type KeypadInput, step } from './keypad-machine.ts';
import { SIGNALS } from './signals.ts';

/** Who has not typed for so long has left. */
const QUIET = Seconds(10);
/** A key that comes later belongs to nobody who still stands there. */
const KEY_LATE_MS = 3_000;
/** What a reader says again within this is still held to it. */
const HELD_MS = 1_000;
/** And after so long it counts as presented again. */
const HELD_MS_MAX = 5_000;
/** Noise on a line must not fill the log. */
const UNREADABLE_LOGGED = { perSecond: 1 / 60, burst: 5 };

export interface WiredReader {
  /** When something readable was last presented, in ms of the wall clock; null before that. */
  lastReadMs(): number | null;
  /** Presents nothing any more, forgets what was typed, and has no news. */
  close(): void;
}

/** Listens to a reader on a bus: what it takes in becomes one presentation after the other, and it shows the answers. */
export const listenToReader = (deps: {
  readonly name: string;
  readonly doorId: DoorId;
  readonly reader: Pick<Reader, 'listen' | 'show'>;
  readonly formats: readonly CardFormat[];
  readonly present: Access['present'];
  /** Its standing changed, or it read something. */
  readonly changed: () => void;
  readonly clock: Clock;
  readonly log: Log;
}): WiredReader => {
  const { name, reader, formats, clock, log, changed } = deps;
  const desk = createDesk({ ...deps, repeatMs: 0 });
  const mayLog = createBudget(clock, UNREADABLE_LOGGED);
  let keypad: Keypad = IDLE;
  let quiet: Timer | undefined;
  let closed = false;
  let lastReadMs: number | null = null;
  let unreadable = 0;
  let held: { readonly text: string; readonly sinceMs: number; seenMs: number } | undefined;

  const show = ({ signal }: Pick<Answer, 'signal'>): void => {
    if (!closed) reader.show(signal);
  };
  const tell = (answer: Answer): void => {
    // Who was not heard tries again at once, and is not taken for somebody who still holds the card there.
    if (answer.signal === SIGNALS.again) held = undefined;
    show(answer);
  };
  const ask = (presented: Extract<KeypadEffect, { do: 'ask' }>['presented'], ageMs: number): void => {
    const as = `${presented.kind} ${presented.text}${presented.pin === undefined ? '' : ' and its PIN'}`;
    desk.ask({ as, presented, ageMs }, (answer) => {
      tell(answer);
      if (presented.kind === 'card' && presented.pin === undefined)
        feed({ on: 'answered', card: presented.text, pinNeeded: answer.pinNeeded === true }, 0);
    });
  };
  const askPass = (presented: PresentedPass, ageMs: number): void =>
    desk.ask({ as: presented.text, presented, ageMs }, tell);

  const feed = (input: KeypadInput, ageMs: number): void => {
    if (closed) return;
    const [next, ...effects] = step(keypad, input);
    keypad = next;
    quiet?.cancel();
    quiet = next.at === 'idle' ? undefined : clock.after(QUIET, () => feed({ on: 'quiet' }, 0));
    for (const effect of effects) {
      if (effect.do === 'ask') ask(effect.presented, ageMs);
      else show({ signal: SIGNALS[effect.signal] });
    }
  };

  const isHeld = (text: string): boolean => {
    const nowMs = clock.monoMs();
    const still = held?.text === text && nowMs - held.seenMs < HELD_MS && nowMs - held.sinceMs < HELD_MS_MAX;
    if (still && held !== undefined) held.seenMs = nowMs;
    else held = { text, sinceMs: nowMs, seenMs: nowMs };
    return still;
  };
  const wasRead = (): void => {
    lastReadMs = clock.wallMs();
    changed();
  };

  const tookCard = (read: CardReading, ageMs: number): void => {
    if (!read.ok) {
      unreadable++;
      if (mayLog()) log.warn({ reader: name, why: read.why, unreadable }, 'a reader gave what is no card');
      show(ownAnswer('unreadable'));
      return;
    }
    if (isHeld(read.card)) return;
    wasRead();
    feed({ on: 'card', card: read.card }, ageMs);
  };

  const took = (input: ReaderInput, ageMs: number): void => {
    const key = input.kind === 'key' ? input.key : input.kind === 'bits' ? keyOfBits(input.bits) : undefined;
    if (key !== undefined) {
      if (ageMs < KEY_LATE_MS) feed({ on: 'key', key }, ageMs);
    } else if (input.kind === 'bits') tookCard(readBits(formats, input.bits), ageMs);
    else if (input.kind === 'line' && input.text.startsWith(SHOWN_PASS_PREFIX)) {
      if (isHeld(input.text)) return;
      wasRead();
      askPass({ kind: 'pass', text: input.text }, ageMs);
    } else if (input.kind === 'line') tookCard(readLine(formats, input.text.trim()), ageMs);
  };

  reader.listen({
    took: (input, atMs) => {
      if (!closed) took(input, Math.max(0, clock.monoMs() - atMs));
    },
    changed: () => {
      if (!closed) changed();
    },
  });
  return {
    lastReadMs: () => lastReadMs,
    close: () => {
      closed = true;
      quiet?.cancel();
      keypad = IDLE;
      held = undefined;
    },
  };
};
