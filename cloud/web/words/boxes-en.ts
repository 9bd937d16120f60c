import type { BoxJournal, DoorController, DoorControllerConfiguration } from '../client/platform-api.gen.ts';
import { counted, listed } from './counting.ts';

/** What stands on the pages of boxes and of their claim as it is. */
export const boxLabels = {
  title: 'Boxes',
  one: 'Box',
  looking: 'the boxes',
  lookingAtOne: 'the box',
  none: 'No boxes yet',
  noneMore: 'A box shows a code on its panel as long as nobody has claimed it. Claim it here, and give it doors.',
  claim: 'Claim a box',
  panelStaff: 'Who may sign in at their panels',
  online: 'Online',
  offline: 'Offline',
  health: 'How it does',
  heard: 'Heard',
  neverHeard: 'Never heard of',
  software: 'Software',
  notKnown: 'Not known: it has not said',
  clock: 'Clock',
  clockTrusted: 'Knows what time it is',
  clockDoubtful: 'Does not trust its own clock',
  setUp: 'Set-up',
  rules: 'Rules',
  noRules: 'No access rules yet: nobody gets in by card or code',
  journal: 'Journal',
  lookingAtJournal: 'its journal',
  noJournal: 'Nothing has come yet',
  stored: 'Everything that it wrote down is stored',
  fingerprint: 'Fingerprint',
  id: 'Id',
  location: 'Location',
  serialNumber: 'Serial number',
  doors: 'Its doors',
  noDoors: 'It drives no doors',
  noDoorsMore: 'Give it doors where devices are managed; it takes them within seconds.',
  wrong: 'What is not as it should be',
  history: 'Changes',
  noHistory: 'Nothing was changed yet',
  ofBox: 'The box itself',
  somebody: 'Somebody who is not known any more',
  decommissioned: 'This box was decommissioned',
  decommissionedMore: 'No token, no command and no session of it counts any more.',
  elsewhere: 'This box is at another gym',
  elsewhereMore: 'It was moved. See it there:',
  end: 'Decommission this box',
  endMore:
    'Its session, its tokens and every command end at once, and no box drives its doors. It cannot be claimed again before it was reset.',
  move: 'Move it to another gym',
  moveMore: 'For a box that was claimed to the wrong gym, or hangs elsewhere now.',
  moveFirst: 'A box that drives doors does not move. Take its doors from it first.',
  moving: 'Waiting until the box has let go of everything here…',
} as const;

export const claimLabels = {
  title: 'Claim a box',
  more: 'A box shows a code on its panel as long as nobody has claimed it.',
  code: 'Code on the panel of the box',
  codeHint: 'Eight characters, such as 7K3M-9QXT. A new one comes every ten minutes.',
  codeWrong: 'That is no such code: eight characters, without I, L, O and U.',
  next: 'Go on',
  scan: 'Scan the code',
  scanning: 'Hold the code on the panel before the camera',
  stopScanning: 'Stop the camera',
  noCamera: 'The camera cannot be used here. Type the code.',
  otherCode: 'Another code',
  gym: 'Which gym is it in?',
  findGym: 'Find a gym by its name',
  lookingAtGyms: 'your gyms',
  noGym: 'No gym fits these words',
  noGymMore: 'You see the gyms where you work.',
  lookingAtBox: 'which box shows this code',
  gone: 'No box shows this code',
  goneMore: 'A code lasts for ten minutes. Read the one that the panel shows now.',
  compare: 'Compare before you claim it',
  compareMore:
    'The panel of the box shows this fingerprint, too. If it shows another one, this is another box: do not claim it.',
  gymName: 'Gym',
  address: 'Address',
  noAddress: 'Nobody has said. Make sure that it is this gym.',
  timeThere: 'Time there',
  same: 'The panel shows the same fingerprint',
  sameMissing: 'Compare the fingerprint with the panel of the box first.',
  name: 'What people call the box',
  nameHint: 'Such as “Behind reception”. It may stay empty.',
  doors: 'Doors that it drives from now on',
  doorsMore: 'Those that no box drives yet. More can be given later.',
  lookingAtDoors: 'the doors without a box',
  claiming: 'Claiming…',
  claimed: 'The box is claimed',
  claimedMore: 'It connects within seconds.',
  toBox: 'See how it does',
  toWalkTest: 'Go to each of its doors and try it',
  wrongGym: 'Wrong gym?',
  wrongGymMore:
    'The box goes to the gym that you choose, without doors. What it was given here is taken from it first.',
} as const;

type Journal = Pick<BoxJournal, 'missing' | 'lost' | 'storedThrough'>;

const numbersIn = (ranges: readonly { readonly from: number; readonly to: number }[]): number =>
  ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);

const CHANGED: Readonly<Record<DoorControllerConfiguration['history'][number]['changes'][number]['change'], string>> = {
  added: 'added',
  changed: 'changed',
  removed: 'taken away',
};

export const boxWords = {
  name: ({ name, uuid }: Pick<DoorController, 'name' | 'uuid'>): string => name ?? `Box ${uuid.slice(0, 8)}`,
  doors: (n: number): string => (n === 0 ? 'No doors' : counted(n, 'door', 'doors')),
  heard: (online: boolean, ago: string): string => `${online ? 'Online' : 'Offline'}, heard ${ago}`,
  runs: (version: string, offered: string | null): string =>
    offered === null || offered === version ? `Version ${version}` : `Version ${version}; ${offered} is offered to it`,
  follows: (applied: number | null, wanted: number): string => {
    if (wanted === 0) return 'Nothing was set up yet';
    if (applied === null) return `Has not said what it follows; version ${wanted} is wanted`;
    return applied >= wanted
      ? `Follows the newest version, ${wanted}`
      : `Follows version ${applied}, ${wanted} is wanted`;
  },
  missing: ({ missing }: Journal, ago: string): string =>
    `${counted(numbersIn(missing), 'entry', 'entries')} missing since ${ago}: asked for again and again`,
  lost: ({ lost }: Journal): string =>
    `${counted(numbersIn(lost), 'entry is', 'entries are')} lost for good: neither the box nor the cloud has them`,
  storedThrough: ({ storedThrough }: Journal): string => `Stored up to number ${storedThrough}`,
  earlierJournals: (n: number): string => counted(n, 'earlier journal', 'earlier journals'),
  changed: (name: string, change: keyof typeof CHANGED, fields: readonly string[]): string =>
    `${name} ${CHANGED[change]}${fields.length === 0 ? '' : `: ${listed(fields)}`}`,
  version: (version: number, by: string, at: string): string => `Version ${version} · ${by} · ${at}`,
  restored: (from: number): string => `Version ${from} again`,
  moveTo: (gym: string): string => `Move the box to ${gym}`,
  claimTo: (gym: string): string => `Claim it to ${gym}`,
  claimedTo: (gym: string): string => `It belongs to ${gym} now`,
} as const;
