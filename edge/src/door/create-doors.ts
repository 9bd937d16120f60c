import type { DoorConfig, Point } from '@gatehouse/shared/door/door-config.ts';
import { isRewired } from '@gatehouse/shared/door/wiring.ts';
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { DoorsKept } from '../doors-kept/doors-kept.ts';
import type { Log } from '../drivers/driver.ts';
import type { Journal } from '../journal/journal.ts';
import type { BusRack } from './bus-rack.ts';
import { createDoorChanges, type InForceStore } from './door-changes.ts';
import { createDoorRunner } from './door-runner.ts';
import { doorFault } from './doors.faults.ts';
import type { Doors, LockdownChange, MaintenanceChange } from './doors.ts';
import { createFireMemory, type FireStore } from './fire-memory.ts';
import { createGranting } from './granting.ts';
import { createKeySwitches, type KeyStore } from './key-switches.ts';
import { createLockdownDesk, type LockdownStore } from './lockdown-desk.ts';
import { createMaintenanceDesk, type MaintenanceStore } from './maintenance-desk.ts';
import { createOverrideTaking, type OverrideStore } from './override-taking.ts';
import { reportOf } from './report.ts';
import { type DoorRunner, demandedOf } from './running-door.ts';
import { takeWord } from './take-word.ts';
import { createUnlocking } from './unlocking.ts';

export interface DoorsDeps {
  readonly clock: Clock;
  readonly journal: Journal;
  /** The box's boards. Let go by who opened them, after these doors have come to rest. */
  readonly rack: Pick<BusRack, 'station' | 'pollAgeMs' | 'hardware'>;
  readonly maintenanceStore: MaintenanceStore;
  readonly fireStore: FireStore;
  readonly lockdownStore: LockdownStore;
  /** What stands over the doors, as it is kept besides. */
  readonly doorsKept: Pick<DoorsKept, 'kept' | 'inDoubt' | 'settle'>;
  readonly overrideStore: OverrideStore;
  readonly keyStore: KeyStore;
  readonly inForceStore: InForceStore;
  /** Whether the machine itself was off since the last run, rather than only this agent. */
  readonly powerLoss: boolean;
  readonly clockTrusted: () => boolean;
  /** No moment before this one can be now, whatever the wall clock says. */
  readonly floorMs: () => number;
  readonly log: Log;
}

