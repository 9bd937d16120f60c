import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

/** Why a wiring is not confirmed or rejected. */
const wiringFaults = defineFaults({
  'wiring.changed': {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'Another wiring waits by now',
    help: 'What was confirmed is what was seen. Look at what waits now, then decide.',
  },
  'wiring.door_in_use': {
    status: 409,
    blame: 'caller',
    retry: 'after-delay',
    title: 'A door stands released',
    help: 'A door that is wired anew is locked first. Wait until nobody is in it, or say that it may be.',
  },
  'wiring.not_driven': {
    status: 409,
    blame: 'device',
    retry: 'never',
    title: 'It is confirmed, and cannot be driven yet',
    help: 'The doors that the message names go on as they were, and follow by themselves once what is said of them is mended. Be there then, and try them.',
  },
  'wiring.not_applied': {
    status: 503,
    blame: 'device',
    retry: 'after-delay',
    title: 'It is confirmed, and the doors have not followed yet',
    help: 'The box tries again by itself. Confirm it once more to have it try now.',
  },
  'wiring.not_kept': {
    status: 503,
    blame: 'device',
    retry: 'after-delay',
    title: 'The box cannot keep the decision',
    help: 'Its disk takes nothing, so that the decision would be lost with the next power cut. Make room, then try again.',
  },
});

export const wiringFault = faultsOf(wiringFaults);
