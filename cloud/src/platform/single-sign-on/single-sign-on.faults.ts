import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const singleSignOnFaults = defineFaults({
  no_single_sign_on: callersFault(
    404,
    'This organisation has no sign-in service',
    'Nobody has set up an OpenID provider for it, or it was removed. Sign in with a code or a passkey.',
  ),
  provider_refused: callersFault(
    422,
    'The OpenID provider cannot be used',
    'The message says what its configuration lacks, or what it answered. Check the issuer, the client and its secret, and that it lets this console be called back.',
  ),
  provider_unreachable: {
    status: 503,
    blame: 'us',
    retry: 'after-delay',
    title: 'The OpenID provider does not answer',
    help: 'Try again in a minute. Until then sign in with a code or a passkey.',
  },
  too_many_sign_ins: {
    status: 429,
    blame: 'caller',
    retry: 'after-delay',
    title: 'Too many sign-ins began from this network',
    help: 'There are 60 an hour. Wait as long as Retry-After says, or sign in with a code or a passkey.',
  },
  sign_in_ended: callersFault(
    401,
    'This sign-in is over',
    'It counts for 10 minutes, once, in the browser that began it. Begin anew.',
  ),
  nobody_here: callersFault(
    401,
    'The organisation knows you, and nobody here is you',
    'There is no user with the e-mail address that it confirmed who holds something in this organisation, or it has vouched for another person as this user before. Whoever administers the organisation adds you, or removes the sign-in service and sets it up anew.',
  ),
});
export const singleSignOnFault = faultsOf(singleSignOnFaults);
