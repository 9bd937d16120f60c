import type { WalkTest } from '../client/platform-api.gen.ts';
import { counted } from './counting.ts';

export type WalkStep = WalkTest['doors'][number]['steps'][number];
type StepName = WalkStep['step'];

/** What stands on the pages of walk tests as it is. */
export const walkLabels = {
  title: 'Walk test',
  looking: 'the walk test',
  why: 'Go to each door and try it. What its box sees is written down as seen by the box; what no input sees, you say.',
  begin: 'Begin a walk test',
  goOn: 'Go on with the walk test',
  beginning: 'Beginning…',
  none: 'Nobody has tried these doors yet',
  noneMore: 'After a claim and after every change of wiring, each door is tried once.',
  earlier: 'Earlier walk tests',
  end: 'End the walk test',
  endMore: 'It stays on record as it is. What was not tried stays so.',
  ended: 'The walk test has ended',
  waiting: 'Waiting for word of the box…',
  saw: 'I have seen it',
  failed: 'It did not happen',
  leaveOut: 'Leave it out',
  again: 'Try it again',
  lookAt: 'What to look at',
  open: 'Not tried yet',
  leftOut: 'Left out',
  didNot: 'Did not happen',
  toTest: 'Try each door',
  toBox: 'Back to the box',
  notTested: 'What is set up now was not tested',
  allDone: 'Every step at this door is done',
} as const;

const STEP: Readonly<Record<StepName, string>> = {
  unlock: 'The lock unlocks',
  open: 'The door opens',
  held_open: 'It is noticed that the door stands open',
  close: 'The door is shut again',
  rex: 'The button lets people out',
};

const HOW: Readonly<Record<StepName, { readonly box: string; readonly person: string }>> = {
  unlock: {
    box: 'Stand at the door and unlock it here. The sensor in its lock has to see it move.',
    person: 'Stand at the door and unlock it here. No input sees this lock: watch it move.',
  },
  open: {
    box: 'Open this door. Its own contact has to tell of it: if another one does, two are swapped.',
    person: 'Open this door while it is unlocked. It has no contact: say what you see.',
  },
  held_open: {
    box: 'Hold it open for as long as it is set to, half a minute where nobody has changed that.',
    person: 'Hold it open.',
  },
  close: {
    box: 'Shut it. Its contact has to tell of it.',
    person: 'Shut it, wait until it has locked, and pull: it must not open.',
  },
  rex: {
    box: 'Press the button inside. The way out has to open, whatever else is so.',
    person: 'Press the button inside.',
  },
};

const LOOK_AT: Readonly<Record<StepName, readonly string[]>> = {
  unlock: [
    'Did another door move? Then two relays are swapped: correct the relay of both.',
    'Did this lock move, and the box did not see it? Look at the input of the lock’s own contact, and which way round it is.',
    'Did nothing move? Look at the power of the lock, its fuse, the screws at the relay, and whether the board answers.',
    'Was it unlocked before and locked then? What the relay means while it is energised is the wrong way round.',
  ],
  open: [
    'Look at the contact and its magnet: a gap of more than a centimetre is too much for most.',
    'Does the box say “closed” while it is open? What an active input says is the wrong way round.',
    'Did another door tell of it? Two contacts are swapped.',
  ],
  held_open: [
    'The contact has to say “open” all the while: look at the picture of the door above.',
    'It takes as long as the door is set to: look up its time, and wait a little longer.',
  ],
  close: [
    'Does it fall shut by itself, and into its lock? Look at the closer and the strike.',
    'Look at the contact and its magnet: shut, they have to be side by side.',
  ],
  rex: [
    'Nobody may be locked in: until this works, keep the door from locking.',
    'Look at the button’s two wires, and whether it closes or opens its circuit when it is pressed.',
    'A magnet has to be released by the button itself, in its supply: the box only hears of it.',
  ],
};

const RESULT: Readonly<Record<WalkTest['result'], string>> = {
  under_way: 'Under way',
  passed: 'Passed',
  failed: 'Failed',
  incomplete: 'Not finished',
};

/** What is read aloud. */
const OUTCOME = { seen: 'seen', failed: 'did not happen', skipped: 'left out' } as const;

export const walkWords = {
  step: (step: StepName): string => STEP[step],
  how: ({ step, seenBy }: Pick<WalkStep, 'step' | 'seenBy'>): string => HOW[step][seenBy],
  lookAt: (step: StepName): readonly string[] => LOOK_AT[step],
  result: (result: WalkTest['result']): string => RESULT[result],
  headline: (result: WalkTest['result'], version: number, ago: string, by: string): string =>
    `${RESULT[result]}, version ${version}, begun ${ago} by ${by}`,
  seen: (step: WalkStep, at: string): string =>
    step.seenBy === 'box' ? `Seen by the box, ${at}` : `Seen by ${step.notedBy?.name ?? 'somebody'}, ${at}`,
  noted: (what: string, by: string | null, at: string): string => `${what}, says ${by ?? 'somebody'}, ${at}`,
  announced: (step: StepName, outcome: 'seen' | 'failed' | 'skipped'): string => `${STEP[step]}: ${OUTCOME[outcome]}.`,
  ofDoor: (done: number, total: number): string =>
    done === total
      ? `All ${counted(total, 'step', 'steps')} seen`
      : `${done} of ${counted(total, 'step', 'steps')} seen`,
  newer: (version: number): string => `Version ${version} is set up now, and nobody has tried it.`,
} as const;
