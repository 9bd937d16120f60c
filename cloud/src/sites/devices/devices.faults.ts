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
    help: 'Its UUID belongs to another device, or another device of the organisation has its serial number, here or at a facility that you cannot see. Read both off the label again; to take a device over, its facility resets or moves it.',
  },
  device_is_box: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'A door controller is not changed like this',
    help: 'Of a box, only the purchase and the warranty are kept here. What it drives and how is changed under door-controllers.',
  },
  device_owner_unknown: {
    status: 422,
    blame: 'caller',
    retry: 'never',
    title: 'The owner is nobody who sees this facility',
    help: 'ownerUserId must be the id of a user who holds a right at the facility of the device. Give them one first, or leave the owner out.',
  },
  device_secret_refused: {
    status: 401,
    blame: 'device',
    retry: 'never',
    title: 'The UUID and the secret are of no device',
    help: 'Send the UUID of the device as user name and its secret as password (HTTP Basic). The secret was shown once, when the device was registered; a new one is given with updateGenericDevice and newSecret, or by registering it again after a reset.',
  },
});
export const devicesFault = faultsOf(devicesFaults);
