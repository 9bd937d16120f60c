import { kitFault } from '../../http/kit-faults.ts';
import type { PlatformCaller } from '../users/platform-surface.ts';
import { holds, type Right, sees, type Where } from '../users/users.module.ts';
import { devicesFault } from './devices.faults.ts';
import type { Found, Reach } from './directory.ts';

const whereOf = ({ facilityId, organisationId }: Found): Where => ({
  ...(facilityId !== null && { facilityId }),
  ...(organisationId !== null && { organisationId }),
});

export const noSuchDevice = () => devicesFault('device_unknown', 'There is no such device.');

/** Whether the caller may know of the device: by any right where it is. One that belongs nowhere: by a right on the platform. An owner who has lost theirs knows of it no more. */
export const seesDevice = ({ grants }: Pick<PlatformCaller, 'grants'>, device: Found): boolean =>
  sees(grants, whereOf(device));

/** The same for a query. */
export const reachOfSight = ({ grants }: Pick<PlatformCaller, 'grants'>): Reach => {
  if (grants.some(({ scope }) => scope === 'platform')) return 'everywhere';
  const idsIn = (kind: 'organisation' | 'facility') =>
    grants.filter(({ scope }) => scope === kind).map(({ scopeId }) => scopeId);
  return { organisations: idsIn('organisation'), facilities: idsIn('facility') };
};

/** Whether a device that the caller sees may be read by them: with the right there, or as its owner. */
export const mayUse = (caller: Pick<PlatformCaller, 'user' | 'grants'>, needed: Right, device: Found): boolean =>
  device.ownerUserId === caller.user.id || holds(caller.grants, needed, whereOf(device));

/** Throws the 404 of a missing device if the caller cannot see it, else 403 without the right. */
export const requireDevice = (
  caller: Pick<PlatformCaller, 'user' | 'grants'>,
  needed: Right,
  device: Found | undefined,
): Found => {
  if (device === undefined || !seesDevice(caller, device)) throw noSuchDevice();
  if (!mayUse(caller, needed, device)) throw kitFault('forbidden', 'Your roles do not allow this here.');
  return device;
};
