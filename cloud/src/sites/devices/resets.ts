import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { afterCommit } from '../../kit/db/after-commit.ts';
import { revoked } from '../../kit/db/revoked.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { keyMatches } from '../../kit/secrets/key-text.ts';
import { type Device, toDevice } from './device.ts';
import { secretOf, type ToDevices } from './device-link.ts';
import { devicesFault } from './devices.faults.ts';
import { devicesRepo } from './devices.repo.ts';

export interface ResetsDeps {
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly toDevices: ToDevices;
}

/** What a device that connects is told. */
export interface Told {
  readonly uuid: string;
  /** Nothing for a device that belongs nowhere any more. */
  readonly device: Device | undefined;
  readonly reset: { readonly resetId: string; readonly armedAt: number } | undefined;
}

/**
 * Factory resets. INVARIANT: arming one takes the device from its facility in the same unit, and moves its secret to the
 * reset: with it the device can fetch the reset and say that it is done, and nothing else, also when somebody has
 * registered it anew meanwhile.
 */
export const createResets = ({ clock, random, toDevices }: ResetsDeps) => ({
  /** Takes a screen of this facility from it, and arms its reset. */
  resetScreen: async (
    tx: Tx,
    { uuid, facilityId, by }: { readonly uuid: string; readonly facilityId: FacilityId; readonly by: string },
  ): Promise<{ resetId: string; armedAt: number }> => {
    const repo = devicesRepo(tx);
    const now = clock.wallMs();
    const was = await repo.find(uuid.toLowerCase());
    const gone = {
      facility_id: null,
      org_id: null,
      owner_user_id: null,
      web_address: null,
      settings: '{}',
      changed_at: now,
    };
    const left =
      was?.kind === 'display-screen' && was.facility_id === facilityId
        ? await repo.update(was.id, facilityId, gone)
        : undefined;
    if (left === undefined) throw devicesFault('device_unknown', 'There is no such display screen at this facility.');
    if (left.secret_hash === null) throw new Bug('a registered device has a secret');
    const resetId = randomId('rst', random);
    await repo.insertReset({
      id: resetId,
      device_id: left.id,
      secret_hash: left.secret_hash,
      armed_at: now,
      armed_by: by,
      taken_at: null,
      done_at: null,
    });
    revoked(tx, ...secretOf({ ...left, facility_id: facilityId }));
    await repo.update(left.id, null, { secret_hash: null });
    afterCommit(tx, () => toDevices.nudge(left.id, 'reset'));
    return { resetId, armedAt: now };
  },

  /** A device connects and asks what it should be. `undefined` if the secret is not one of its. */
  connect: async (tx: Tx, uuid: string, secret: string): Promise<Told | undefined> => {
    const repo = devicesRepo(tx);
    const row = await repo.find(uuid.toLowerCase());
    if (row === undefined) return undefined;
    const now = clock.wallMs();
    if (row.secret_hash !== null && keyMatches(secret, row.secret_hash)) {
      await repo.heard(row.id, now);
      return { uuid: row.id, device: toDevice({ ...row, heard_at: now }), reset: undefined };
    }
    const reset = (await repo.openResets(row.id)).find(({ secret_hash }) => keyMatches(secret, secret_hash));
    if (reset === undefined) return undefined;
    await repo.resetTaken(reset.id, now);
    return { uuid: row.id, device: undefined, reset: { resetId: reset.id, armedAt: Number(reset.armed_at) } };
  },

  /** The device has carried its reset out. Saying so again changes nothing. `false` if it was not told to. */
  resetDone: async (
    tx: Tx,
    { uuid, secret, resetId }: { readonly uuid: string; readonly secret: string; readonly resetId: string },
  ): Promise<boolean> => {
    const repo = devicesRepo(tx);
    const reset = await repo.findReset(uuid.toLowerCase(), resetId);
    if (reset === undefined || !keyMatches(secret, reset.secret_hash)) return false;
    await repo.resetDone(reset.id, clock.wallMs());
    afterCommit(tx, () => toDevices.ended(reset.device_id));
    return true;
  },
});
