/** What stands on the pages of desks as it is. */
export const deskLabels = {
  who: 'Who are you?',
  pin: 'Your PIN',
  signIn: 'Sign in',
  somebodyElse: 'Somebody else',
  noPeople: 'Nobody has a PIN here yet',
  noPeopleMore: 'Sign in as yourself once, and set a PIN on your account.',
  wrong: 'That is not your PIN.',
  tooMany: 'Too many PINs were tried. Wait a quarter of an hour, or sign in as yourself.',
  noDesk: 'This device is no desk any more. Sign in as yourself.',
  pinTitle: 'PIN for desks',
  pinMore:
    'Six digits, yours alone. At the desks of the gyms where you work it unlocks doors and begins a lockdown, and nothing else.',
  lookingAtPin: 'your PIN',
  newPin: 'New PIN',
  setPin: 'Set the PIN',
  pinSet: 'The PIN is set.',
  deletePin: 'Delete the PIN',
  deletePinMore: 'You sign in at no desk any more.',
  desks: 'Desks',
  desksMore:
    'A desk is a device of a reception. Staff sign in there with their own PIN, for ten minutes at most; it locks after two in which nobody touches it.',
  gym: 'Of which gym?',
  lookingAtDesks: 'its desks',
  none: 'No desks yet',
  label: 'What people call this device',
  labelMissing: 'Give it a name by which you know it again.',
  enrol: 'Make this device a desk',
  enrolled: 'This device is a desk now. Sign out, and staff sign in here with their PIN.',
  removeMore: 'Nobody signs in there with a PIN any more, and whoever is signed in there is out at once.',
} as const;

export const deskWords = {
  at: (label: string, facility: string): string => `${label}, ${facility}`,
  enrolled: (ago: string, by: string | null): string => `Made a desk ${ago}${by === null ? '' : ` by ${by}`}`,
  remove: (label: string): string => `${label} is no desk any more`,
} as const;
