import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { BoxId, DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Fact } from '@gatehouse/shared/journal/fact.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { scopesFault } from '../../access/scopes/scopes.faults.ts';
import type { ScopesService } from '../../access/scopes/scopes.service.ts';
import { revoked } from '../../kit/db/revoked.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { doorsFault } from '../../sites/doors/doors.faults.ts';
import { type Door, refuseUnseen, standingOf } from '../../sites/doors/doors.module.ts';
import type { DoorsService } from '../../sites/doors/doors.service.ts';
import { type LockdownTarget, targetOf } from './lockdown-target.ts';
import { viewOfLockdown } from './lockdown-view.ts';
import { lockdownsFault } from './lockdowns.faults.ts';
import { type Listed, lockdownsRepo } from './lockdowns.repo.ts';
import { type AskOver, createLockdownsAgain } from './lockdowns-again.ts';
import { createShownLockdowns } from './shown-lockdowns.ts';
import { wasLocked } from './was-locked.ts';

export interface LockdownsDeps {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly doors: Pick<DoorsService, 'find' | 'list' | 'requestLockdowns' | 'findOverrides'>;
  readonly scopes: Pick<ScopesService, 'lock' | 'pointersOf'>;
}
export type LockdownsService = ReturnType<typeof createLockdownsService>;

/** What doors say where nobody has given a reason: whoever locks down may give it afterwards, or not at all. */
const NO_REASON = 'No reason given yet';

/** Who orders it, and why; nobody has to say that as it begins. */
export type Order = { readonly userId: string; readonly name: string; readonly reason: string };
type Begin = Omit<Order, 'reason'> & { readonly reason?: string | undefined };
/** Who ends one may say what they looked at. */
export type Ending = Order & { readonly ifSeen?: string | undefined };

/**
 * Lockdowns of doors, access scopes and whole facilities, each a layer of its own: a door stays locked down while any of them
 * covers it, and only their own releases end them. Those who change them go one after another, under the facility's row lock.
 */
