import type { DoorProblem } from '@gatehouse/shared/door/check-doors.ts';
import type { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import { NO_MAINTENANCE } from '@gatehouse/shared/door/maintenance.ts';
import type { DoorReport } from '@gatehouse/shared/wire/beacon.ts';
import type {
  DoorOverrides,
  Doors,
  GrantRequest,
  GrantResult,
  KnownDoor,
  UnlockRequest,
  UnlockResult,
} from '../door/doors.ts';
import type { DemandedState } from '../door/lock-state.ts';

const reportOf = (config: DoorConfig): DoorReport => ({
  doorId: config.doorId,
  lock: 'locked',
  contact: 'closed',
  evidence: config.evidence.kind,
  maintenance: NO_MAINTENANCE,
  reachable: true,
  alarms: [],
});

/** Doors that note what they are told and answer `result`, for tests. */
export const fakeDoors = () => {
  const listeners = new Set<() => void>();
  const fake = {
    applied: [] as (readonly DoorConfig[])[],
    unlocks: [] as UnlockRequest[],
    result: { outcome: 'commanded', holdSeconds: 5 } as UnlockResult,
    grants: [] as GrantRequest[],
    granted: { outcome: 'unlocked', holdSeconds: 5, tookMs: 50 } as GrantResult,
    overrides: [] as DoorOverrides[],
    words: [] as (readonly KnownDoor[])[],
    refused: [] as DoorProblem[],
    failing: undefined as Error | undefined,
    reports: [] as DoorReport[],
    atRest: true,
    demanded: {} as Readonly<Record<string, DemandedState>>,
    closed: 0,
    change: () => {
      for (const listener of listeners) listener();
    },
  };
  const doors: Doors = {
    apply: async (configs) => {
      if (fake.failing !== undefined) throw fake.failing;
      fake.applied.push(configs);
      fake.reports = configs.map(reportOf);
      return fake.refused;
    },
    configs: () => fake.applied.at(-1) ?? [],
    unlock: async (request) => {
      fake.unlocks.push(request);
      if (fake.failing !== undefined) throw fake.failing;
      return fake.result;
    },
    grant: async (request) => {
      fake.grants.push(request);
      return fake.granted;
    },
    setMaintenance: async ({ doorId, mode, untilMs, by, reason }) => {
      const maintenance = { mode, untilMs, by, reason, generation: 1 };
      fake.reports = fake.reports.map((report) => (report.doorId === doorId ? { ...report, maintenance } : report));
      fake.change();
      return maintenance;
    },
    setLockdown: async ({ doorId, active, by, reason }) => {
      const lockdown = { active, by, reason, generation: 1 };
      fake.reports = fake.reports.map((report) => (report.doorId === doorId ? { ...report, lockdown } : report));
      fake.change();
      return lockdown;
    },
    takeOverrides: async (overrides) => void fake.overrides.push(overrides),
    takeWord: async (known) => {
      fake.words.push(known);
      return [];
    },
    resetFire: async () => {},
    report: () => fake.reports,
    atRest: () => fake.atRest,
    demanded: (doorId) =>
      fake.demanded[doorId] ?? (fake.reports.some((report) => report.doorId === doorId) ? 'rest' : undefined),
    loopAgeMs: () => 0,
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => void fake.closed++,
  };
  return { fake, doors };
};
