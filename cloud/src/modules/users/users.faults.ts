import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const usersFaults = defineFaults({
  place_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such facility or organisation',
    help: 'It does not exist, or nothing that you hold reaches it: both are answered alike. Ask whoever administers your roles.',
  },
  acting_refused: {
    status: 403,
    blame: 'caller',
    retry: 'never',
    title: 'You cannot act as this user',
    help: 'The header x-simulated-user is for super admins, and names a user by e-mail. Leave it out to act as yourself.',
  },
  user_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such user',
    help: 'There is no user with this id or e-mail among those that you may see.',
  },
});
export const usersFault = faultsOf(usersFaults);
