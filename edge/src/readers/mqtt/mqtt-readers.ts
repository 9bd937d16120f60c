import {
  ReaderPresent,
  type ReaderResult,
  readerPresentMessage,
  readerResultMessage,
} from '@gatehouse/shared/local/reader.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type { Access, EntryResult, Presented, PresentedPass } from '../../access/access.ts';
import { createBudget } from '../../broker/budget.ts';
import type { LocalClient } from '../../broker/local-clients.ts';
import type { LocalPort } from '../../broker/local-port.ts';
import type { Log } from '../../log.ts';
import { SIGNALS, signalOf } from './signals.ts';

/** A reader that says later than this that somebody was there speaks of somebody who has gone. */
const PRESENTED_LATE_MS = 3_000;
/** Who has waited for so long has been told something by the reader itself, or has left. */
const ANSWER_WITHIN = Milliseconds(4_000);
/** How long an id that comes again is the same question: a QoS 1 message may come twice. */
const REPEAT_MS = 10_000;
const MESSAGE_CHARACTERS_MAX = 200;
/** So many cards and passes that nobody knows in a row, then one every six seconds: card numbers are short enough to try. */
const UNKNOWN_RATE = { perSecond: 1 / 60, burst: 20 };
const HELD_MS = 6_000;
const UNKNOWN = new Set<string>(['unknown_credential', 'unknown_member']);

const OWN_WORDS = {
  busy: 'One moment, please.',
  too_late: 'Please try again.',
  unreadable: 'This could not be read. Please try again.',
  no_answer: 'This door could not answer. Please try again or ask the staff.',
} as const;
type OwnReason = keyof typeof OWN_WORDS;

export interface MqttReaders {
  /** The list of readers has changed. */
  refresh(): void;
  close(): void;
}

/**
 * Readers on the LAN: what they read is decided by the box, and what they show is its answer. A reader presents one
 * thing at a time, at its own door, and has no say in what becomes of the lock.
 */
export const createMqttReaders = (deps: {
  readonly local: LocalPort;
  readonly readers: () => readonly LocalClient[];
  readonly present: Access['present'];
  readonly clock: Clock;
  readonly log: Log;
}): MqttReaders => {
  const { local, clock, log } = deps;
  const deaf = new Map<string, () => void>();

  const listenTo = ({ name, doorId }: LocalClient & { doorId: NonNullable<LocalClient['doorId']> }) => {
    let busyWith: string | undefined;
    const mayGuess = createBudget(clock, UNKNOWN_RATE);
    let heldUntilMs = 0;
    let last: { readonly result: ReaderResult; readonly atMs: number } | undefined;

    const send = (result: ReaderResult) => local.send(name, { name: readerResultMessage.name, payload: result });
    const own = (id: string, reason: OwnReason): ReaderResult => ({
      v: 1,
      id,
      granted: false,
      reason,
      message: OWN_WORDS[reason],
      signal: SIGNALS.again,
    });

    const present = async (said: ReaderPresent): Promise<void> => {
      const { id } = said;
      let answered = false;
      const answer = (result: ReaderResult) => {
        if (answered) return;
        answered = true;
        busyWith = undefined;
        last = { result, atMs: clock.monoMs() };
        send(result);
      };
      const late = clock.after(ANSWER_WITHIN, () => answer(own(id, 'no_answer')));
      try {
        const result = await deps.present({ doorId, presented: presentedOf(said), via: 'reader' });
        if (UNKNOWN.has(result.reason) && !mayGuess()) {
          log.warn({ reader: name }, 'a reader presents one unknown card after the other and is held back');
          heldUntilMs = clock.monoMs() + HELD_MS;
        }
        answer(resultOf(id, result));
      } catch (error) {
        log.error({ err: error, reader: name }, 'what a reader presented could not be decided');
        answer(own(id, 'no_answer'));
      } finally {
        late.cancel();
      }
    };

    /** What is answered without asking who it is. */
    const answerInstead = ({ id, ageMs }: ReaderPresent): ReaderResult | undefined => {
      const nowMs = clock.monoMs();
      if (busyWith !== undefined || nowMs < heldUntilMs) return own(id, 'busy');
      if (last?.result.id === id && nowMs - last.atMs < REPEAT_MS) return last.result;
      return ageMs > PRESENTED_LATE_MS ? own(id, 'too_late') : undefined;
    };

    const hear = (payload: unknown): void => {
      const parsed = ReaderPresent.safeParse(payload);
      if (!parsed.success) {
        const id = ReaderPresent.options[0].shape.id.safeParse((payload as { id?: unknown } | null)?.id).data;
        log.debug({ reader: name }, 'a reader said something unreadable');
        if (id !== undefined) send(own(id, 'unreadable'));
        return;
      }
      const { id } = parsed.data;
      if (busyWith === id) return;
      const instead = answerInstead(parsed.data);
      if (instead !== undefined) {
        send(instead);
        return;
      }
      busyWith = id;
      void present(parsed.data);
    };
    return local.listen(name, {
      onMessage: (message, payload) => {
        if (message === readerPresentMessage.name) hear(payload);
      },
    });
  };

  const refresh = () => {
    const now = new Map(deps.readers().map((reader) => [reader.name, reader]));
    for (const [name, stop] of deaf)
      if (!now.has(name)) {
        stop();
        deaf.delete(name);
      }
    for (const reader of now.values()) {
      const { doorId } = reader;
      if (doorId !== null && !deaf.has(reader.name)) deaf.set(reader.name, listenTo({ ...reader, doorId }));
    }
  };
  refresh();
  return {
    refresh,
    close: () => {
      for (const stop of deaf.values()) stop();
      deaf.clear();
    },
  };
};

const presentedOf = (said: ReaderPresent): Presented | PresentedPass => {
  switch (said.by) {
    case 'card':
      return { kind: 'card', text: said.card, pin: said.pin };
    case 'keypad':
      return { kind: 'short_id', text: said.shortId, pin: said.pin };
    case 'qr':
      return { kind: 'pass', text: said.text };
  }
};

const resultOf = (id: string, result: EntryResult): ReaderResult => ({
  v: 1,
  id,
  granted: result.granted,
  reason: result.reason,
  message: result.message.slice(0, MESSAGE_CHARACTERS_MAX),
  ...(result.pinNeeded === undefined ? {} : { pinNeeded: result.pinNeeded }),
  ...(result.nextOpenS === undefined ? {} : { nextOpenS: result.nextOpenS }),
  signal: signalOf(result),
});
