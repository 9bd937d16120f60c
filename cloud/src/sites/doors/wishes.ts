import { LockdownWish } from '@gatehouse/shared/door/lockdown.ts';
import { FORCE_OPEN_LAPSES_SECONDS, type Maintenance, MaintenanceWish } from '@gatehouse/shared/door/maintenance.ts';
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
import { type Door, toDoor } from './door-view.ts';
import { doorsFault } from './doors.faults.ts';
import { doorsRepo } from './doors.repo.ts';
import type { DoorWishTable } from './doors.tables.ts';
import { endOf } from './wish-end.ts';
import { type WishRow, wishesRepo } from './wishes.repo.ts';

export interface WishesDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly boxes: Pick<BoxesService, 'changed' | 'announce'>;
  readonly warnings: Pick<WarningsService, 'raise' | 'keep' | 'close'>;
  readonly lockdowns: () => StandingLockdowns;
}
/** The orders of staff that stand over doors, of whichever box. */
export interface StandingLockdowns {
  /** The wishes by which this box was asked for those over its doors. */
  standingWishes(tx: Tx, boxId: BoxId): Promise<readonly string[]>;
  /** A box drives this door from now on that did not before: what stands over the door stands there too. */
  doorGiven(tx: Tx, facilityId: FacilityId, doorId: DoorId): Promise<unknown>;
}

interface Wished {
  readonly facilityId: FacilityId;
  readonly doorId: DoorId;
  readonly by: string;
  readonly reason: string;
  /** The generation that the wish was made looking at; the one that the box reported last unless given. */
  readonly seen?: number;
}
export interface MaintenanceWished extends Wished {
  readonly mode: Maintenance['mode'];
  /** Wall-clock end in ms; `force-open` without one ends after 2 hours. */
  readonly untilMs: number | null;
}
export interface LockdownWished extends Wished {
  readonly active: boolean;
}
/** Asked for by who knows the generation that the box is at. */
export type ClosedWished = Omit<MaintenanceWished, 'mode' | 'seen'> & { readonly seen: number };

/** `lapsed`: a force-open that no box took in time. It is not wished any more, whatever becomes of the box. */
export type WishState = 'open' | 'taken' | 'refused' | 'superseded' | 'lapsed';
export type Wish = {
  readonly state: WishState;
  readonly madeAtMs: number;
  readonly settledAtMs: number | null;
} & (({ readonly kind: 'maintenance' } & MaintenanceWish) | ({ readonly kind: 'lockdown' } & LockdownWish));

interface Refusal {
  readonly facilityId: FacilityId;
  readonly seen: number;
  readonly generation: number;
}

const LAPSES_AFTER = Seconds(FORCE_OPEN_LAPSES_SECONDS);
/** A desired state holds no more; the others come once these are settled. */
const AT_ONCE_MAX = 64;
const LOOK_EVERY = Milliseconds(100);

