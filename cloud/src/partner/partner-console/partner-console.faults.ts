import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const partnerConsoleFaults = defineFaults({
  request_unknown: callersFault(
    404,
    'No such request',
    'There is no request of your account with this id, or it is older than 30 days. One that was just sent takes a second to be there. A request with a key that nobody knows is nobody’s.',
  ),
});
export const partnerConsoleFault = faultsOf(partnerConsoleFaults);
