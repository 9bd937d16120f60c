import { $, draw, fill, make, setText } from './dom.js';
import { enforces } from './door-words.js';
import { dayAndTime, duration, near } from './times.js';

const LINK = { connected: 'Connected', connecting: 'Not connected, trying', stopped: 'Waiting to be claimed' };
const GB = 1e9;
const FULL_BELOW = 0.05;

const clockWords = ({ clock, between }) =>
  between === null
    ? `${dayAndTime(clock.wallMs)}${clock.trusted ? '' : ', as the cloud says. The clock of this machine is wrong: set it.'}`
    : `Not sure: between ${dayAndTime(between.fromMs)} and ${dayAndTime(between.toMs)}. Doors let in only who may enter at every time between the two.`;
const journalWords = ({ waiting, acknowledged }) =>
  `${acknowledged} facts stored in the cloud, ${waiting === 0 ? 'none waiting' : `${waiting} waiting`}`;
const lossWords = ({ facts, sinceMs, why }) => `${facts} facts could not be written since ${near(sinceMs)} (${why})`;
const diskWords = ({ freeBytes, totalBytes }) =>
  `${(freeBytes / GB).toFixed(1)} GB of ${(totalBytes / GB).toFixed(0)} GB free`;
const rulesWords = (access) =>
  access.staleness === 'none'
    ? 'None yet'
    : `${enforces(access)}${access.stretched ? '. Past their limit: they count for up to 72 hours more, because this box does not know the time' : ''}${access.pulling ? '. Newer ones are on their way' : ''}${access.trouble === null ? '' : ` (${access.trouble})`}`;

const UPDATE = {
  off: 'takes no updates by itself',
  idle: 'up to date',
  checking: 'looks for an update',
  downloading: 'downloads an update',
  waiting: 'an update is ready',
  on_trial: 'an update is on trial',
};
const softwareWords = (version, { state, version: next, waitingFor, trouble, undone }) =>
  [
    `Version ${version}: ${UPDATE[state]}${next === null ? '' : ` (${next})`}`,
    waitingFor.length === 0 ? '' : `waits for ${waitingFor.join(', ')}`,
    undone.length === 0 ? '' : `gone back from ${undone.map((one) => one.version).join(', ')}`,
    trouble ?? '',
  ]
    .filter(Boolean)
    .join('; ');

/** Name, words, and whether somebody should look at it. */
const rowsOf = (state) => {
  const { link, journal, access, disk, version, update } = state;
  const scarce = disk !== null && disk.freeBytes < disk.totalBytes * FULL_BELOW;
  return [
    ['Cloud', `${LINK[link.state]}${link.trouble ? ` (${link.trouble})` : ''}`, link.state !== 'connected'],
    ['Access rules', rulesWords(access), ['stale', 'expired'].includes(access.staleness)],
    ...(access.bans > 0 ? [['Bans', `${access.bans} of this box that the cloud does not have yet`, false]] : []),
    ['Clock', clockWords(state), state.between !== null || !state.clock.trusted],
    ['Journal', journalWords(journal), false],
    ...(journal.writable ? [] : [['Journal', 'It cannot be written: remote unlocks are refused.', true]]),
    ...(journal.lost === null ? [] : [['Lost', lossWords(journal.lost), true]]),
    ...(disk === null ? [] : [['Disk', `${diskWords(disk)}${scarce ? ': nearly full' : ''}`, scarce]]),
    ['Software', softwareWords(version, update), update.trouble !== null],
  ];
};
/** What nobody needs to open a door, and support asks for. */
const supportRowsOf = ({ access, boxId, configRevision }) => [
  ['Access rules', enforces(access)],
  ['Set-up', configRevision === 0 ? 'None yet' : `Revision ${configRevision}`],
  ['Box', boxId],
];

const pill = (text, alarm) =>
  make('li', { className: 'pill', text: `${alarm ? '! ' : ''}${text}`, 'data-tone': alarm ? 'alarm' : 'calm' });
const pillsOf = ({ link, between, access, journal }) => [
  pill(
    link.state === 'connected' ? 'Cloud connected' : link.state === 'stopped' ? 'Not claimed' : 'Cloud away',
    link.state !== 'connected',
  ),
  ...(access.staleness !== 'none'
    ? [pill(`Rules ${access.ageMs === null ? 'here' : `${duration(access.ageMs)} old`}`, access.staleness !== 'fresh')]
    : []),
  ...(between === null ? [] : [pill('Clock not trusted', true)]),
  ...(journal.writable ? [] : [pill('Disk full', true)]),
];

const showClaim = ({ claimCode, claimUrl, claimQr, fingerprint }) => {
  $('claim').hidden = claimCode === null;
  setText($('claim-fingerprint'), fingerprint);
  setText($('claim-code'), claimCode === null ? '' : `${claimCode.slice(0, 4)}-${claimCode.slice(4)}`);
  $('claim-page').hidden = claimUrl === null;
  setText($('claim-url'), claimUrl ?? '');
  if (claimQr === null) {
    $('claim-qr').replaceChildren();
    return;
  }
  const { size, path } = claimQr;
  fill($('claim-qr'), [
    draw('svg', { viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': 'The code to scan' }, [
      draw('path', { d: path }),
    ]),
  ]);
};

/** How the box itself does: link, rules, clock, journal, disk, software, and the code while nobody has claimed it. */
export const showBox = (state) => {
  setText($('facility'), state.facility?.name ?? 'Not claimed yet');
  setText($('who'), `${state.who.name}${state.who.role === 'manager' ? ', manager' : ''}`);
  fill($('pills'), pillsOf(state));
  fill(
    $('box'),
    rowsOf(state).flatMap(([name, text, odd]) => [
      make('dt', { text: name }),
      make('dd', { text: `${odd ? '! ' : ''}${text}`, className: odd ? 'odd' : '' }),
    ]),
  );
  fill(
    $('support'),
    supportRowsOf(state).flatMap(([name, text]) => [make('dt', { text: name }), make('dd', { text })]),
  );
  showClaim(state);
};
