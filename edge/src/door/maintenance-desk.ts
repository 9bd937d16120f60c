import {
  FORCE_OPEN_HOURS_DEFAULT,
  FORCE_OPEN_HOURS_MAX,
  type Maintenance,
  NO_MAINTENANCE,
} from '@gatehouse/shared/door/maintenance.ts';
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Hours, Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type { Log } from '../drivers/driver.ts';
import type { Journal } from '../journal/journal.ts';
import type { Stored } from '../store/box-writer.ts';
import { doorFault } from './doors.faults.ts';
import type { MaintenanceChange } from './doors.ts';

export interface MaintenanceStore {
  load(): Readonly<Record<DoorId, Maintenance>>;
  /** Counts from now on, and is on the disk as soon as that takes it. */
  keep(doorId: DoorId, maintenance: Maintenance): void;
  /** Counts once it is on the disk, or not at all. */
  commit(doorId: DoorId, maintenance: Maintenance): Promise<Stored>;
}

/** What staff set at the doors: kept over restarts, ended in time. */
export interface MaintenanceDesk {
  of(doorId: DoorId): Maintenance;
  /** Checks, records, keeps, and returns the new maintenance. Throws a `Fault` and changes nothing otherwise. */
  change(change: MaintenanceChange): Promise<Maintenance>;
  /** Ends a force-open, one that is just being set too. Throws as `change` does. */
  endForceOpen(doorId: DoorId, why: Pick<MaintenanceChange, 'by' | 'reason'>): Promise<void>;
  close(): void;
}

export interface MaintenanceDeskDeps {
  readonly store: MaintenanceStore;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  /** The machine was off since the last run: nobody knows how long, unless the clock can be trusted. */
  readonly powerLoss: boolean;
  readonly clockTrusted: () => boolean;
  /** No moment before this one can be now, whatever the wall clock says. */
  readonly floorMs: () => number;
  readonly changed: (doorId: DoorId, maintenance: Maintenance) => void;
}

/** The end that a change asks for, or a `Fault`. */
const endOf = ({ mode, untilMs }: MaintenanceChange, nowMs: number): number | null => {
  if (mode === 'off') return null;
  if (mode === 'force-closed' && untilMs === null) return null;
  const endMs = untilMs ?? nowMs + Hours(FORCE_OPEN_HOURS_DEFAULT);
  if (endMs <= nowMs) throw doorFault('doors.bad_end', 'The end of the maintenance has passed already.');
  if (mode === 'force-open' && endMs > nowMs + Hours(FORCE_OPEN_HOURS_MAX))
    throw doorFault('doors.bad_end', `A door may be forced open for ${FORCE_OPEN_HOURS_MAX} hours at most.`);
  return endMs;
};

export const createMaintenanceDesk = (deps: MaintenanceDeskDeps): MaintenanceDesk => {
  const { store, journal, clock, log } = deps;
  const current = new Map<DoorId, Maintenance>(Object.entries(store.load()) as [DoorId, Maintenance][]);
  const ends = new Map<DoorId, Timer>();

  const end = (
    doorId: DoorId,
    was: Maintenance,
    why: Extract<FactBody, { kind: 'maintenance.ended' }>['data']['why'],
  ) => {
    const off: Maintenance = { ...NO_MAINTENANCE, generation: was.generation + 1 };
    current.set(doorId, off);
    log.warn({ doorId, mode: was.mode, why }, 'maintenance ended');
    journal
      .record({ kind: 'maintenance.ended', data: { doorId, generation: was.generation, why } })
      .catch((error: unknown) => log.error({ doorId, err: error }, 'could not state that a maintenance ended'));
    store.keep(doorId, off);
    deps.changed(doorId, off);
  };

  /** Counts the time from now on the monotonic clock: a wall clock that jumps moves no end. */
  const endInTime = (doorId: DoorId, maintenance: Maintenance, nowMs = clock.wallMs()): void => {
    ends.get(doorId)?.cancel();
    ends.delete(doorId);
    if (maintenance.untilMs === null) return;
    const leftMs = Math.max(0, maintenance.untilMs - nowMs);
    const atMostMs = maintenance.mode === 'force-open' ? Math.min(leftMs, Hours(FORCE_OPEN_HOURS_MAX)) : leftMs;
    const run = () => end(doorId, maintenance, 'expired');
    ends.set(doorId, clock.after(Milliseconds(atMostMs), run));
  };

  // After a power loss a door is forced open again only while a trusted clock says that its end is still to come.
  const startMs = Math.max(clock.wallMs(), deps.floorMs());
  for (const [doorId, kept] of [...current]) {
    if (kept.mode === 'force-open' && deps.powerLoss && !deps.clockTrusted())
      end(doorId, kept, 'clock_untrusted_after_power_loss');
    else if (kept.untilMs !== null && kept.untilMs <= startMs) end(doorId, kept, 'expired');
    else endInTime(doorId, kept, startMs);
  }

  const of = (doorId: DoorId): Maintenance => current.get(doorId) ?? NO_MAINTENANCE;
  const checkSeen = ({ doorId, seen }: MaintenanceChange): Maintenance => {
    const before = of(doorId);
    if (seen !== undefined && seen !== before.generation)
      throw doorFault('doors.maintenance_outdated', 'Somebody changed this door meanwhile.', {
        body: { maintenance: before },
      });
    return before;
  };

  const put = async (change: MaintenanceChange, untilMs: number | null, before: Maintenance): Promise<Maintenance> => {
    const { doorId, mode, by, reason, overrideId } = change;
    const next: Maintenance = { mode, untilMs, by, reason, generation: before.generation + 1 };
    const refused = (internal: Record<string, unknown>) =>
      doorFault('doors.store_unwritable', 'The box cannot write its store.', { internal });
    if ((await store.commit(doorId, next)) === 'refused') throw refused({});
    try {
      const answered = overrideId === undefined ? {} : { wishId: overrideId };
      await journal.record({ kind: 'maintenance.changed', data: { doorId, maintenance: next, ...answered } });
    } catch (error) {
      store.keep(doorId, of(doorId)); // Refused now is refused at the next start too.
      throw refused({ error });
    }
    // The one before may have come to its end meanwhile, which took this generation: then this change follows that end.
    const now = of(doorId);
    if (now !== before) return put(change, untilMs, now);
    current.set(doorId, next);
    endInTime(doorId, next);
    deps.changed(doorId, next);
    return next;
  };
  const write = async (change: MaintenanceChange): Promise<Maintenance> =>
    put(change, endOf(change, clock.wallMs()), checkSeen(change));

  let last: Promise<unknown> = Promise.resolve();
  /** One after the other, so that of two who saw the same generation one is told. */
  const inTurn = <Result>(run: () => Promise<Result>): Promise<Result> => {
    const mine = last.then(run);
    last = mine.catch(() => undefined);
    return mine;
  };
  return {
    of,
    change: (change) => inTurn(() => write(change)),
    endForceOpen: (doorId, why) =>
      inTurn(async () => {
        if (of(doorId).mode !== 'force-open') return;
        log.warn({ doorId, why }, 'a door that was forced open is so no more');
        await write({ doorId, mode: 'off', untilMs: null, ...why });
      }),
    close: () => {
      for (const timer of ends.values()) timer.cancel();
    },
  };
};
