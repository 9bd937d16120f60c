/** What stands on the page of who may sign in at panels. */
export const panelStaffLabels = {
  title: 'Panel staff',
  more: 'Who may sign in at the panels of this gym’s boxes, with a name and a PIN of their own, also while the cloud is away. Everybody there sets maintenance, begins a lockdown and confirms a wiring; a manager also ends a lockdown, resets a fire release and bans.',
  toBoxes: 'Back to the boxes',
  looking: 'who may sign in',
  none: 'Nobody yet',
  noneMore: 'Until somebody is added, the PIN that a box was delivered with lets in. From then on it opens nothing.',
  add: 'Add somebody',
  added: 'They may sign in at every panel here, within seconds.',
  name: 'Name, as they type it at the panel',
  nameMissing: 'Say who it is.',
  role: 'What they may do',
  pin: 'PIN',
  newPin: 'New PIN',
  pinMore:
    '6 to 12 digits, neither one digit over and over nor a straight count. Only they should know it: have them type it.',
  pinMissing: 'A PIN has 6 to 12 digits.',
  pinStays: 'Left empty, their PIN stays.',
  change: 'Change',
  save: 'Save',
  saved: 'Saved. Panels know it within seconds; a box without the cloud once it is back.',
  removed: 'They may not sign in any more.',
  removeMore:
    'Whoever is signed in as them is signed out. A box without the cloud hears of it once that is back: go there if it matters.',
  managerOnly: 'Who manages the gym changes this.',
} as const;

const ROLE = { staff: 'Staff', manager: 'Manager' } as const;
type Role = keyof typeof ROLE;

export const panelStaffWords = {
  role: (role: Role): string => ROLE[role],
  changed: (ago: string, by: string): string => `Changed ${ago} by ${by}`,
  changeOne: (name: string): string => `Change ${name}`,
  remove: (name: string): string => `Remove ${name}`,
} as const;
