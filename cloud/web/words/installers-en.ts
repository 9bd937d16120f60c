import type { InstallerInvite } from '../client/platform-api.gen.ts';
import { counted, span } from './counting.ts';

/** What stands on the pages of installers, and where they begin. */
export const installerLabels = {
  title: 'Installers',
  toInstallers: 'Who is invited to install doors',
  more: 'Whoever is invited claims boxes, wires their doors and tries them, at this gym alone. It ends by itself after 48 hours; sent again, it begins anew. They see nothing of members, and a wiring takes effect once somebody of yours has confirmed it at the panel.',
  toBoxes: 'Back to the boxes',
  looking: 'who is invited',
  none: 'Nobody is invited',
  noneMore: 'Whoever installs your doors needs their e-mail address, and nothing else of you.',
  managerOnly: 'Who manages the gym invites installers.',
  invite: 'Invite an installer',
  email: 'E-mail address',
  emailMore: 'A code to sign in goes there: only who reads it gets in.',
  emailMissing: 'Say where the invite goes.',
  name: 'What you call them',
  nameMore: 'A person, a company, or both. The record of what they do has it.',
  nameMissing: 'Say who it is.',
  revokeMore: 'They are out at once, wherever they are signed in. What they have wired stays.',
  revoked: 'They are out.',
  where: 'Where you install doors',
  whereMore: 'Claim the box by the code on its panel, wire its doors, then try each of them.',
  doors: 'Its doors',
  boxes: 'Its boxes and their wiring',
  claim: 'Claim a box',
} as const;

const STATE: Readonly<Record<Exclude<InstallerInvite['state'], 'open'>, string>> = {
  ended: 'Its time is over',
  revoked: 'Revoked',
};

/** How long is left, to the minute in the last hour: 47 hours is said of 47 and a half. */
const left = (ms: number): string =>
  ms >= 3_600_000 ? counted(Math.floor(ms / 3_600_000), 'hour', 'hours') : span(ms);

export const installerWords = {
  sent: (email: string): string => `The invite is on its way to ${email}.`,
  state: (state: InstallerInvite['state'], leftMs: number): string =>
    state === 'open' && leftMs > 0 ? `Ends in ${left(leftMs)}` : STATE[state === 'open' ? 'ended' : state],
  invited: (ago: string, by: string): string => `Invited ${ago} by ${by}`,
  again: (name: string, isOpen: boolean): string => (isOpen ? `Send it to ${name} again` : `Invite ${name} again`),
  revoke: (name: string): string => `Revoke the invite of ${name}`,
  ends: (leftMs: number): string => `Your invite ends by itself in ${left(Math.max(0, leftMs))}.`,
} as const;
