import { LockdownOverride } from '@gatehouse/shared/door/lockdown.ts';
import {
  FORCE_OPEN_LAPSES_SECONDS,
  type Maintenance,
  MaintenanceOverride,
} from '@gatehouse/shared/door/maintenance.ts';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { BoxId, DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Fact } from '@gatehouse/shared/journal/fact.ts';
import { type Clock, sleep } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { DesiredState } from '@gatehouse/shared/wire/device-api.ts';
import { afterCommit } from '../../kit/db/after-commit.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { Position } from '../../kit/http/position.ts';
import type { BoxesService } from '../boxes/boxes.service.ts';
import type { WarningsService } from '../warnings/warnings.service.ts';
import {
  type BodyFor,
  type ClosedOverrideRequest,
  type DoorOverride,
  type LockdownOverrideRequest,
  lockdownOf,
  type MaintenanceOverrideRequest,
  type OverrideState,
  onLink,
} from './door-override.ts';
import { type Door, toDoor } from './door-view.ts';
import { doorsFault } from './doors.faults.ts';
import { doorsRepo } from './doors.repo.ts';
import type { DoorOverrideTable } from './doors.tables.ts';
import { endOf } from './override-end.ts';
import { type OverrideRow, overridesRepo } from './overrides.repo.ts';

export interface OverridesDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly boxes: Pick<BoxesService, 'changed' | 'announce'>;
  readonly warnings: Pick<WarningsService, 'raise' | 'keep' | 'close'>;
  readonly lockdowns: () => StandingLockdowns;
}
/** The orders of staff that stand over doors, of whichever box. */
export interface StandingLockdowns {
  /** The overrides by which this box was asked for those over its doors. */
  standingOverrides(tx: Tx, boxId: BoxId): Promise<readonly string[]>;
  /** A box drives this door from now on that did not before: what stands over the door stands there too. */
  doorGiven(tx: Tx, facilityId: FacilityId, doorId: DoorId): Promise<unknown>;
}

interface Refusal {
  readonly facilityId: FacilityId;
  readonly seen: number;
  readonly generation: number;
}

const LAPSES_AFTER = Seconds(FORCE_OPEN_LAPSES_SECONDS);
/** A desired state holds no more; the others come once these are settled. */
const AT_ONCE_MAX = 64;
const LOOK_EVERY = Milliseconds(100);

