import { type Lockdown, LockdownOverride, NO_LOCKDOWN } from '@gatehouse/shared/door/lockdown.ts';
import { type Maintenance, MaintenanceOverride, NO_MAINTENANCE } from '@gatehouse/shared/door/maintenance.ts';
import type { BoxId, DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { ClosedOverrideRequest, LockdownOverrideRequest } from './door-override.ts';
import { toDoor } from './door-view.ts';
import { doorsRepo } from './doors.repo.ts';
import { overridesRepo } from './overrides.repo.ts';

/** What the boxes' journals say of a door, all of them or that of one box; null for nothing ever. */
export type LastHeard = (
  tx: Tx,
  doorId: DoorId,
  boxId?: BoxId,
) => Promise<{ readonly lockdown: Lockdown | null; readonly maintenance: Maintenance | null }>;

/** What keeps people out of a door, whoever ordered it. */
export interface Shut {
  readonly lockdown: Pick<Lockdown, 'by' | 'reason'> | undefined;
  readonly closed: Pick<Maintenance, 'by' | 'reason' | 'untilMs'> | undefined;
}

const BY_BEFORE = 'as it was at the box before';

/** Lets what keeps people out of a door go along to another box: a lockdown from a panel and a force-closed too. */
export const createHandOver = (deps: {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly lastHeard: LastHeard;
  readonly requestLockdowns: (
    tx: Tx,
    facilityId: FacilityId,
    requested: readonly LockdownOverrideRequest[],
  ) => Promise<unknown>;
  readonly requestClosed: (tx: Tx, requested: ClosedOverrideRequest) => Promise<unknown>;
}) => ({
  /**
   * By the journals, by what the box said last, or by what was ordered of it and not taken: an order is the newest word on
   * its kind, and of the other two the stricter counts. Asked before the door changes hands.
   */
  standing: async (tx: Tx, facilityId: FacilityId, doorId: DoorId): Promise<Shut> => {
    const row = await doorsRepo(tx).find(doorId, facilityId);
    const said = row && toDoor(row, deps.clock.wallMs());
    const heard = await deps.lastHeard(tx, doorId);
    const open = await overridesRepo(tx).openAt(doorId);
    const ordered = (kind: string): unknown => {
      const override = open.find((one) => one.kind === kind);
      return override && { ...(JSON.parse(override.wish) as object), wishId: override.id };
    };
    const lockdownOrder = ordered('lockdown');
    const lockdowns =
      lockdownOrder === undefined
        ? [said?.lockdown ?? NO_LOCKDOWN, heard.lockdown ?? NO_LOCKDOWN]
        : [LockdownOverride.parse(lockdownOrder)];
    const maintenanceOrder = ordered('maintenance');
    const maintenances =
      maintenanceOrder === undefined
        ? [said?.maintenance ?? NO_MAINTENANCE, heard.maintenance ?? NO_MAINTENANCE]
        : [MaintenanceOverride.parse(maintenanceOrder)];
    const nowMs = deps.clock.wallMs();
    return {
      lockdown: lockdowns.find(({ active }) => active),
      closed: maintenances.find(
        ({ mode, untilMs }) => mode === 'force-closed' && (untilMs === null || untilMs > nowMs),
      ),
    };
  },

  /** The door has another box: that is asked for what stood over it, unless it was asked for a lockdown of the cloud already. */
  give: async (
    tx: Tx,
    { facilityId, doorId, boxId }: { facilityId: FacilityId; doorId: DoorId; boxId: BoxId },
    { lockdown, closed }: Shut,
  ): Promise<void> => {
    const by = (who: string | null) => (who === null || who === '' ? BY_BEFORE : who);
    const isAsked = (await overridesRepo(tx).openAt(doorId)).some(({ kind }) => kind === 'lockdown');
    if (lockdown !== undefined && !isAsked) {
      const requested = { facilityId, doorId, active: true, by: by(lockdown.by), reason: lockdown.reason ?? '' };
      await deps.requestLockdowns(tx, facilityId, [requested]);
    }
    if (closed === undefined) return;
    // It may have had the door once: then it goes on from the number that it had then.
    const { maintenance } = await deps.lastHeard(tx, doorId, boxId);
    const { untilMs } = closed;
    await deps.requestClosed(tx, {
      ...{ facilityId, doorId, untilMs, by: by(closed.by), reason: closed.reason ?? '' },
      seen: maintenance?.generation ?? 0,
    });
  },
});
