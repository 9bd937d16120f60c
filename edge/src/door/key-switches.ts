import { FORCE_OPEN_HOURS_MAX, type Maintenance } from '@gatehouse/shared/door/maintenance.ts';
import { Fault } from '@gatehouse/shared/fault/fault.ts';
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Hours, Seconds } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import type { Log } from '../drivers/driver.ts';
import type { MaintenanceChange } from './doors.ts';

/**
 * Where a key switch was last found, and the maintenance that turning it began, by its generation: null when it was turned
 * already as it was first looked at.
 */
export const KeyPosition = z.strictObject({ turned: z.boolean(), began: z.int().nullable() });
export type KeyPosition = z.infer<typeof KeyPosition>;

export interface KeyStore {
  load(): Readonly<Record<string, KeyPosition>> | undefined;
  keep(positions: Record<string, KeyPosition>): void;
}

export interface KeySwitchesDeps {
  readonly store: KeyStore;
  readonly maintenance: (doorId: DoorId) => Maintenance;
  readonly setMaintenance: (change: MaintenanceChange) => Promise<Maintenance>;
  readonly record: (fact: FactBody) => void;
  /** A key switch counts as turned, or not, from now on. */
  readonly changed: () => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Who a change by key switch is put down to. */
const BY = 'key switch';
const RETRY_AFTER = Seconds(5);
const NOT_TURNED: KeyPosition = { turned: false, began: null };

/**
 * Key switches at doors: turning one begins its maintenance, turning it back ends what it began, and nothing newer. The
 * positions are kept, so that a key turned during a restart counts, and one that stays turned does not begin anything anew.
 * One that was never looked at before was not seen to be turned: it begins nothing before it was turned back once.
 */
export const createKeySwitches = (deps: KeySwitchesDeps) => {
  const { store, maintenance, setMaintenance, clock, log } = deps;
  let positions: Readonly<Record<string, KeyPosition>> = store.load() ?? {};
  const wanted = new Map<DoorId, { readonly turned: boolean; readonly mode: 'force-open' | 'force-closed' }>();
  const running = new Set<DoorId>();
  const retries = new Map<DoorId, Timer>();

  const keepAll = (all: Readonly<Record<string, KeyPosition>>): void => {
    positions = all;
    store.keep({ ...positions });
    deps.changed();
  };
  const keep = (doorId: DoorId, position: KeyPosition): void => keepAll({ ...positions, [doorId]: position });

  const begin = async (doorId: DoorId, mode: 'force-open' | 'force-closed'): Promise<void> => {
    const untilMs = mode === 'force-open' ? Math.round(clock.wallMs()) + Hours(FORCE_OPEN_HOURS_MAX) : null;
    const { generation } = await setMaintenance({ doorId, mode, untilMs, by: BY, reason: '' });
    keep(doorId, { turned: true, began: generation });
  };

  const end = async (doorId: DoorId, began: number | null): Promise<void> => {
    if (began !== null && maintenance(doorId).generation === began)
      await setMaintenance({ doorId, mode: 'off', untilMs: null, by: BY, reason: '', seen: began });
    keep(doorId, NOT_TURNED);
  };

  /** Until the position last read is the one that was acted on. */
  const follow = async (doorId: DoorId): Promise<void> => {
    if (running.has(doorId)) return;
    running.add(doorId);
    try {
      for (;;) {
        const want = wanted.get(doorId);
        const now = positions[doorId] ?? NOT_TURNED;
        if (want === undefined || want.turned === now.turned) return;
        if (want.turned) await begin(doorId, want.mode);
        else await end(doorId, now.began);
      }
    } catch (error) {
      if (error instanceof Fault && error.code === 'doors.unknown_door') return void wanted.delete(doorId);
      log.error({ doorId, err: error }, 'a key switch could not be followed yet');
      retries.set(
        doorId,
        clock.after(RETRY_AFTER, () => void follow(doorId)),
      );
    } finally {
      running.delete(doorId);
    }
  };

  const foundFirst = (doorId: DoorId, turned: boolean, mode: 'force-open' | 'force-closed'): void => {
    keep(doorId, { turned, began: null });
    if (!turned) return;
    log.warn({ doorId }, 'a key switch that was never looked at before was found turned: it begins nothing');
    const { generation } = maintenance(doorId);
    deps.record({ kind: 'maintenance.refused', data: { doorId, mode, by: BY, seen: generation, generation } });
  };

  const found = (doorId: DoorId, turned: boolean, mode: 'force-open' | 'force-closed'): void => {
    if (positions[doorId] === undefined) foundFirst(doorId, turned, mode);
    wanted.set(doorId, { turned, mode });
    retries.get(doorId)?.cancel();
    void follow(doorId);
  };

  return {
    /**
     * The door has a key switch where it had none, or another one: what was known of the old one says nothing of it. It may
     * read as turned by a wire in the wrong place.
     */
    wiredAnew: (doorId: DoorId): void => {
      wanted.delete(doorId);
      retries.get(doorId)?.cancel();
      // What the old one began ends when the new one is found turned back.
      if (positions[doorId] === undefined || positions[doorId].turned) return;
      const { [doorId]: _before, ...others } = positions;
      keepAll(others);
    },

    /** A key switch was found turned or not: at first, and whenever that changes. Never throws. */
    found,

    /** The door has no key switch (any more): one that is not there cannot be turned back. */
    gone: (doorId: DoorId): void => {
      if (positions[doorId]?.turned) found(doorId, false, 'force-closed');
    },

    /** It is turned, and nobody saw it being turned: it waits for being turned back. */
    idle: (doorId: DoorId): boolean => positions[doorId]?.turned === true && positions[doorId].began === null,

    close: () => {
      wanted.clear();
      for (const timer of retries.values()) timer.cancel();
    },
  };
};
