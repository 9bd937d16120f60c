import type { FindBy } from '../../kit/http/resource.ts';
import { type Placed, type PlatformCaller, sightOf } from '../../platform/users/platform-surface.ts';
import { holds, type Where } from '../../platform/users/users.module.ts';
import { devicesFault } from './devices.faults.ts';
import type { DevicesService } from './devices.service.ts';
import type { Found } from './directory.ts';

/** For staff where the device is; and for its owner, with any right there. */
export const gate = { needs: 'facility-staff', in: 'resource', orOwn: true } as const;

const whereOf = ({ facilityId, organisationId }: Found): Where => ({
  ...(facilityId !== null && { facilityId }),
  ...(organisationId !== null && { organisationId }),
});
const placed = (device: Found): Found & Placed => ({ ...device, at: whereOf(device), owner: device.ownerUserId });

export const noSuchDevice = () => devicesFault('device_unknown', 'There is no such device.');

/** The device that a path names. One that belongs nowhere is the platform's. An owner who has lost every right where it is knows of it no more. */
export const deviceByPath = {
  find: async (
    { devices }: { readonly devices: Pick<DevicesService, 'lookUp'> },
    { params: { uuid } }: { readonly params: { readonly uuid: string } },
    { tx }: FindBy<PlatformCaller>,
  ): Promise<(Found & Placed) | undefined> => {
    const device = await devices.lookUp(tx, uuid);
    return device && placed(device);
  },
  missing: noSuchDevice,
};

/** The same by its serial number. Of several that the caller may know of, one that they may read. */
export const deviceBySerial = {
  find: async (
    { devices }: { readonly devices: Pick<DevicesService, 'lookUpSerial'> },
    { params: { serialNo } }: { readonly params: { readonly serialNo: string } },
    { tx, caller }: FindBy<PlatformCaller>,
  ): Promise<(Found & Placed) | undefined> => {
    const seen = await devices.lookUpSerial(tx, serialNo, sightOf(caller));
    const isReadable = (device: Found) =>
      device.ownerUserId === caller.user.id || holds(caller.grants, gate.needs, whereOf(device));
    const device = seen.find(isReadable) ?? seen[0];
    return device && placed(device);
  },
  missing: noSuchDevice,
};
