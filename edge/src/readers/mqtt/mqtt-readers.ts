import { ReaderPresent, readerPresentMessage, readerResultMessage } from '@gatehouse/shared/local/reader.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Access, Presented, PresentedPass } from '../../access/access.ts';
import type { LocalClient } from '../../broker/local-clients.ts';
import type { LocalPort } from '../../broker/local-port.ts';
import type { Log } from '../../log.ts';
import { type Answer, createDesk, ownAnswer } from '../desk/desk.ts';

/** How long an id that comes again is the same question: a QoS 1 message may come twice. */
const REPEAT_MS = 10_000;

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
  const { local, present, clock, log } = deps;
  const deaf = new Map<string, () => void>();

  const listenTo = ({ name, doorId }: LocalClient & { doorId: NonNullable<LocalClient['doorId']> }) => {
    const desk = createDesk({ name, doorId, present, repeatMs: REPEAT_MS, clock, log });
    const send = (id: string, answer: Answer) =>
      local.send(name, { name: readerResultMessage.name, payload: { v: 1, id, ...answer } });

    const hear = (payload: unknown): void => {
      const parsed = ReaderPresent.safeParse(payload);
      if (parsed.success) {
        const { id, ageMs } = parsed.data;
        desk.ask({ as: id, presented: presentedOf(parsed.data), ageMs }, (answer) => send(id, answer));
        return;
      }
      const id = ReaderPresent.options[0].shape.id.safeParse((payload as { id?: unknown } | null)?.id).data;
      log.debug({ reader: name }, 'a reader said something unreadable');
      if (id !== undefined) send(id, ownAnswer('unreadable'));
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
