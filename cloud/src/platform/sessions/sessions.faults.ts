import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const sessionsFaults = defineFaults({
  too_many_codes: {
    status: 429,
    blame: 'caller',
    retry: 'after-delay',
    title: 'Too many codes were asked for',
    help: 'There are 3 codes in 15 minutes for an address, whether anybody has it or not, and 20 an hour for a network. Use the newest code that came, or wait as long as Retry-After says.',
  },
  code_wrong: callersFault(
    401,
    'This is not the code',
    'A code has five tries; triesLeft says how many are left. Use the code of the newest e-mail. The same is answered for an address that nobody has.',
  ),
  code_ended: callersFault(
    401,
    'There is no such code any more',
    'A code counts for 10 minutes, for five tries, once, until a newer one is asked for, and in the browser that asked for it. A link from the machine counts for 5 minutes, once. Ask for a new one.',
  ),
  passkey_wrong: callersFault(
    401,
    'This passkey does not let you in',
    'It is not known here or belongs to somebody who holds nothing any more, or its answer came too late, a second time, or from another browser than asked. Ask for options anew, or sign in with a code.',
  ),
  proof_wrong: callersFault(
    403,
    'This proves nothing',
    'The code of the authenticator is wrong or was used already, or the passkey is not yours, came too late or came a second time. Wait for the next code, or ask for options anew.',
  ),
  too_many_tries: {
    status: 429,
    blame: 'caller',
    retry: 'after-delay',
    title: 'Too many codes of an authenticator were tried',
    help: 'There are five tries in 15 minutes. Wait as long as Retry-After says, or use a passkey.',
  },
  session_needed: callersFault(
    409,
    'Only whoever signed in does this',
    'A key is no person. Passkeys and authenticators belong to somebody who signed in at the console: do it there.',
  ),
  desk_unknown: callersFault(
    404,
    'No such desk',
    'This device is no desk of a reception, or not any more, or the facility has no such desk. Sign in as yourself; whoever manages the facility makes a device a desk.',
  ),
  pin_wrong: callersFault(
    401,
    'This PIN does not let you in',
    'It is not the PIN of this person, or they do not work at the facility of this desk any more. Whoever has forgotten theirs signs in as themself and sets a new one.',
  ),
  too_many_pins: {
    status: 429,
    blame: 'caller',
    retry: 'after-delay',
    title: 'Too many PINs were tried',
    help: 'There are 10 tries in 15 minutes for a person, right ones included. Wait as long as Retry-After says, or sign in as yourself.',
  },
  session_unknown: callersFault(
    404,
    'No such session',
    'You have no session with this id, or it ended more than 30 days ago. GET /api/sessions lists yours.',
  ),
  passkey_unknown: callersFault(
    404,
    'No such passkey',
    'You have no passkey with this id. GET /api/passkeys lists yours.',
  ),
  passkey_refused: callersFault(
    409,
    'This passkey was not taken',
    'You have 10 passkeys already, it is known here, or its answer came too late or a second time. The message says which. Delete one that you do not use, or ask for options anew.',
  ),
  totp_exists: callersFault(
    409,
    'There is an authenticator already',
    'A user has one. Delete it with DELETE /api/totp, then add the new one.',
  ),
  totp_missing: callersFault(
    409,
    'There is no authenticator to confirm or to delete',
    'Begin with POST /api/totp without a code: it answers the secret that the authenticator needs.',
  ),
});
export const sessionsFault = faultsOf(sessionsFaults);