export const createLockdownsService = ({ clock, random, doors, scopes }: LockdownsDeps) => {
  const shown = createShownLockdowns({ doors });
  const doorsOf = async (tx: Tx, facilityId: FacilityId, target: LockdownTarget): Promise<Door[]> => {
    const all = await doors.list(tx, facilityId);
    if (target.to === 'facility') return all;
    if (target.to === 'door') {
      const found = all.filter(({ id }) => id === target.doorId);
      if (found.length === 0) throw doorsFault('door_unknown', `There is no door ${target.doorId} at this facility.`);
      return found;
    }
    const scope = (await scopes.pointersOf(tx, facilityId, new Map())).scopes.find(({ id }) => id === target.scopeId);
    if (scope === undefined)
      throw scopesFault('access_scope_unknown', `There is no access scope ${target.scopeId} at this facility.`);
    return all.filter(({ id }) => scope.doors.includes(id));
  };

  const requestFor = (
    tx: Tx,
    facilityId: FacilityId,
    active: boolean,
    { name: by, reason = NO_REASON }: Begin,
    asked: readonly Door[],
  ) =>
    doors.requestLockdowns(
      tx,
      facilityId,
      asked.map(({ id: doorId }) => ({ facilityId, doorId, active, by, reason })),
    );

  /** Doors that a release has ended or is about to end, of which their box has not told yet. */
  const endingAt = async (tx: Tx, facilityId: FacilityId, covered: readonly Door[]): Promise<ReadonlySet<string>> => {
    const heardAt = new Map(covered.map(({ id, lastSeenMs }) => [id, lastSeenMs ?? 0]));
    const ids = await lockdownsRepo(tx).lastReleases(facilityId, [...heardAt.keys()]);
    const ending = (await doors.findOverrides(tx, facilityId, ids)).filter(
      ({ doorId, state, settledAtMs }) =>
        state === 'open' || (state === 'taken' && (settledAtMs ?? 0) >= (heardAt.get(doorId) ?? 0)),
    );
    return new Set(ending.map(({ doorId }) => doorId));
  };

  /** Asks the box of a door for all that stands over it, by the newest of them. */
  const askOver: AskOver = async (tx, { facilityId, doorId }, over) => {
    const newest = over.at(-1);
    if (newest === undefined) return;
    const by = newest.begun_by_name;
    const reason = newest.reason || NO_REASON;
    const [override] = await doors.requestLockdowns(tx, facilityId, [{ facilityId, doorId, active: true, by, reason }]);
    for (const { lockdown_id } of over)
      await lockdownsRepo(tx).setOverride(lockdown_id, doorId, override?.overrideId ?? null);
  };

  return {
    ...createLockdownsAgain({ clock, doors, scopes, askOver }),

    /** Locks every door of a target down, at once and whatever stands there already. Resolves with its id. */
    begin: async (tx: Tx, facilityId: FacilityId, target: LockdownTarget, order: Begin): Promise<string> => {
      await scopes.lock(tx, facilityId);
      const covered = await doorsOf(tx, facilityId, target);
      const driven = covered.filter(({ boxId }) => boxId !== undefined);
      if (driven.length === 0) throw lockdownsFault('lockdown_of_nothing', 'No box drives any door of this target.');
      const standing = Map.groupBy(await lockdownsRepo(tx).covered(facilityId), ({ door_id }) => door_id);
      const ending = await endingAt(tx, facilityId, covered);
      const overrides = new Map(
        (await requestFor(tx, facilityId, true, order, driven)).map(({ doorId, overrideId }) => [doorId, overrideId]),
      );
      const id = randomId('ldn', random);
      await lockdownsRepo(tx).insert(
        {
          id,
          facility_id: facilityId,
          layer: target.to,
          target_id: targetOf(facilityId, target),
          reason: order.reason ?? '',
          begun_by: order.userId,
          begun_by_name: order.name,
          begun_at: clock.wallMs(),
        },
        covered.map((door) => ({
          door_id: door.id,
          was_locked: wasLocked(door, standing.get(door.id), ending) ? 1 : 0,
          wish_id: overrides.get(door.id) ?? null,
        })),
      );
      const value = [target.to, targetOf(facilityId, target), order.userId, ...covered.map((door) => door.id)];
      revoked(tx, { kind: 'lockdown', facilityId, subject: id, value });
      return id;
    },

    /**
     * Ends one, at the doors that no other covers and that nobody had locked down before. Again for one that is released:
     * only the doors are asked once more whose box refused, because the release had not seen its newest lockdown. At others
     * somebody may have begun another one since.
     */
    release: async (tx: Tx, facilityId: FacilityId, id: string, { ifSeen, ...order }: Ending): Promise<void> => {
      await scopes.lock(tx, facilityId);
      const repo = lockdownsRepo(tx);
      const found = await repo.find(facilityId, id);
      if (found === undefined) throw lockdownsFault('lockdown_unknown', `There is no lockdown ${id} at this facility.`);
      if (ifSeen !== undefined)
        for (const row of await shown(tx, facilityId, [found])) refuseUnseen(ifSeen, viewOfLockdown(row));
      const isFirst = await repo.release(id, {
        released_by: order.userId,
        released_by_name: order.name,
        released_at: clock.wallMs(),
        release_reason: order.reason,
      });
      const others = new Set((await repo.covered(facilityId)).map(({ door_id }) => door_id));
      const own = (await repo.doorsOf([id])).filter(
        ({ door_id, was_locked }) => was_locked === 0 && !others.has(door_id),
      );
      const asked = own.flatMap(({ release_wish_id }) => release_wish_id ?? []);
      const refused = new Set(
        (await doors.findOverrides(tx, facilityId, asked)).flatMap(({ state, doorId }) =>
          state === 'refused' ? [doorId as string] : [],
        ),
      );
      const ids = new Set(own.map(({ door_id }) => door_id).filter((doorId) => isFirst || refused.has(doorId)));
      const freed = (await doors.list(tx, facilityId)).filter((door) => ids.has(door.id) && door.boxId !== undefined);
      for (const { doorId, overrideId } of await requestFor(tx, facilityId, false, order, freed))
        await repo.setReleaseOverride(id, doorId, overrideId);
    },

    /** Says why one was begun, also after its end. Doors go on to say what they were told as it began. */
    explain: async (tx: Tx, facilityId: FacilityId, id: string, { userId, name, reason }: Order): Promise<void> => {
      await scopes.lock(tx, facilityId);
      const repo = lockdownsRepo(tx);
      if ((await repo.find(facilityId, id)) === undefined)
        throw lockdownsFault('lockdown_unknown', `There is no lockdown ${id} at this facility.`);
      await repo.setReason(id, { reason, reason_by: userId, reason_by_name: name, reason_at: clock.wallMs() });
    },

    /** Ends what somebody locked down at the box or the panel. Throws 409 while a lockdown of the cloud covers the door. */
    releaseDoor: async (tx: Tx, facilityId: FacilityId, doorId: DoorId, order: Ending & { seen?: number }) => {
      await scopes.lock(tx, facilityId);
      const door = await doors.find(tx, facilityId, doorId);
      if (door === undefined) throw doorsFault('door_unknown', `There is no door ${doorId} at this facility.`);
      refuseUnseen(order.ifSeen, standingOf(door));
      const over = (await lockdownsRepo(tx).covered(facilityId)).find(({ door_id }) => door_id === doorId);
      if (over !== undefined)
        throw lockdownsFault('door_under_lockdown', `The lockdown ${over.lockdown_id} stands over this door.`);
      const { name: by, reason, seen } = order;
      const requested = { facilityId, doorId: door.id, active: false, by, reason, ...(seen !== undefined && { seen }) };
      const [override] = await doors.requestLockdowns(tx, facilityId, [requested]);
      return override as NonNullable<typeof override>;
    },

    /**
     * Listens to the boxes' journals. A release that came before the box had told of the lockdown is refused by it, for it
     * names an older state. Where that lockdown is all that changed since, the box is asked again, and nobody has to.
     */
    factStored: async (tx: Tx, _boxId: BoxId, facilityId: FacilityId, { body }: Fact): Promise<void> => {
      if (body.kind !== 'lockdown.refused' || body.data.wishId === undefined) return;
      const { wishId: overrideId, doorId, seen, generation } = body.data;
      const ended = await lockdownsRepo(tx).endedBy(facilityId, overrideId);
      if (ended === undefined || ended.wish_id === null || generation !== seen + 1) return;
      const [begun] = await doors.findOverrides(tx, facilityId, [ended.wish_id]);
      const covered = (await lockdownsRepo(tx).covered(facilityId)).some(({ door_id }) => door_id === doorId);
      const door = await doors.find(tx, facilityId, doorId);
      if (begun?.state !== 'taken' || covered || door?.boxId === undefined) return;
      const { released_by_name: by, release_reason: reason } = ended;
      const requested = {
        facilityId,
        doorId: door.id,
        active: false,
        by: by ?? '',
        reason: reason ?? '',
        seen: generation,
      };
      const [override] = await doors.requestLockdowns(tx, facilityId, [requested]);
      await lockdownsRepo(tx).setReleaseOverride(ended.lockdown_id, doorId, override?.overrideId ?? overrideId);
    },

    standingOverrides: (tx: Tx, boxId: BoxId): Promise<string[]> => lockdownsRepo(tx).standingOverrides(boxId),

    /** A box drives this door that did not before: lockdowns that stand over the door are asked of it too. */
    doorGiven: async (tx: Tx, facilityId: FacilityId, doorId: DoorId): Promise<void> => {
      await scopes.lock(tx, facilityId);
      const over = (await lockdownsRepo(tx).covered(facilityId)).filter(({ door_id }) => door_id === doorId);
      await askOver(tx, { facilityId, doorId }, over);
    },

    /** How many stand at each of these facilities; nothing of one where none does. */
    countStanding: async (tx: Tx, facilityIds: readonly FacilityId[]): Promise<ReadonlyMap<string, number>> => {
      const counted = facilityIds.length === 0 ? [] : await lockdownsRepo(tx).countStanding(facilityIds);
      return new Map(counted.map(({ facility_id, standing }) => [facility_id, Number(standing)]));
    },

    find: async (tx: Tx, facilityId: FacilityId, id: string) => {
      const row = await lockdownsRepo(tx).find(facilityId, id);
      return row && (await shown(tx, facilityId, [row]))[0];
    },

    list: async (tx: Tx, facilityId: FacilityId, which: Listed) =>
      shown(tx, facilityId, await lockdownsRepo(tx).list(facilityId, which)),
  };
};
