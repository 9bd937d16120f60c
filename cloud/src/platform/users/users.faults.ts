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
  user_exists: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'There is a user with this e-mail',
    help: 'Nothing was done. Give them what they need with PUT /api/users/{userId}/roles, and correct their name with PATCH /api/users/{userId}.',
  },
  user_full: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'The user has as many roles or keys as anybody may',
    help: 'The message says which, and how many. Take away what is not used any more.',
  },
  role_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'The user holds no such role',
    help: 'The user has no role with this id at a place where you may see it.',
  },
  invitation_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such invitation',
    help: 'You have no invitation with this id: it was accepted, its 30 days are over, or who invited you may not give that role any more. List yours with GET /api/users/invitations, or ask to be invited again.',
  },
  user_key_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'The user has no such key',
    help: 'There is no key with this id, or it has been deleted.',
  },
  last_super_admin: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'Nobody else is super admin',
    help: 'Somebody has to be able to administer everything. Make somebody else super admin first.',
  },
  own_account: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'Nobody deletes themself',
    help: 'Ask somebody else who administers users.',
  },
});
export const usersFault = faultsOf(usersFaults);
