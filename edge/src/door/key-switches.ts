import { FORCE_OPEN_HOURS_MAX, type Maintenance } from '@gatehouse/shared/door/maintenance.ts';
import { Fault } from '@gatehouse/shared/fault/fault.ts';
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Hours, Seconds } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import type { Log } from '../drivers/driver.ts';
import type { MaintenanceChange } from './doors.ts';

/** Where a key switch was last found, and the maintenance that turning it began, by its generation. */
export const KeyPosition = z.strictObject({ turned: z.boolean(), began: z.int().nullable() });
export type KeyPosition = z.infer<typeof KeyPosition>;

export interface KeyStore {
  load(): Readonly<Record<string, KeyPosition>> | undefined;
  save(positions: Record<string, KeyPosition>): void;
}

export interface KeySwitchesDeps {
  readonly store: KeyStore;
  readonly maintenance: (doorId: DoorId) => Maintenance;
  readonly setMaintenance: (change: MaintenanceChange) => Promise<Maintenance>;
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
 */
export const createKeySwitches = ({ store, maintenance, setMaintenance, clock, log }: KeySwitchesDeps) => {
  let positions: Readonly<Record<string, KeyPosition>> = store.load() ?? {};
  const wanted = new Map<DoorId, { readonly turned: boolean; readonly mode: 'force-open' | 'force-closed' }>();
  const running = new Set<DoorId>();
  const retries = new Map<DoorId, Timer>();
  const fresh = new Set<DoorId>();

  const keep = (doorId: DoorId, position: KeyPosition): void => {
    positions = { ...positions, [doorId]: position };
    try {
      store.save({ ...positions });
    } catch (error) {
      log.error({ doorId, err: error }, 'the position of a key switch could not be kept');
    }
  };

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

  return {
    /**
     * The door has a key switch where it had none, or another one. That it reads as turned when it is first looked at may be a
     * wire in the wrong place: it begins nothing before it was turned back once.
     */
    wiredAnew: (doorId: DoorId): void => void fresh.add(doorId),

    /** A key switch was found turned or not: at first, and whenever that changes. Never throws. */
    found: (doorId: DoorId, turned: boolean, mode: 'force-open' | 'force-closed'): void => {
      if (fresh.delete(doorId) && turned && !positions[doorId]?.turned) keep(doorId, { turned, began: null });
      wanted.set(doorId, { turned, mode });
      retries.get(doorId)?.cancel();
      void follow(doorId);
    },
    close: () => {
      wanted.clear();
      for (const timer of retries.values()) timer.cancel();
    },
  };
};