/** What staff wish for doors in the cloud: kept until the box of the door says what came of it. */
export const createWishes = ({ db, clock, random, boxes, warnings, lockdowns }: WishesDeps) => {
  const toWish = (row: WishRow): Wish => {
    const body = { ...(JSON.parse(row.wish) as object), wishId: row.id };
    const madeAtMs = Number(row.made_at);
    const what =
      row.kind === 'lockdown'
        ? { kind: 'lockdown' as const, ...LockdownWish.parse(body) }
        : { kind: 'maintenance' as const, ...MaintenanceWish.parse(body) };
    const forceOpen = what.kind === 'maintenance' && what.mode === 'force-open';
    const lapsed = forceOpen && row.state === 'open' && clock.wallMs() - madeAtMs >= LAPSES_AFTER;
    const state = lapsed ? 'lapsed' : (row.state as WishState);
    return { ...what, state, madeAtMs, settledAtMs: row.settled_at === null ? null : Number(row.settled_at) };
  };

  /** Wishes something of doors of one facility, in the unit at hand. Their boxes' rows are locked in the order of their ids. */
  const wishIn = async (
    tx: Tx,
    kind: Wish['kind'],
    facilityId: FacilityId,
    asked: readonly { readonly doorId: DoorId; readonly bodyFor: BodyFor }[],
  ): Promise<Wish[]> => {
    const at = clock.wallMs();
    const found: { readonly boxId: BoxId; readonly row: DoorWishTable }[] = [];
    for (const { doorId, bodyFor } of asked) {
      const row = await doorsRepo(tx).find(doorId, facilityId);
      if (row === undefined) throw doorsFault('door_unknown', `There is no door ${doorId} at this facility.`);
      const door = toDoor(row, at);
      if (door.boxId === undefined) throw doorsFault('door_without_box', 'No box drives this door yet.');
      const id = randomId('wish', random);
      const wish = JSON.stringify(bodyFor(door));
      const wished = { id, facility_id: facilityId, door_id: doorId, kind, wish, state: 'open', made_at: at };
      found.push({ boxId: door.boxId, row: { ...wished, settled_at: null } });
    }
    for (const boxId of [...new Set(found.map(({ boxId }) => boxId))].sort()) {
      const revision = await boxes.changed(tx, boxId);
      if (revision !== undefined) afterCommit(tx, () => boxes.announce(boxId, revision));
    }
    for (const { row } of found) await wishesRepo(tx).add(row);
    return found.map(({ row }) => toWish(row));
  };

  /** Whoever wished may have left the desk by now: a refusal is told to people, until a later wish is taken. */
  const told = async (tx: Tx, { doorId, by, ...wished }: Wish, refusal: Refusal): Promise<void> => {
    const { facilityId, seen, generation } = refusal;
    const what = wished.kind === 'maintenance' ? `maintenance (${wished.mode})` : 'the end of its lockdown';
    const why =
      seen === generation
        ? 'by its box’s clock the end has passed or lies too far: see to that clock'
        : 'somebody had changed it meanwhile';
    const message = `Door ${doorId} did not take ${what} asked for by ${by}: ${why}.`;
    await warnings.raise(tx, { kind: 'door_wish_refused', facilityId, subject: doorId, message });
  };

  const look = async (wishId: string): Promise<Wish | undefined> => {
    const row = await db.read((tx) => wishesRepo(tx).find(wishId));
    return row && toWish(row);
  };

  return {
    /** Throws the fault of a maintenance that would end too early or too late. */
    checkEnd: (mode: Maintenance['mode'], untilMs: number | null): void => void endOf(mode, untilMs, clock.wallMs()),

    /** Asks the door's box for a maintenance. Throws a fault for an unknown door, one without a box, or a bad end. */
    wishMaintenance: async (tx: Tx, { seen, mode, by, reason, ...wished }: MaintenanceWished): Promise<Wish> => {
      const untilMs = endOf(mode, wished.untilMs, clock.wallMs());
      const bodyFor = ({ id: doorId, maintenance }: Door) => {
        if (seen !== undefined && seen < maintenance.generation) throw outdated(maintenance);
        return { doorId, mode, untilMs, by, reason, seen: seen ?? maintenance.generation };
      };
      const [wish] = await wishIn(tx, 'maintenance', wished.facilityId, [{ doorId: wished.doorId, bodyFor }]);
      return wish as Wish;
    },

    /** Asks the door's box to lock it down, or to end that. Throws a fault for an unknown door or one without a box. */
    wishLockdown: (wished: LockdownWished): Promise<Wish> =>
      db.write(async (tx) => (await wishIn(tx, 'lockdown', wished.facilityId, [lockdownOf(wished)]))[0] as Wish),

    /** The same of many doors of a facility, in the unit at hand. */
    wishLockdowns: (tx: Tx, facilityId: FacilityId, wished: readonly LockdownWished[]): Promise<Wish[]> =>
      wishIn(tx, 'lockdown', facilityId, wished.map(lockdownOf)),

    /** Asks the door's box to force it closed, in the unit at hand. */
    wishClosed: async (tx: Tx, { facilityId, doorId, ...wished }: ClosedWished): Promise<void> => {
      const bodyFor = () => ({ doorId, mode: 'force-closed' as const, ...wished });
      await wishIn(tx, 'maintenance', facilityId, [{ doorId, bodyFor }]);
    },

    /** Those of these wishes that are of this facility. */
    findWishes: async (tx: Tx, facilityId: FacilityId, ids: readonly string[]): Promise<Wish[]> =>
      ids.length === 0 ? [] : (await wishesRepo(tx).findMany(facilityId, ids)).map(toWish),

    /** Wishes at a facility, newest first, after a place. */
    wishes: (
      facilityId: FacilityId,
      { after, limit = 50 }: { after?: Position; limit?: number } = {},
    ): Promise<Wish[]> => db.read(async (tx) => (await wishesRepo(tx).list(facilityId, after, limit)).map(toWish)),

    /** What came of a wish, once its box has said so, or how it stands after this long. */
    settledWish: async (first: Wish, within: Duration): Promise<Wish> => {
      const endMs = clock.monoMs() + within;
      let now = first;
      while (now.state === 'open' && clock.monoMs() < endMs) {
        await sleep(clock, LOOK_EVERY);
        now = (await look(first.wishId)) ?? now;
      }
      return now;
    },

    /** Forgets up to `most` wishes that were made before `time` (ms since 1970). Resolves with how many those were. */
    forgetWishesBefore: (tx: Tx, time: number, most: number): Promise<number> =>
      wishesRepo(tx).removeBefore(time, most),

    /** Listens to the boxes' journals: a fact that names a wish says what came of it. */
    factStored: async (tx: Tx, _boxId: BoxId, facilityId: FacilityId, { body }: Fact): Promise<void> => {
      switch (body.kind) {
        case 'maintenance.changed':
        case 'maintenance.refused':
        case 'lockdown.changed':
        case 'lockdown.refused': {
          const { wishId: id, doorId } = body.data;
          if (id === undefined) return;
          const state = body.kind.endsWith('.changed') ? 'taken' : 'refused';
          const settled = await wishesRepo(tx).settle({ id, facilityId, doorId }, state, clock.wallMs());
          if (settled === undefined) return;
          if (state === 'refused' && 'seen' in body.data) await told(tx, toWish(settled), { facilityId, ...body.data });
          const over = (kind: 'door_wish_refused' | 'lockdown_not_taken') => ({ kind, facilityId, subject: doorId });
          if (state === 'taken') await warnings.close(tx, [over('door_wish_refused'), over('lockdown_not_taken')]);
        }
      }
    },

    /**
     * What this box is to be told: judged now, so that no box is told of a force-open that has lapsed. Of a lockdown that
     * stands it is told on: it takes each wish once, unless it has lost its store and the lockdown with it.
     */
    wishesFor: async (tx: Tx, boxId: BoxId): Promise<Pick<DesiredState, 'maintenanceWishes' | 'lockdownWishes'>> => {
      const all = (await wishesRepo(tx).openOf(boxId)).map(toWish);
      const taken = (await wishesRepo(tx).takenOf(await lockdowns().standingWishes(tx, boxId))).map(toWish);
      const open = [...all.filter(({ state }) => state === 'open'), ...taken].slice(0, AT_ONCE_MAX);
      return {
        maintenanceWishes: open.flatMap((one) =>
          one.kind === 'maintenance' ? [MaintenanceWish.strip().parse(one)] : [],
        ),
        lockdownWishes: open.flatMap((one) => (one.kind === 'lockdown' ? [LockdownWish.strip().parse(one)] : [])),
      };
    },
  };
};

type BodyFor = (door: Door) => Omit<MaintenanceWish, 'wishId'> | Omit<LockdownWish, 'wishId'>;

const lockdownOf = ({ doorId, active, by, reason, seen }: LockdownWished) => ({
  doorId,
  bodyFor: ({ lockdown }: Door) => ({ doorId, active, by, reason, seen: seen ?? lockdown.generation }),
});

/** Somebody has changed the door since it was looked at, and the box would refuse: said at once, with what is there now. */
const outdated = ({ mode, untilMs, by, reason, generation }: Maintenance) =>
  doorsFault('maintenance_outdated', `The maintenance of this door has changed since: it is at ${generation} now.`, {
    body: {
      error: 'maintenance_outdated',
      message: `The maintenance of this door has changed since: it is at ${generation} now.`,
      current: { mode, until: untilMs === null ? null : isoOf(untilMs), by, reason, generation },
    },
  });
