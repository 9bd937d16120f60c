import { randomUUID } from 'node:crypto';
import type { Lockdown } from '@gatehouse/shared/door/lockdown.ts';
import type { Maintenance } from '@gatehouse/shared/door/maintenance.ts';
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import type { Log } from '../log.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import type { BoxStore, Slot } from '../store/box-store.ts';
import { CARRIED, keptRows, SEAL, Seal } from '../store/kept-rows.ts';
import type { DoorsKept } from './doors-kept.ts';
import { readCopies, writeCopies } from './kept-copies.ts';
import { type KeptState, keptMaintenance, sumOf } from './kept-state.ts';
import { type Found, type Settled, settleKept } from './settle-kept.ts';

const RETRY_AFTER = Seconds(5);

export interface KeepDoorsDeps {
  readonly box: BoxStore;
  readonly dataDir: string;
  readonly isFirst: boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/** Whatever was served to the store that was lost must be asked for anew: by its tag the cloud would take it for known. */
const UNTAGGED = ['desired_state', 'desired_mark'];
const carriedOver = (name: string, value: unknown): unknown =>
  UNTAGGED.includes(name) && typeof value === 'object' && value !== null ? { ...value, etag: null } : value;

/** Puts the store right. What the disk does not take now, the copies have, and the next start takes it from there. */
const putRight = (
  box: BoxStore,
  rows: ReturnType<typeof keptRows>,
  state: KeptState,
  before: Found['stored'],
): void => {
  box.write(() => rows.put(state, before?.state));
  box.slot('lockdown', z.unknown()).keep(state.lockdowns);
  box.slot('fire_released', z.unknown()).keep(state.fires);
  for (const [name, value] of Object.entries(state.slots))
    if (before?.state.slots[name] === undefined) box.slot(name, z.unknown()).keep(carriedOver(name, value));
};

const storedOf = (rows: ReturnType<typeof keptRows>, log: Log): Found['stored'] => {
  try {
    return rows.stored();
  } catch (error) {
    log.error({ err: error }, 'What stands over the doors cannot be read in the box store.');
    return undefined;
  }
};

/**
 * Puts what stands over the doors together from the box's store and its two copies, puts the store right by it, and keeps
 * the copies from then on: every change of it reaches both before it is acknowledged, and none waits for them to count.
 */
export const keepDoors = (deps: KeepDoorsDeps): { readonly box: BoxStore; close(): Promise<void> } => {
  const { box, dataDir, isFirst, clock, log } = deps;
  const rows = keptRows(box.db);
  const stored = box.rebuilt === undefined ? storedOf(rows, log) : undefined;
  const copies = readCopies(dataDir, log);
  const settled: Settled = settleKept({ isFirst, stored, copies });
  const why = [
    ...(box.rebuilt === undefined ? [] : [box.rebuilt]),
    'both copies of what stood over the doors were lost',
  ];
  let { state } = settled;
  if (settled.lost) {
    log.error({ why }, 'Nobody knows what stood over the doors: nobody gets in but by breaking the glass.');
    state = {
      ...state,
      doubt: { sinceMs: Math.round(clock.wallMs()), why: why.join('; ').slice(0, 200), settled: [] },
    };
  }
  if (stored === undefined || sumOf(stored.state) !== sumOf(state)) putRight(box, rows, state, stored);

  const line = settled.line ?? randomUUID();
  let version = settled.version + 1;
  let written = -1;
  let retry: Timer | undefined;
  let closed = false;
  const seal = box.slot(SEAL, Seal);
  const write = async (): Promise<void> => {
    const now = { line, version, state };
    try {
      await writeCopies(dataDir, now);
      written = now.version;
      if (!closed) seal.keep({ line, version: now.version, sum: sumOf(now.state) });
    } catch (error) {
      log.error({ err: error }, 'What stands over the doors could not be kept besides the box store yet.');
      retry?.cancel();
      if (!closed) retry = clock.after(RETRY_AFTER, () => void writer.ask());
    }
  };
  const writer = oneAtATime(write);
  const put = (part: Partial<KeptState>): void => {
    state = { ...state, ...part };
    version++;
    void writer.ask();
  };
  void writer.ask();

  const following =
    (part: (value: unknown) => Partial<KeptState>, cleared: () => Partial<KeptState>) =>
    <Value>(slot: Slot<Value>): Slot<Value> => ({
      load: slot.load,
      keep: (value) => {
        slot.keep(value);
        put(part(value));
      },
      commit: (value) => {
        const stored = slot.commit(value);
        if (stored === 'stored') put(part(value));
        return stored;
      },
      clear: () => {
        slot.clear();
        put(cleared());
      },
    });
  const without = (name: string) => {
    const { [name]: _gone, ...slots } = state.slots;
    return { slots };
  };
  const followed: Readonly<Record<string, ReturnType<typeof following>>> = {
    lockdown: following(
      (value) => ({ lockdowns: value as Record<string, Lockdown> }),
      () => ({ lockdowns: {} }),
    ),
    fire_released: following(
      (value) => ({ fires: [...(value as DoorId[])] }),
      () => ({ fires: [] }),
    ),
    ...Object.fromEntries(
      CARRIED.map((name) => [
        name,
        following(
          (value) => ({ slots: { ...state.slots, [name]: value } }),
          () => without(name),
        ),
      ]),
    ),
  };

  const kept = (): Promise<void> => (written === version ? Promise.resolve() : writer.ask());
  const putMaintenance = (doorId: DoorId, maintenance: Maintenance): void =>
    put({ maintenance: { ...state.maintenance, [doorId]: keptMaintenance(maintenance) } });
  const doorsKept: DoorsKept = {
    kept,
    bansAre: (bans) => {
      if (JSON.stringify(bans) !== JSON.stringify(state.bans)) put({ bans });
    },
    doubt: () => state.doubt ?? undefined,
    inDoubt: (doorId) => state.doubt !== null && !state.doubt.settled.includes(doorId),
    settle: (doorId) => {
      if (state.doubt === null || state.doubt.settled.includes(doorId)) return;
      put({ doubt: { ...state.doubt, settled: [...state.doubt.settled, doorId] } });
    },
    settleAll: () => {
      if (state.doubt !== null) put({ doubt: null });
    },
  };
  return {
    box: {
      ...box,
      doorsKept,
      rebuilt: settled.lost ? why.join('; ') : box.rebuilt,
      maintenance: {
        load: box.maintenance.load,
        keep: (doorId, maintenance) => {
          box.maintenance.keep(doorId, maintenance);
          putMaintenance(doorId, maintenance);
        },
        commit: async (doorId, maintenance) => {
          const stored = await box.maintenance.commit(doorId, maintenance);
          if (stored === 'refused') return stored;
          putMaintenance(doorId, maintenance);
          await kept();
          return stored;
        },
      },
      slot: <Value>(name: string, schema: z.ZodType<Value>): Slot<Value> => {
        const slot = box.slot(name, schema);
        return followed[name]?.(slot) ?? slot;
      },
    },
    close: async () => {
      retry?.cancel();
      if (written !== version) await writer.ask();
      closed = true;
      retry?.cancel();
    },
  };
};
