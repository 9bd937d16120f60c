import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const sandboxFaults = defineFaults({
  sandbox_only: {
    status: 403,
    blame: 'caller',
    retry: 'never',
    title: 'Failures are simulated at sandbox facilities only',
    help: 'This facility is a real one, and its doors let real people in: nothing is simulated there. Use the sandbox facility that you were given; the demo has one.',
  },
  simulation_refused: {
    status: 409,
    blame: 'caller',
    retry: 'after-delay',
    title: 'The box of the door does not simulate this now',
    help: '`reason` says why. `door_in_use`: the lock is not locked at the moment, so that a jam would leave it open; wait until the hold is over. `maintenance`: staff have put the door in maintenance already. `no_simulator`: the box drives a real building. `unknown_door`: the box has not taken over the door yet. Nothing was changed.',
  },
  simulation_unreachable: {
    status: 503,
    blame: 'device',
    retry: 'after-delay',
    title: 'The box of the door cannot be asked to simulate',
    help: 'The box is offline, its simulator does not answer, or no answer came in time. While `offline` is simulated nothing else can be, and it cannot be cleared: it ends by itself at the time that you were told. Whatever the box may have heard ends by itself as well.',
  },
});

export const sandboxFault = faultsOf(sandboxFaults);
