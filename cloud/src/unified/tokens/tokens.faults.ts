import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

/** What the token endpoints refuse, by the codes of RFC 6749 section 5.2. Their messages are ASCII, as that says. */
export const tokensFaults = defineFaults({
  invalid_client: {
    status: 401,
    blame: 'caller',
    retry: 'never',
    title: 'The client is not known',
    help: 'A token is traded for a key of a user: client_id is the id of the key, client_secret its text. Check that both belong together, and that the key was not deleted and has not expired.',
  },
  unsupported_grant_type: {
    status: 400,
    blame: 'caller',
    retry: 'never',
    title: 'There is no such grant here',
    help: 'Tokens are issued for client credentials alone: send grant_type=client_credentials.',
  },
  invalid_scope: {
    status: 400,
    blame: 'caller',
    retry: 'never',
    title: 'The scope is not one that there is',
    help: 'A scope is words between spaces: read, write, unlock, money, grave:<act>, and org:<id> or facility:<id> for the places that the token is to be narrowed to, which its user must hold something at. The metadata of the authorisation server lists the acts.',
  },
});

export const tokensFault = faultsOf(tokensFaults);
