/** What is said where somebody proves once more who they are. */
export const proofLabels = {
  title: 'Prove that it is you',
  why: 'What you are about to do needs it. It holds for ten minutes.',
  looking: 'Looking up what you can prove it with…',
  withPasskey: 'Use a passkey',
  code: 'Code of your authenticator',
  withCode: 'Use the code',
  notNow: 'Not now',
  neither: 'You have neither a passkey nor an authenticator. Whoever runs the machine of the cloud makes a link there:',
  command: 'gatehouse admin sign-in-link',
  neitherMore: 'Sign in with it, and add a passkey or an authenticator on this page:',
  wrong: 'That does not prove it. A code counts once: wait for the next.',
  tooMany: 'Too many codes were tried. Wait a quarter of an hour, or use a passkey.',
  noPasskey: 'No passkey was given. Try again.',
  noPasskeysHere: 'This browser gives no passkeys here: it is too old, or does not trust the certificate of this page.',
  hasOne: 'This device has a passkey of yours already.',
} as const;
