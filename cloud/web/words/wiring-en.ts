import type { DoorControllerConfiguration, DoorSetting } from '../client/platform-api.gen.ts';
import { counted } from './counting.ts';

type Standing = DoorControllerConfiguration['wiring'];
type Point = DoorSetting['relay'];
type Rule = DoorSetting['acknowledged'][number];

/** What stands on the page of the wiring of a box as it is. */
export const wiringLabels = {
  title: 'Wiring',
  looking: 'the wiring',
  why: 'Which relay moves which lock, and what sees it. A change counts once somebody signed in at the panel of the box has confirmed it there; names and times count at once.',
  toBox: 'Back to the box',
  toWiring: 'Pins and buses',
  atPanel:
    'Sign in at the panel of the box, read there what differs, and confirm it. Until then its doors go on as they were confirmed last.',
  rejectedMore:
    'Its doors go on as they were confirmed last. Change it, restore a version, or confirm it at the panel after all.',
  notAskedMore:
    'Its agent is of an earlier release, or has not been heard yet: it takes every change at once. Be at the doors.',
  notArrived: 'The box has not said yet that it has it.',
  strips: 'Terminals',
  noBoards: 'The box has no board that is known here, and no door is wired',
  noBoardsMore: 'Its own configuration names its buses. It tells of them once it is online.',
  columns: ['Terminal', 'Door', 'What it is', 'What is wrong'],
  tableOf: 'Every wire, as a table',
  relays: 'Relays',
  inputs: 'Inputs',
  edit: 'Change the wiring',
  noDoors: 'No door to wire',
  noDoorsMore: 'Add the first one.',
  addDoor: 'Add a door',
  noBuses: 'The box has not told of its buses yet',
  doorName: 'What people call the door',
  doorNameMissing: 'Give the door a name.',
  removeDoorMore:
    'Nobody is offered it any more. Its box lets it go, with its lock at rest, once somebody at the panel has confirmed that, or at once within ten minutes of the claim; until then its exits stay free.',
  draft: 'What you are about to change',
  noDraft: 'Nothing is changed yet. What you change here is kept until you send it or take it back.',
  send: 'Send to the box',
  sending: 'Sending…',
  drop: 'Take it all back',
  sent: 'Sent. It waits at the panel of the box.',
  sentAtOnce: 'Sent. The box takes it at once: go to its doors and try them.',
  sentNothing: 'Saved. Nothing of it waits.',
  outdated: 'Somebody else has changed the box meanwhile',
  outdatedMore: 'Your draft is kept. Look at the wiring as it is now, then go on with it.',
  goOn: 'Go on with my draft',
  managerOnly: 'Who manages the gym changes the wiring, and who is invited to install its doors.',
  versions: 'Versions',
  noVersions: 'Nothing was changed yet',
  compare: 'How it differs from what is wanted now',
  lookingAtVersion: 'the version',
  same: 'It wires the doors as they are wanted now',
  restoreMore:
    'The box and its doors are wanted again as that version says: names, times and wiring. The wiring waits at the panel like any other.',
  restoreAtOnce:
    'The box and its doors are as that version says, at once: its agent asks nobody. Be at the doors, and try them.',
  removeDoorAtOnce:
    'Nobody is offered it any more, and its box lets it go at once: its exit button and fire input with it. Be at the door.',
  none: 'none',
  is: 'becomes',
  lock: 'Lock',
  relay: 'Relay',
  polarity: 'Power on the relay',
  evidence: 'What sees the lock',
  rex: 'Exit button',
  fire: 'Fire alarm',
  contact: 'Door contact',
  keySwitch: 'Key switch',
  answers: 'Staff answer for',
  bus: 'Bus',
  unit: 'Board',
  channel: 'Channel',
  activeMeans: 'Active means',
  keyMode: 'Turned, it sets',
  nothing: 'Nothing',
  there: 'There is one',
} as const;

