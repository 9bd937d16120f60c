import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { createBudget } from '@gatehouse/shared/time/budget.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Access } from '../access/access.ts';
import type { BusRack } from '../door/bus-rack.ts';
import type { Log } from '../log.ts';
import { formatsOf, type ReaderSettings } from './config.ts';
import { listenToReader } from './desk/wired-reader.ts';
import type { Reader, ReaderStanding } from './reader.ts';
import { createStandingFacts } from './standing-facts.ts';

/** A reader as staff see it. Nothing of what it read is in it. */
export interface ReaderReport extends ReaderStanding {
  readonly name: string;
  readonly doorId: DoorId;
  readonly bus: string;
  readonly unit: number;
  /** When it last read something, in ms of the wall clock; null before that. */
  readonly lastReadMs: number | null;
}

/** The readers of this box that are on its buses. */
export interface WiredReaders {
  report(): readonly ReaderReport[];
  /** Called when a report would differ. Returns how to stop listening. */
  onChange(listener: () => void): () => void;
  /** Takes nothing from readers any more. The buses are let go by who opened them. */
  close(): void;
}

/** Neither a loose cable nor a loose housing may fill the journal, or hide the other's news. */
const NEWS = { perSecond: 1 / 60, burst: 10 };

/** Opens the readers' buses and listens. Never rejects: a reader that is not there is reported, and the others work. */
export const openWiredReaders = async (deps: {
  readonly readers: Readonly<Record<string, ReaderSettings>>;
  readonly buses: Readonly<Record<string, { readonly kind: string }>>;
  readonly rack: Pick<BusRack, 'reader'>;
  readonly present: Access['present'];
  readonly record: (fact: FactBody) => void;
  readonly clock: Clock;
  readonly log: Log;
}): Promise<WiredReaders> => {
  const { readers, buses, rack, present, record, clock, log } = deps;
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of [...listeners]) listener();
  };

  const attach = async ([name, settings]: [string, ReaderSettings]) => {
    const { bus, unit, door: doorId } = settings;
    const place = { name, doorId, bus, unit };
    const reader = await rack.reader(bus, unit).catch((error: unknown) => {
      log.error({ err: error, reader: name, bus }, 'a reader cannot be opened');
      return undefined;
    });
    if (reader === undefined) {
      log.error({ reader: name, bus, unit }, 'a reader is configured on a bus that has none there');
      return { report: (): ReaderReport => ({ ...place, ...NOT_THERE }), close: () => undefined };
    }
    const mayTellPresence = createBudget(clock, NEWS);
    const mayTellTamper = createBudget(clock, NEWS);
    const tell = createStandingFacts({ reader: name, doorId }, (fact) => {
      log.info({ fact }, 'a reader changed');
      const mayTell = fact.kind === 'reader.lost' || fact.kind === 'reader.found' ? mayTellPresence : mayTellTamper;
      if (mayTell()) record(fact);
    });
    const heard = () => {
      tell(reader.standing());
      changed();
    };
    const formats = formatsOf(settings, buses[bus]?.kind ?? '');
    const wired = listenToReader({ name, doorId, reader, formats, present, changed: heard, clock, log });
    heard();
    return {
      report: (): ReaderReport => ({ ...place, ...reader.standing(), lastReadMs: wired.lastReadMs() }),
      close: wired.close,
    };
  };

  const attached = await Promise.all(Object.entries(readers).map(attach));
  return {
    report: () => attached.map((one) => one.report()),
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => {
      for (const one of attached) one.close();
    },
  };
};

const NOT_THERE = {
  state: 'lost',
  tampered: false,
  secure: false,
  trouble: 'its bus has no reader there',
  lastReadMs: null,
} as const satisfies ReturnType<Reader['standing']> & { readonly lastReadMs: null };
