import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { ReaderListener } from '../../readers/reader.ts';
import type { Log } from '../driver.ts';
import { REPLY } from './codes.ts';
import { type Event, eventOf, type Reply } from './replies.ts';
import type { StandingKeeper } from './standing.ts';

export interface Intake {
  /** What a reader answered to a poll (`polled`), or when it was asked for its state. */
  take(reply: Reply, polled: boolean): void;
  /** A session begins. `stale`: what the reader kept from before is no longer somebody standing there. */
  begin(stale: boolean): void;
  listen(listener: ReaderListener): void;
  /** Called when an input or output may have moved. Returns how to stop. */
  onHint(listener: () => void): () => void;
}

export const createIntake = (unit: number, standing: StandingKeeper, clock: Clock, log: Log): Intake => {
  const hints = new Set<() => void>();
  let listener: Pick<ReaderListener, 'took'> = { took: () => undefined };
  /** Until a poll finds nothing: what came before was kept. */
  let draining = false;
  /** What was logged of this session: a reader that repeats itself at every poll does not fill the log. */
  const said = new Set<string>();
  const once = (what: string, write: () => void): void => {
    if (said.has(what)) return;
    said.add(what);
    write();
  };

  const presented = (event: Extract<Event, { kind: 'card' | 'keys' }>): void => {
    if (draining) {
      once('kept', () => log.info({ unit }, 'what a reader kept while it was out of reach is too old to count'));
      return;
    }
    const atMs = clock.monoMs();
    if (event.kind === 'card') listener.took({ kind: 'bits', bits: event.bits }, atMs);
    else for (const key of event.keys) listener.took({ kind: 'key', key }, atMs);
  };

  return {
    take: (reply, polled) => {
      if (reply.code === REPLY.ACK) {
        draining &&= !polled;
        return;
      }
      const event = eventOf(reply);
      if (event === undefined) {
        const { code } = reply;
        once(`${code}`, () => log.warn({ unit, code }, 'a reader says what nobody understands'));
        return;
      }
      switch (event.kind) {
        case 'local':
          return standing.set({ tampered: event.tampered, trouble: event.powerFails ? 'its power fails' : null });
        case 'reader':
          return standing.set({ tampered: event.tampered });
        case 'inputs':
        case 'outputs':
          for (const hint of hints) hint();
          return;
        default:
          return presented(event);
      }
    },
    begin: (stale) => {
      draining ||= stale;
      said.clear();
    },
    listen: (next) => {
      listener = next;
    },
    onHint: (hint) => {
      hints.add(hint);
      return () => void hints.delete(hint);
    },
  };
};
