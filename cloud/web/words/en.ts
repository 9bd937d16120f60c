import type { DoorState, ListedSession } from '../client/platform-api.gen.ts';
import type { SeenDoor } from '../ops/doors/seen-door.ts';
import { counted, span } from './counting.ts';

const PRESENCE: Readonly<Record<DoorState['presence'], string>> = {
  online: 'Online',
  unreachable: 'The lock board does not answer',
  stale: 'Not heard of any more',
  gone: 'Its box is offline',
  never_seen: 'Its box has never called',
  without_box: 'No box drives this door',
};

const EVIDENCE: Readonly<Record<DoorState['evidence'], string>> = {
  'lock-sense': 'A sensor in the lock sees it move',
  'relay-contact': 'The relay is seen to switch, not the lock',
  'command-only': 'Nothing sees this lock move',
};

const SIGNED_IN_BY: Readonly<Record<ListedSession['signedInBy'], string>> = {
  code: 'with a code',
  passkey: 'with a passkey',
  link: 'with a link from the machine',
  pin: 'with a PIN at a desk',
  organisation: 'at an organisation',
};

interface Why {
  readonly by: string | null;
  readonly reason: string | null;
}
/** `Locked down by Kim: the reason`, as far as it is known. */
const bySomebody = (what: string, { by, reason }: Why): string =>
  `${what}${by === null ? '' : ` by ${by}`}${reason === null || reason === '' ? '' : `: ${reason}`}`;

export const words = {
  request: 'Request',
  presence: (presence: DoorState['presence']): string => PRESENCE[presence],
  heard: (presence: DoorState['presence'], ago: string): string => `${PRESENCE[presence]}, heard ${ago}`,
  evidence: (evidence: DoorState['evidence']): string => EVIDENCE[evidence],
  ago: (ms: number): string => (ms < 1_500 ? 'just now' : `${span(ms)} ago`),
  old: (ms: number, away: boolean): string =>
    `What you see is ${span(ms)} old. ${away ? 'The cloud does not answer.' : 'Waiting for newer word.'}`,
  asSeen: (state: string, ms: number): string => `${state}, as seen ${words.ago(ms)}`,
  lookingUp: (what: string): string => `Looking up ${what}…`,
  refusal: (message: string, requestId: string | undefined): string =>
    `${message || 'That did not work.'}${requestId === undefined ? '' : ` (request ${requestId})`}`,
  codeWrong: (triesLeft: number): string => `That is not the code. ${counted(triesLeft, 'more try', 'more tries')}.`,
  codeSent: (email: string): string => `Sent to ${email}, if somebody here has that address. It lasts ten minutes.`,
  pagesOf: (name: string): string => `Pages of ${name}`,
  stateOf: (name: string): string => `State of ${name}`,
  tab: (label: string, n: number): string => (n === 0 ? label : `${label} (${n})`),
  lockdowns: (n: number): string => counted(n, 'lockdown', 'lockdowns'),
  boxesOnline: (online: number, total: number): string => `${online} of ${counted(total, 'box', 'boxes')} online`,
  doorsOpen: (n: number): string => `${counted(n, 'door', 'doors')} open`,
  doors: (n: number): string => counted(n, 'door', 'doors'),
  doorsOnline: (online: number, total: number): string =>
    online === total ? `All ${counted(total, 'door', 'doors')} online` : `${online} of ${total} doors online`,
  alarms: (n: number): string => counted(n, 'alarm', 'alarms'),
  warnings: (n: number): string => counted(n, 'open warning', 'open warnings'),
  enforces: (enforces: SeenDoor['enforces']): string => {
    if (enforces === null) return 'No access rules yet: nobody gets in by card or code';
    const { revision, of, ageSeconds } = enforces;
    const age = ageSeconds === undefined ? '' : `, as of ${span(ageSeconds * 1_000)} ago`;
    return of === null || revision >= of
      ? `Enforces the newest rules${age}`
      : `Enforces rules ${revision} of ${of}${age}`;
  },
  maintenance: ({ mode, by, reason }: DoorState['maintenance']): string =>
    mode === 'force-open' ? bySomebody('Held open', { by, reason }) : words.keptClosed({ by, reason }),
  keptClosed: (why: Why): string => bySomebody('Kept closed', why),
  lockedDown: (why: Why): string => bySomebody('Locked down', why),
  lockFault: 'The lock has a fault',
  heldOpen: (door: string, leftMs: number | undefined): string =>
    `${door} is held open${leftMs === undefined ? '' : ` for ${span(leftMs)} more`}.`,
  moreHeldOpen: (n: number): string => `So ${n === 1 ? 'is' : 'are'} ${counted(n, 'more door', 'more doors')}.`,
  nobodyBlocked: 'People can get in at every door that can be seen from here.',
  blocked: (n: number): string => `People cannot get in at ${counted(n, 'door', 'doors')}`,
  unseen: (n: number): string =>
    `${counted(n, 'other door is', 'other doors are')} not heard of: nobody can tell from here.`,
  lookedInto: (looked: number, total: number): string =>
    `Looked at the doors of ${looked} of your ${total} facilities.`,
  unlock: (door: string): string => `Unlock ${door}`,
  viewTooOld: (ms: number | undefined): string =>
    ms === undefined
      ? 'Waiting for word of this door.'
      : `This view is ${span(ms)} old. Waiting for newer word of the door.`,
  signedIn: (by: ListedSession['signedInBy'], ago: string): string => `Signed in ${ago} ${SIGNED_IN_BY[by]}`,
  lastSeen: (ago: string): string => `last seen ${ago}`,
  added: (ago: string): string => `Added ${ago}`,
  lastUsed: (ago: string | undefined): string => (ago === undefined ? 'never used' : `last used ${ago}`),
  endSession: (browser: string): string => `Sign out ${browser}`,
  deletePasskey: (label: string): string => `Delete ${label}`,
  foundPlaces: (n: number, more: boolean): string =>
    n === 0
      ? 'Nothing here fits these words.'
      : `${counted(n, 'place', 'places')} to go${more ? ', and more: type on' : ''}.`,
} as const;
