import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const partnerConsoleFaults = defineFaults({
  request_unknown: callersFault(
    404,
    'No such request',
    'There is no request of your account with this id, or it is older than 30 days. One that was just sent takes a second to be there. A request with a key that nobody knows is nobody’s.',
  ),
  settings_changed: callersFault(
    412,
    'The settings have changed since they were looked at',
    'The request named what its caller had looked at as `ifSeen`, and by now it is otherwise: somebody has changed the settings, or a facility has enabled or disabled the integration, or changed the code of the partner. Nothing was done. `current` says how the settings are: look again, then decide.',
  ),
  organisation_unknown: callersFault(
    404,
    'No such organisation',
    'Your account is opened to no organisation with this id: there is none, or it is not yours to know of. Both look alike.',
  ),
});
export const partnerConsoleFault = faultsOf(partnerConsoleFaults);
