import type { Fact } from '@gatehouse/shared/journal/fact.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import {
  FACTS_PER_MESSAGE,
  type factsAckMessage,
  type factsMessage,
  type factsPleaseMessage,
} from '@gatehouse/shared/wire/facts.ts';
import type { z } from 'zod';
import type { Log } from '../log.ts';
import type { JournalStanding, SqliteJournal } from './sqlite-journal.ts';

/** A broker refuses packets of 256 KB; a message of facts stays well below. */
const BYTES_PER_MESSAGE = 128 * 1024;
/** How far the sending may run ahead of the acknowledgements, so that a slow link still drains a long queue. */
const AHEAD_MAX = 5 * FACTS_PER_MESSAGE;
const COALESCED = Milliseconds(20);
const RETRY_FIRST = Seconds(5);
const RETRY_MAX = Seconds(60);
/** 2,000 facts a second: as fast as the cloud stores them, so that it need not drop any. */
const SENT_AGAIN_EVERY = Milliseconds(100);

export interface FactsPort {
  connected(): boolean;
  /** Hands a message to the link. What becomes of it, only an acknowledgement tells. */
  send(message: z.input<typeof factsMessage.payload>): void;
}

export interface FactsUpload {
  /** A new connection: what was not acknowledged is sent again. */
  connected(): void;
  acknowledged(ack: z.infer<typeof factsAckMessage.payload>): void;
  /** The cloud lost facts that it had: what is still here of the range is sent again, beside what waits. */
  askedAgain(range: z.infer<typeof factsPleaseMessage.payload>): void;
  close(): void;
}

/** A journal to be sent. */
export interface FactsSource extends Pick<SqliteJournal, 'after' | 'acknowledge' | 'onRecorded'> {
  standing(): Pick<JournalStanding, 'epoch' | 'lastSeq' | 'acknowledged'>;
}

/** Sends facts in order, again and again, until the cloud says that it has stored them. */
export const uploadFacts = (deps: { journal: FactsSource; port: FactsPort; clock: Clock; log: Log }): FactsUpload => {
  const { journal, port, clock, log } = deps;
  let sentThrough = journal.standing().acknowledged;
  let retryMs: number = RETRY_FIRST;
  let retry: Timer | undefined;
  let soon: Timer | undefined;

  const pump = () => {
    if (!port.connected()) return;
    const { acknowledged, lastSeq, epoch } = journal.standing();
    while (sentThrough - acknowledged < AHEAD_MAX) {
      const facts = fitting(journal.after(sentThrough, FACTS_PER_MESSAGE));
      const last = facts.at(-1);
      if (last === undefined) break;
      port.send({ v: 1, epoch, facts: [...facts] });
      sentThrough = last.seq;
    }
    // Also what there is and could not be read.
    if (lastSeq > acknowledged) retry ??= clock.after(Milliseconds(retryMs), again);
  };
  const again = () => {
    retry = undefined;
    retryMs = Math.min(retryMs * 2, RETRY_MAX);
    sentThrough = journal.standing().acknowledged;
    pump();
  };
  let sendingAgain: Timer | undefined;
  const sendAgain = ({ epoch, from, to }: { epoch: string; from: number; to: number }): void => {
    sendingAgain = undefined;
    if (!port.connected() || epoch !== journal.standing().epoch) return;
    const facts = fitting(journal.after(from - 1, Math.min(FACTS_PER_MESSAGE, to - from + 1))).filter(
      ({ seq }) => seq <= to,
    );
    const last = facts.at(-1);
    if (last === undefined) return; // Not there any more; or not to be read now, and the cloud asks again.
    port.send({ v: 1, epoch, facts: [...facts] });
    if (last.seq < to) sendingAgain = clock.after(SENT_AGAIN_EVERY, () => sendAgain({ epoch, from: last.seq + 1, to }));
  };
  const settleRetry = () => {
    retry?.cancel();
    retry = undefined;
    retryMs = RETRY_FIRST;
  };
  const stopListening = journal.onRecorded(() => {
    soon ??= clock.after(COALESCED, () => {
      soon = undefined;
      pump();
    });
  });

  return {
    connected: () => {
      settleRetry();
      sentThrough = journal.standing().acknowledged;
      pump();
    },
    acknowledged: ({ epoch, through }) => {
      const before = journal.standing();
      if (epoch !== before.epoch || through <= before.acknowledged) return; // Of a journal before this one, or late.
      if (!journal.acknowledge(through)) {
        log.error({ through, lastSeq: before.lastSeq }, 'The cloud acknowledged facts that this journal never wrote.');
        return;
      }
      settleRetry();
      sentThrough = Math.max(sentThrough, through);
      pump();
    },
    askedAgain: (range) => {
      if (range.epoch !== journal.standing().epoch) return;
      sendingAgain?.cancel(); // The newer request knows better what is missing.
      sendAgain(range);
    },
    close: () => {
      stopListening();
      sendingAgain?.cancel();
      retry?.cancel();
      soon?.cancel();
    },
  };
};

/** The same for several journals at once, each of an epoch of its own: the one that is written, and ended ones. */
export const uploadAllFacts = (
  journals: readonly FactsSource[],
  deps: Omit<Parameters<typeof uploadFacts>[0], 'journal'>,
): FactsUpload => {
  const uploads = journals.map((journal) => uploadFacts({ journal, ...deps }));
  return {
    connected: () => {
      for (const upload of uploads) upload.connected();
    },
    acknowledged: (ack) => {
      for (const upload of uploads) upload.acknowledged(ack);
    },
    askedAgain: (range) => {
      for (const upload of uploads) upload.askedAgain(range);
    },
    close: () => {
      for (const upload of uploads) upload.close();
    },
  };
};

/** As many of `facts` as one message carries, and never none of some. */
const fitting = (facts: readonly Fact[]): readonly Fact[] => {
  let bytes = 0;
  const end = facts.findIndex((fact, index) => {
    bytes += Buffer.byteLength(JSON.stringify(fact)) + 1;
    return index > 0 && bytes > BYTES_PER_MESSAGE;
  });
  return end < 0 ? facts : facts.slice(0, end);
};