/** The doors of this box. Touches nothing before the first `apply`. */
export const createDoors = (deps: DoorsDeps): Doors => {
  const { clock, journal, rack, log } = deps;
  const runners = new Map<DoorId, DoorRunner>();
  const listeners = new Set<() => void>();

  let shown = '[]';
  const changed = (): void => {
    const now = JSON.stringify(report());
    if (now === shown) return;
    shown = now;
    for (const listener of [...listeners]) {
      try {
        listener();
      } catch (error) {
        log.error({ err: error }, 'somebody who listens to the doors failed');
      }
    }
  };
  /** For what has happened already: nobody waits, and a door never waits for the disk to let somebody out. */
  const record = (...facts: readonly FactBody[]): Promise<void> =>
    journal.record(...facts).then(
      () => undefined,
      (error: unknown) => log.error({ err: error, facts }, 'a fact could not be recorded'),
    );

  const fires = createFireMemory(deps.fireStore);
  const desk = createMaintenanceDesk({
    store: deps.maintenanceStore,
    journal,
    clock,
    log,
    powerLoss: deps.powerLoss,
    clockTrusted: deps.clockTrusted,
    floorMs: deps.floorMs,
    changed: (doorId, { mode }) => {
      runners.get(doorId)?.setMode(mode);
      changed();
    },
  });
  const changes = createDoorChanges({ store: deps.inForceStore, desk, hardware: rack.hardware, log });
  const lockdowns = createLockdownDesk({
    store: deps.lockdownStore,
    doorsKept: deps.doorsKept,
    record,
    changed: (doorId, { active }) => {
      runners.get(doorId)?.setLockdown(active);
      changed();
    },
  });
  const unlocking = createUnlocking({
    clock,
    journal,
    record,
    runner: (doorId) => runners.get(doorId),
    maintenance: desk.of,
  });

  const start = async (config: DoorConfig): Promise<void> => {
    const at = (point: Point | null) => (point === null ? null : rack.station(point));
    const stations = {
      relay: await rack.station(config.relay),
      evidence: await at(config.evidence.kind === 'command-only' ? null : config.evidence),
      contact: await at(config.contact),
      rex: await at(config.rex),
      fire: await at(config.fire),
      keySwitch: await at(config.keySwitch),
    };
    const { doorId } = config;
    const { mode } = desk.of(doorId);
    // A door that is not marked for fire (any more) is not held open by one.
    if (config.fire === null) fires.set(doorId, false);
    const fireLatched = fires.released(doorId);
    if (fireLatched) log.warn({ doorId }, 'a fire released this door and nobody has reset it: it stays released');
    const runner = createDoorRunner({
      config,
      stations,
      clock,
      log,
      mode,
      lockdown: lockdowns.of(doorId).active,
      fireLatched,
      record,
      keyFound: (turned) => {
        if (config.keySwitch !== null) keys.found(doorId, turned, config.keySwitch.mode);
      },
      changed: () => {
        // The lock's pulse was asked for by now, and the fact of the fire is committed in a later turn than this write.
        fires.set(doorId, runner.door().lock.fire !== 'clear');
        changed();
      },
    });
    runners.set(doorId, runner);
    if (config.keySwitch === null) keys.gone(doorId);
    await runner.tried();
  };

  const stop = async (runner: DoorRunner): Promise<void> => {
    await runner.close();
    runners.delete(runner.config.doorId);
  };

  const applyNow = async (wished: readonly DoorConfig[], from: 'cloud' | 'store') => {
    const { doors, refused, newKeys } = await changes.take(wished, from);
    for (const doorId of newKeys) keys.wiredAnew(doorId);
    const leaving: DoorRunner[] = [];
    for (const runner of runners.values()) {
      const config = doors.find(({ doorId }) => doorId === runner.config.doorId);
      if (config === undefined || isRewired(config, runner.config)) leaving.push(runner);
      else runner.retime(config);
    }
    // All locks that leave their relay rest before any relay is somebody else's.
    await Promise.all(leaving.map(stop));
    await Promise.all(doors.filter(({ doorId }) => !runners.has(doorId)).map(start));
    changed();
    return refused;
  };

  let last: Promise<void> = Promise.resolve();
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const mine = last.then(run);
    last = mine.then(
      () => undefined,
      () => undefined,
    );
    return mine;
  };
  function report() {
    return [...runners.values()].map((runner) => {
      const { doorId } = runner.config;
      return reportOf(runner, desk.of(doorId), lockdowns.of(doorId), keys.idle(doorId));
    });
  }
  const get = (doorId: DoorId): DoorRunner => {
    const runner = runners.get(doorId);
    if (runner === undefined) throw doorFault('doors.unknown_door', 'This box has no such door.');
    return runner;
  };

  const setMaintenance = async (change: MaintenanceChange) => {
    get(change.doorId);
    return desk.change(change);
  };
  const setLockdown = async (change: LockdownChange) => {
    get(change.doorId);
    const lockdown = lockdowns.change(change); // In force from here on.
    await deps.doorsKept.kept();
    return lockdown;
  };
  const keys = createKeySwitches({
    store: deps.keyStore,
    maintenance: desk.of,
    setMaintenance,
    record,
    changed,
    clock,
    log,
  });
  const overrides = createOverrideTaking({
    store: deps.overrideStore,
    maintenance: desk.of,
    lockdown: lockdowns.of,
    setMaintenance,
    setLockdown,
    record,
    log,
  });

  return {
    apply: (configs, from = 'cloud') => inTurn(() => applyNow(configs, from)),
    configs: () => [...runners.values()].map(({ config }) => config),
    unlock: unlocking.unlock,
    grant: createGranting({ clock, runner: (doorId) => runners.get(doorId) }).grant,
    setMaintenance,
    setLockdown,
    takeOverrides: overrides.take,
    takeWord: (known) => takeWord(known, { lockdowns, desk, setLockdown, setMaintenance, log }),
    resetFire: async (doorId, by) => {
      const runner = get(doorId);
      if (runner.door().lock.fire === 'active') throw doorFault('doors.fire_active', 'The fire input is still active.');
      if (runner.door().lock.fire === 'clear') return;
      record({ kind: 'fire.reset', data: { doorId, by } });
      runner.resetFire();
    },
    report,
    demanded: (doorId) => demandedOf(runners.get(doorId)),
    loopAgeMs: rack.pollAgeMs,
    atRest: () =>
      [...runners.values()].every((runner) => demandedOf(runner) === 'rest' && runner.door().attempts.length === 0),
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () =>
      inTurn(async () => {
        keys.close();
        desk.close();
        await Promise.all([...runners.values()].map(stop));
      }),
  };
};