/** What staff ask of doors in the cloud: kept until the box of the door says what came of it. */
export const createOverrides = ({ db, clock, random, boxes, warnings, lockdowns }: OverridesDeps) => {
  const toOverride = (row: OverrideRow): DoorOverride => {
    const body = { ...(JSON.parse(row.wish) as object), wishId: row.id };
    const madeAtMs = Number(row.made_at);
    const { wishId: overrideId, ...what } =
      row.kind === 'lockdown'
        ? { kind: 'lockdown' as const, ...LockdownOverride.parse(body) }
        : { kind: 'maintenance' as const, ...MaintenanceOverride.parse(body) };
    const forceOpen = what.kind === 'maintenance' && what.mode === 'force-open';
    const lapsed = forceOpen && row.state === 'open' && clock.wallMs() - madeAtMs >= LAPSES_AFTER;
    const state = lapsed ? 'lapsed' : (row.state as OverrideState);
    return {
      overrideId,
      ...what,
      state,
      madeAtMs,
      settledAtMs: row.settled_at === null ? null : Number(row.settled_at),
    };
  };

  /** Requests overrides of doors of one facility, in the unit at hand. Their boxes' rows are locked in the order of their ids. */
  const requestIn = async (
    tx: Tx,
    kind: DoorOverride['kind'],
    facilityId: FacilityId,
    asked: readonly { readonly doorId: DoorId; readonly bodyFor: BodyFor }[],
  ): Promise<DoorOverride[]> => {
    const at = clock.wallMs();
    const found: { readonly boxId: BoxId; readonly row: DoorOverrideTable }[] = [];
    for (const { doorId, bodyFor } of asked) {
      const stored = await doorsRepo(tx).find(doorId, facilityId);
      if (stored === undefined) throw doorsFault('door_unknown', `There is no door ${doorId} at this facility.`);
      const door = toDoor(stored, at);
      if (door.boxId === undefined) throw doorsFault('door_without_box', 'No box drives this door yet.');
      const id = randomId('ovr', random);
      const wish = JSON.stringify(bodyFor(door));
      const row = { id, facility_id: facilityId, door_id: doorId, kind, wish, state: 'open', made_at: at };
      found.push({ boxId: door.boxId, row: { ...row, settled_at: null } });
    }
    for (const boxId of [...new Set(found.map(({ boxId }) => boxId))].sort()) {
      const revision = await boxes.changed(tx, boxId);
      if (revision !== undefined) afterCommit(tx, () => boxes.announce(boxId, revision));
    }
    for (const { row } of found) await overridesRepo(tx).add(row);
    return found.map(({ row }) => toOverride(row));
  };

  /** Whoever asked may have left the desk by now: a refusal is told to people, until a later override is taken. */
  const told = async (tx: Tx, { doorId, by, ...override }: DoorOverride, refusal: Refusal): Promise<void> => {
    const { facilityId, seen, generation } = refusal;
    const what = override.kind === 'maintenance' ? `maintenance (${override.mode})` : 'the end of its lockdown';
    const why =
      seen === generation
        ? 'by its box’s clock the end has passed or lies too far: see to that clock'
        : 'somebody had changed it meanwhile';
    const message = `Door ${doorId} did not take ${what} asked for by ${by}: ${why}.`;
    await warnings.raise(tx, { kind: 'door_override_refused', facilityId, subject: doorId, message });
  };

  const look = async (overrideId: string): Promise<DoorOverride | undefined> => {
    const row = await db.read((tx) => overridesRepo(tx).find(overrideId));
    return row && toOverride(row);
  };

  return {
    /** Throws the fault of a maintenance that would end too early or too late. */
    checkEnd: (mode: Maintenance['mode'], untilMs: number | null): void => void endOf(mode, untilMs, clock.wallMs()),

    /** Asks the door's box for a maintenance. Throws a fault for an unknown door, one without a box, or a bad end. */
    requestMaintenance: async (
      tx: Tx,
      { seen, mode, by, reason, ...requested }: MaintenanceOverrideRequest,
    ): Promise<DoorOverride> => {
      const untilMs = endOf(mode, requested.untilMs, clock.wallMs());
      const bodyFor = ({ id: doorId, maintenance }: Door) => {
        if (seen !== undefined && seen < maintenance.generation) throw outdated(maintenance);
        return { doorId, mode, untilMs, by, reason, seen: seen ?? maintenance.generation };
      };
      const [override] = await requestIn(tx, 'maintenance', requested.facilityId, [
        { doorId: requested.doorId, bodyFor },
      ]);
      return override as DoorOverride;
    },

    /** Asks the door's box to lock it down, or to end that. Throws a fault for an unknown door or one without a box. */
    requestLockdown: (requested: LockdownOverrideRequest): Promise<DoorOverride> =>
      db.write(
        async (tx) =>
          (await requestIn(tx, 'lockdown', requested.facilityId, [lockdownOf(requested)]))[0] as DoorOverride,
      ),

    /** The same of many doors of a facility, in the unit at hand. */
    requestLockdowns: (
      tx: Tx,
      facilityId: FacilityId,
      requested: readonly LockdownOverrideRequest[],
    ): Promise<DoorOverride[]> => requestIn(tx, 'lockdown', facilityId, requested.map(lockdownOf)),

    /** Asks the door's box to force it closed, in the unit at hand. */
    requestClosed: async (tx: Tx, { facilityId, doorId, ...requested }: ClosedOverrideRequest): Promise<void> => {
      const bodyFor = () => ({ doorId, mode: 'force-closed' as const, ...requested });
      await requestIn(tx, 'maintenance', facilityId, [{ doorId, bodyFor }]);
    },

    /** Those of these overrides that are of this facility. */
    findOverrides: async (tx: Tx, facilityId: FacilityId, ids: readonly string[]): Promise<DoorOverride[]> =>
      ids.length === 0 ? [] : (await overridesRepo(tx).findMany(facilityId, ids)).map(toOverride),

    /** Overrides at a facility, newest first, after a place. */
    overrides: (
      facilityId: FacilityId,
      { after, limit = 50 }: { after?: Position; limit?: number } = {},
    ): Promise<DoorOverride[]> =>
      db.read(async (tx) => (await overridesRepo(tx).list(facilityId, after, limit)).map(toOverride)),

    /** What came of an override, once its box has said so, or how it stands after this long. */
    settledOverride: async (first: DoorOverride, within: Duration): Promise<DoorOverride> => {
      const endMs = clock.monoMs() + within;
      let now = first;
      while (now.state === 'open' && clock.monoMs() < endMs) {
        await sleep(clock, LOOK_EVERY);
        now = (await look(first.overrideId)) ?? now;
      }
      return now;
    },

    /** Forgets up to `most` overrides that were made before `time` (ms since 1970). Resolves with how many those were. */
    forgetOverridesBefore: (tx: Tx, time: number, most: number): Promise<number> =>
      overridesRepo(tx).removeBefore(time, most),

    /** Listens to the boxes' journals: a fact that names an override says what came of it. */
    factStored: async (tx: Tx, _boxId: BoxId, facilityId: FacilityId, { body }: Fact): Promise<void> => {
      switch (body.kind) {
        case 'maintenance.changed':
        case 'maintenance.refused':
        case 'lockdown.changed':
        case 'lockdown.refused': {
          const { wishId: id, doorId } = body.data;
          if (id === undefined) return;
          const state = body.kind.endsWith('.changed') ? 'taken' : 'refused';
          const settled = await overridesRepo(tx).settle({ id, facilityId, doorId }, state, clock.wallMs());
          if (settled === undefined) return;
          if (state === 'refused' && 'seen' in body.data)
            await told(tx, toOverride(settled), { facilityId, ...body.data });
          const over = (kind: 'door_override_refused' | 'lockdown_not_taken') => ({
            kind,
            facilityId,
            subject: doorId,
          });
          if (state === 'taken') await warnings.close(tx, [over('door_override_refused'), over('lockdown_not_taken')]);
        }
      }
    },

    /**
     * What this box is to be told: judged now, so that no box is told of a force-open that has lapsed. Of a lockdown that
     * stands it is told on: it takes each override once, unless it has lost its store and the lockdown with it.
     */
    overridesFor: async (tx: Tx, boxId: BoxId): Promise<Pick<DesiredState, 'maintenanceWishes' | 'lockdownWishes'>> => {
      const all = (await overridesRepo(tx).openOf(boxId)).map(toOverride);
      const taken = (await overridesRepo(tx).takenOf(await lockdowns().standingOverrides(tx, boxId))).map(toOverride);
      const open = [...all.filter(({ state }) => state === 'open'), ...taken].slice(0, AT_ONCE_MAX);
      return {
        maintenanceWishes: open.flatMap((one) =>
          one.kind === 'maintenance' ? [MaintenanceOverride.strip().parse(onLink(one))] : [],
        ),
        lockdownWishes: open.flatMap((one) =>
          one.kind === 'lockdown' ? [LockdownOverride.strip().parse(onLink(one))] : [],
        ),
      };
    },
  };
};

/** Somebody has changed the door since it was looked at, and the box would refuse: said at once, with what is there now. */
const outdated = ({ mode, untilMs, by, reason, generation }: Maintenance) =>
  doorsFault('maintenance_outdated', `The maintenance of this door has changed since: it is at ${generation} now.`, {
    body: {
      error: 'maintenance_outdated',
      message: `The maintenance of this door has changed since: it is at ${generation} now.`,
      current: { mode, until: untilMs === null ? null : isoOf(untilMs), by, reason, generation },
    },
  });
