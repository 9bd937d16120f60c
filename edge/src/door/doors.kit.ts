import type { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import type { Lockdown } from '@gatehouse/shared/door/lockdown.ts';
import type { Maintenance } from '@gatehouse/shared/door/maintenance.ts';
import type { CommandId, DoorId, EventId } from '@gatehouse/shared/ids/ids.ts';
import type { Fact, FactBody } from '@gatehouse/shared/journal/fact.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { NO_COPIES } from '../doors-kept/doors-kept.ts';
import { createMemoryBus, type MemoryBoard } from '../drivers/memory-bus.ts';
import type { Journal } from '../journal/journal.ts';
import { type BusRack, type BusRackDeps, createBusRack } from './bus-rack.ts';
import { createDoors, type DoorsDeps } from './create-doors.ts';
import type { Doors, UnlockRequest, UnlockResult } from './doors.ts';
import type { KeyPosition } from './key-switches.ts';

export const FRONT = 'door_front00000000000' as DoorId;
const COIL = 0;
/** Inputs of the board in these tests. */
export const INPUT = { sense: 0, contact: 1, rex: 2, fire: 3, key: 4 } as const;

/** A door on unit 1 of `main` with everything a door can have. */
export const aDoor = (overrides: Partial<DoorConfig> = {}): DoorConfig => ({
  doorId: FRONT,
  name: 'Front',
  profile: 'latch',
  relay: { bus: 'main', unit: 1, channel: COIL },
  relayEnergisedMeans: 'unlocked',
  evidence: { kind: 'lock-sense', bus: 'main', unit: 1, channel: INPUT.sense, activeMeans: 'unlocked' },
  contact: { bus: 'main', unit: 1, channel: INPUT.contact, activeMeans: 'open' },
  rex: { bus: 'main', unit: 1, channel: INPUT.rex },
  fire: { bus: 'main', unit: 1, channel: INPUT.fire },
  keySwitch: null,
  holdSeconds: 5,
  extendedHoldSeconds: 15,
  heldOpenSeconds: 30,
  confirmationTimeoutSeconds: 6,
  ...overrides,
});

/** A journal in memory that can fail. */
export const aJournal = () => {
  const facts: FactBody[] = [];
  const seen = new Set<string>();
  const journal = {
    facts,
    broken: false,
    kinds: (): string[] => facts.map((fact) => fact.kind),
    moves: (): string[] => facts.flatMap((f) => (f.kind === 'lock.moved' ? [`${f.data.to} by ${f.data.cause}`] : [])),
    record: async (...bodies: readonly FactBody[]): Promise<readonly Fact[]> => {
      if (journal.broken) throw new Error('disk full');
      facts.push(...bodies);
      return [];
    },
    acceptCommand: async (body: Extract<FactBody, { kind: 'unlock.accepted' }>) => {
      if (journal.broken) throw new Error('disk full');
      if (seen.has(body.data.commandId)) return 'repeated' as const;
      seen.add(body.data.commandId);
      facts.push(body);
      return 'accepted' as const;
    },
  };
  return journal satisfies Journal;
};

/** How long the pretended lock takes to move, in ms. */
const LOCK_MS = 40;

/** The lock follows its coil after a while and the sense input follows the lock, unless it is jammed. */
const wireUp = (clock: ManualClock, board: MemoryBoard, energisedMeans: 'unlocked' | 'locked' = 'unlocked') => {
  const lock = { jammed: false, unlocked: (): boolean => board.inputs[INPUT.sense] ?? false };
  board.onCoil = (channel, energised) => {
    if (channel !== COIL) return;
    const unlocked = energised === (energisedMeans === 'unlocked');
    clock.after(Milliseconds(LOCK_MS), () => {
      if (!lock.jammed) board.inputs[INPUT.sense] = unlocked;
    });
  };
  return lock;
};

export interface Kept {
  [doorId: string]: Maintenance;
}

/** A store of doors released by fire; over a restart, both boxes are given the same. */
export const aFireStore = (...saved: readonly DoorId[]) => {
  const store = {
    saved,
    load: () => store.saved,
    keep: (doorIds: readonly DoorId[]) => {
      store.saved = doorIds;
    },
  };
  return store;
};

/** A store of one value that can fail; over a restart, both boxes are given the same. */
export const aSlot = <Value>(saved?: Value) => {
  const slot = {
    saved,
    broken: false,
    load: () => slot.saved,
    keep: (value: Value) => {
      slot.saved = value;
    },
    commit: (value: Value) => {
      if (slot.broken) return 'refused' as const;
      slot.saved = value;
      return 'stored' as const;
    },
  };
  return slot;
};

/** Doors that let their boards go once they have come to rest. */
export const closingBoth = (doors: Doors, rack: BusRack): Doors => ({
  ...doors,
  close: async () => {
    await doors.close();
    await rack.close();
  },
});

/** A box with one memory bus `main`, a board at unit 1, and time that the test moves. */
export const aBox = (
  options: {
    kept?: Kept;
    deps?: Partial<DoorsDeps>;
    config?: Partial<DoorConfig>;
    openBus?: BusRackDeps['openBus'];
  } = {},
) => {
  const clock = new ManualClock();
  const bus = createMemoryBus(clock);
  const board = bus.plug(1);
  const lock = wireUp(clock, board, options.config?.relayEnergisedMeans);
  const journal = aJournal();
  const kept: Kept = options.kept ?? {};
  const errors: unknown[] = [];
  const log = { info: () => undefined, warn: () => undefined, error: (detail: unknown) => void errors.push(detail) };
  const rack = createBusRack({
    buses: { main: { kind: 'modbus-rtu', path: 'memory', baud: 9_600 } },
    clock,
    log,
    record: (fact) => void journal.record(fact).catch(() => undefined),
    openBus: options.openBus ?? (async () => bus),
  });
  const deps: DoorsDeps = {
    clock,
    journal,
    rack,
    maintenanceStore: {
      load: () => kept,
      keep: (doorId, maintenance) => {
        kept[doorId] = maintenance;
      },
      commit: async (doorId, maintenance) => {
        if (journal.broken) return 'refused';
        kept[doorId] = maintenance;
        return 'stored';
      },
    },
    fireStore: aFireStore(),
    lockdownStore: aSlot<Record<string, Lockdown>>(),
    doorsKept: NO_COPIES,
    overrideStore: aSlot<string[]>(),
    keyStore: aSlot<Record<string, KeyPosition>>(),
    inForceStore: aSlot<readonly DoorConfig[]>(),
    powerLoss: false,
    clockTrusted: () => true,
    floorMs: () => 0,
    log,
    ...options.deps,
  };
  const doors = closingBoth(createDoors(deps), rack);
  const pass = (ms: number) => clock.advance(Milliseconds(ms));
  let commands = 0;
  const request = (overrides: Partial<UnlockRequest> = {}): UnlockRequest => {
    commands++;
    return {
      commandId: `cmd_${String(commands).padStart(16, '0')}` as CommandId,
      eventId: `evt_${String(commands).padStart(16, '0')}` as EventId,
      doorId: FRONT,
      origin: 'partner',
      notAfterMonoMs: clock.monoMs() + 3_500,
      judgeAfterMs: 2_000,
      ...overrides,
    };
  };
  /** Moves the clock until the promise is settled. */
  const settled = async <T>(promise: Promise<T>, withinMs = 60_000): Promise<T> => {
    let done = false;
    const watched = promise.finally(() => {
      done = true;
    });
    watched.catch(() => undefined);
    for (let ms = 0; ms < withinMs && !done; ms++) await pass(1);
    if (!done) throw new Error('it did not settle');
    return watched;
  };
  const unlock = (overrides: Partial<UnlockRequest> = {}): Promise<UnlockResult> => doors.unlock(request(overrides));
  const up = async () => {
    await settled(doors.apply([aDoor(options.config)]));
    await pass(200);
  };
  return { clock, bus, board, lock, journal, kept, errors, doors, pass, request, settled, unlock, up, deps };
};
