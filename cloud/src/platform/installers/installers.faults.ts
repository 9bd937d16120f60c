import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const installersFaults = defineFaults({
  installer_unknown: callersFault(
    404,
    'This facility has no such invite',
    'List its installers to see the ids of their invites. Those that ended long ago are forgotten.',
  ),
  installers_full: callersFault(
    409,
    'So many installers are invited that there is no place for another',
    'A facility has 10 at a time. Revoke an invite that is not needed any more, or wait until one ends.',
  ),
  too_many_invites: {
    status: 429,
    blame: 'caller',
    retry: 'after-delay',
    title: 'Too many invites were sent',
    help: 'A facility sends 20 a day, and 3 an hour to the same address. Use the newest e-mail that came, or wait as long as Retry-After says.',
  },
  invite_unknown: callersFault(
    404,
    'This link is of no invite',
    'It was sent anew since, it ended long ago, or a part of the link is missing. Use the newest e-mail, or ask whoever invited you to send it again.',
  ),
});
export const installersFault = faultsOf(installersFaults);