const PROFILE: Readonly<Record<DoorSetting['profile'], string>> = {
  latch: 'A strike or latch',
  magnet: 'A magnet, which holds while it is not released',
  gate: 'A gate that closes by itself',
  turnstile: 'A turnstile, one person for each release',
};
const ENERGISED: Readonly<Record<DoorSetting['relayEnergisedMeans'], string>> = {
  unlocked: 'Unlocks: without power the relay says locked',
  locked: 'Locks: without power the relay says unlocked',
};
const EVIDENCE: Readonly<Record<DoorSetting['evidence']['kind'], string>> = {
  'lock-sense': 'The lock’s own contact',
  'relay-contact': 'A second contact of the relay',
  'command-only': 'Nothing: no unlock is confirmed',
};
const RULE: Readonly<Record<Rule, string>> = {
  input_shared: 'an input is shared on purpose',
  magnet_without_exit: 'hardware lets people out, not an exit button of this box',
  magnet_without_fire: 'hardware releases it on fire, not an input of this box',
};
const PART = {
  relay: wiringLabels.relay,
  evidence: wiringLabels.evidence,
  rex: wiringLabels.rex,
  fire: wiringLabels.fire,
  contact: wiringLabels.contact,
  keySwitch: wiringLabels.keySwitch,
} as const;
/** As it fits on a terminal. */
const SHORT_PART: Readonly<Record<keyof typeof PART, string>> = {
  relay: 'Lock',
  evidence: 'Lock sense',
  rex: 'Exit',
  fire: 'Fire',
  contact: 'Contact',
  keySwitch: 'Key',
};
const MEANS = {
  unlocked: 'unlocked',
  locked: 'locked',
  open: 'open',
  closed: 'closed',
  pressed: 'pressed',
  released: 'let go',
  alarm: 'alarm',
  normal: 'no alarm',
  turned: 'turned',
  home: 'turned back',
} as const;
const MODE = { 'force-open': 'held open', 'force-closed': 'kept closed' } as const;

const SENT = {
  at_the_panel: wiringLabels.sent,
  not_asked: wiringLabels.sentAtOnce,
  not_needed: wiringLabels.sentNothing,
} as const;

export const wiringWords = {
  sent: (confirmation: keyof typeof SENT): string => SENT[confirmation],
  doorAdded: (name: string): string => `${name} is added.`,
  removeDoor: (name: string): string => `Remove ${name}`,
  doorRemoved: (name: string): string => `${name} is removed.`,
  profile: (profile: DoorSetting['profile']): string => PROFILE[profile],
  energised: (means: DoorSetting['relayEnergisedMeans']): string => ENERGISED[means],
  evidence: (kind: DoorSetting['evidence']['kind']): string => EVIDENCE[kind],
  rule: (rule: Rule): string => RULE[rule],
  part: (part: keyof typeof PART): string => PART[part],
  shortPart: (part: keyof typeof PART): string => SHORT_PART[part],
  means: (state: keyof typeof MEANS): string => MEANS[state],
  mode: (mode: keyof typeof MODE): string => MODE[mode],
  place: ({ bus, unit, channel }: Point): string => `${bus}, board ${unit}, channel ${channel}`,
  active: (place: string, state: keyof typeof MEANS): string => `${place}, active means ${MEANS[state]}`,
  seenBy: (kind: DoorSetting['evidence']['kind'], at: string): string => `${EVIDENCE[kind]} (${at})`,
  sets: (at: string, mode: keyof typeof MODE): string => `${at}; turned, the door is ${MODE[mode]}`,
  terminal: (bus: string, unit: number, kind: 'relay' | 'input', channel: number): string =>
    `${bus}, board ${unit}, ${kind} ${channel}`,
  board: (bus: string, unit: number): string => `Board ${unit} on ${bus}`,
  strip: (bus: string, unit: number, used: number, problems: number): string =>
    `Board ${unit} on ${bus}: ${counted(used, 'terminal is used', 'terminals are used')}${problems === 0 ? '' : `, ${counted(problems, 'is in conflict', 'are in conflict')}`}`,
  state: ({ state, decided }: Standing, since: string, at: string): string => {
    if (state === 'waiting') return `Waiting for confirmation at the panel${since === '' ? '' : ` since ${since}`}`;
    if (state === 'rejected')
      return `Rejected at the panel by ${decided?.by ?? 'somebody'}${at === '' ? '' : `, ${at}`}`;
    if (state === 'not_asked') return 'The box asks nobody';
    return decided === null ? 'Confirmed' : `Confirmed at the panel by ${decided.by}, ${at}`;
  },
  was: (text: string): string => `was ${text}`,
  changed: (name: string, change: 'added' | 'changed' | 'removed'): string =>
    change === 'changed' ? name : `${name}: ${change === 'added' ? 'comes to this box' : 'is taken from this box'}`,
  editDoor: (name: string, changed: boolean): string => `${name}${changed ? ' · changed' : ''}`,
  version: (version: number, by: string, at: string): string => `Version ${version} · ${by} · ${at}`,
  restore: (version: number): string => `Restore version ${version}`,
  problems: (n: number): string => `${counted(n, 'thing is', 'things are')} wrong with it`,
  answerFor: (rule: Rule): string => `I answer for it: ${RULE[rule]}`,
} as const;
