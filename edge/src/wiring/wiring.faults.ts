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
  'wiring.not_kept': {
    status: 503,
    blame: 'device',
    retry: 'after-delay',
    title: 'The box cannot keep the decision',
    help: 'Its disk takes nothing, so that the decision would be lost with the next power cut. Make room, then try again.',
  },
});

export const wiringFault = faultsOf(wiringFaults);
