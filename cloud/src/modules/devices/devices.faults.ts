import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const devicesFaults = defineFaults({
  device_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such device',
    help: 'There is no device with this UUID or serial number among those that you may see. List the devices of the facility to see theirs.',
  },
  device_registered: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'This device is registered already',
    help: 'Its UUID or its serial number belongs to another device, here or at a facility that you cannot see. Read both off the label again; to take a device over, its facility resets or moves it.',
  },
});
export const devicesFault = faultsOf(devicesFaults);
