import { kitFault } from '../../http/kit-faults.ts';
import type { PlatformCaller } from '../users/platform-surface.ts';
import { holds, type Right, sees, type Where } from '../users/users.module.ts';
import { devicesFault } from './devices.faults.ts';
import type { Found } from './directory.ts';

const whereOf = ({ facilityId, organisationId }: Found): Where => ({
  ...(facilityId !== null && { facilityId }),
  ...(organisationId !== null && { organisationId }),
});

export const noSuchDevice = () => devicesFault('device_unknown', 'There is no such device.');

/** Whether the caller may know of the device: by a right where it is, or as its owner. One that belongs nowhere: with a right on the platform. */
export const seesDevice = ({ user, grants }: Pick<PlatformCaller, 'user' | 'grants'>, device: Found): boolean =>
  device.ownerUserId === user.id || sees(grants, whereOf(device));

/** Throws the 404 of a missing device if the caller cannot see it, else 403 without the right. */
export const requireDevice = (
  caller: Pick<PlatformCaller, 'user' | 'grants'>,
  needed: Right,
  device: Found | undefined,
): Found => {
  if (device === undefined || !seesDevice(caller, device)) throw noSuchDevice();
  const own = device.ownerUserId === caller.user.id;
  if (!own && !holds(caller.grants, needed, whereOf(device)))
    throw kitFault('forbidden', 'Your roles do not allow this here.');
  return device;
};
