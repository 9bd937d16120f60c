import { z } from 'zod';
import { type Invocation, readInvocation } from '../../cli-arguments.ts';
import { SimulatorRefusal } from '../../control/client.ts';
import type { Outcome } from '../../world/door.ts';
import type { SiteEvent } from '../../world/site.ts';
import { differences, Expected } from '../expected.ts';
import { type Building, type Stage, StepFailure, throughout, until } from '../stage.ts';
import { type StepKind, stepKind } from '../step.ts';
import { describeDuration, Pattern, Time } from '../words.ts';

const DEFAULT_WITHIN = '5 s';
const within = Time.prefault(DEFAULT_WITHIN);

/** The words of `sim`, told apart before anything runs: quotes hold words with spaces together. */
const Words = z
  .string()
  .min(1)
  .max(3_000)
  .transform((text, context): Invocation => {
    const words = (text.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^"(.*)"$/, '$1'));
    const invocation = readInvocation(words, () => {
      throw new Error('a scenario reads no other files');
    });
    if (typeof invocation !== 'string') return invocation;
    context.addIssue({ code: 'custom', message: invocation });
    return z.NEVER;
  });

const invoke = (building: Building, { command, name, body }: Invocation): Promise<Outcome> =>
  command.target === 'site' ? building.site(command.name, body) : building[command.target](name, command.name, body);

const doStep = stepKind({
  verb: 'do',
  schema: z.strictObject({ do: Words, says: Pattern.optional(), done: z.boolean().default(true) }),
  needsGym: false,
  help: 'Any command of the simulator, in the words of `sim`. `done: false` where the building should refuse; `says` is searched for in the answer.',
  says: ({ do: { command, name } }) => `${command.words} ${name}`.trim(),
  run: async ({ building }, { do: invocation, says, done }) => {
    let outcome: Outcome;
    try {
      outcome = await invoke(building, invocation);
    } catch (error) {
      if (error instanceof SimulatorRefusal) throw new StepFailure(error.message);
      throw error;
    }
    if (outcome.done !== done) throw new StepFailure(`${done ? 'not done' : 'done all the same'}: ${outcome.message}`);
    if (says !== undefined && !new RegExp(says).test(outcome.message))
      throw new StepFailure(`the answer is "${outcome.message}", without ${says}`);
  },
});

const wrongState = async ({ building }: Stage, expected: Expected) => differences(await building.state(), expected)[0];

const expectStep = stepKind({
  verb: 'expect',
  schema: z.strictObject({ expect: Expected, within }),
  needsGym: false,
  help: 'What the state of the building comes to be, by path, within a time.',
  says: ({ expect }) => Object.keys(expect).join(', '),
  run: (stage, step) => until(stage, step.within, () => wrongState(stage, step.expect)),
});

const staysStep = stepKind({
  verb: 'stays',
  schema: z.strictObject({ stays: Expected, for: Time }),
  needsGym: false,
  help: 'What the state of the building is, and remains for the whole time.',
  says: ({ stays, for: during }) => `${Object.keys(stays).join(', ')} for ${describeDuration(during)}`,
  run: (stage, step) => throughout(stage, step.for, () => wrongState(stage, step.stays)),
});

/** Of what happens, that which is of no part with a name. */
const SPEAKERS: readonly string[] = ['site', 'machine', 'chaos', 'replay'];

/** Which happenings are meant: where (a door, a bus, `site`), of which part, and how they read. */
const Happening = z
  .strictObject({ at: z.string().max(60), part: z.string().max(60), text: Pattern })
  .partial()
  .refine((one) => Object.keys(one).length > 0, 'must name at, part or text');
type Happening = z.infer<typeof Happening>;

const fits = ({ at, part, text }: Happening, event: SiteEvent): boolean =>
  (at === undefined || event.where === at) &&
  (part === undefined || event.part === part) &&
  (text === undefined || new RegExp(text).test(event.text));
const inShort = ({ at, part, text }: Happening): string =>
  [at, part, text].filter((one) => one !== undefined).join(' / ');
const found = async ({ happenings, since }: Stage, wanted: Happening): Promise<readonly SiteEvent[]> =>
  (await happenings.since(since.happening)).filter((event) => fits(wanted, event));
/** What did happen there instead: the last few, so that a failure explains itself. */
const instead = async ({ happenings, since }: Stage, { at }: Happening): Promise<string> => {
  const all = (await happenings.since(since.happening)).filter(({ where }) => at === undefined || where === at);
  return all.length === 0
    ? 'nothing happened'
    : all
        .slice(-5)
        .map(({ where, text }) => `${where}: ${text}`)
        .join('; ');
};

const happensStep = stepKind({
  verb: 'happens',
  schema: z.strictObject({ happens: Happening, within, times: z.int().min(1).max(1_000).optional() }),
  needsGym: false,
  help: 'Something happens in the building (since the last `since`), or has: once at least, or `times` times.',
  says: ({ happens, times }) => `${inShort(happens)}${times === undefined ? '' : `, ${times} times`}`,
  run: async (stage, step) => {
    const { times } = step;
    await until(stage, step.within, async () => {
      const count = (await found(stage, step.happens)).length;
      if (count >= (times ?? 1)) return undefined;
      return `it happened ${count} times (${await instead(stage, step.happens)})`;
    });
    const count = (await found(stage, step.happens)).length;
    if (times !== undefined && count > times) throw new StepFailure(`it happened ${count} times, not ${times}`);
  },
});

/** Where nothing is, nothing ever happens: such a step could not fail. */
const refuseUnknownPlace = async ({ building }: Stage, { at }: Happening): Promise<void> => {
  if (at === undefined || SPEAKERS.includes(at)) return;
  const { doors, boards, buses, controllers, readers } = await building.state();
  const names = [...doors, ...boards, ...buses, ...controllers, ...readers].map(({ name }) => name);
  if (!names.includes(at)) throw new StepFailure(`there is no "${at}" among ${[...names, ...SPEAKERS].join(', ')}`);
};

const neverStep = stepKind({
  verb: 'never',
  schema: z.strictObject({ never: Happening, for: Time.prefault('0 s') }),
  needsGym: false,
  help: 'Something has not happened since the last `since`, and does not for the time given.',
  says: ({ never }) => inShort(never),
  run: async (stage, step) => {
    await refuseUnknownPlace(stage, step.never);
    await throughout(stage, step.for, async () => {
      const [first] = await found(stage, step.never);
      return first === undefined ? undefined : `it happened: ${first.where}: ${first.text}`;
    });
  },
});

const waitStep = stepKind({
  verb: 'wait',
  schema: z.strictObject({ wait: Time }),
  needsGym: false,
  help: 'Let time pass, where there is nothing to see.',
  says: ({ wait }) => describeDuration(wait),
  run: (stage, { wait }) => throughout(stage, wait, async () => undefined),
});

const sinceStep = stepKind({
  verb: 'since',
  schema: z.strictObject({ since: z.string().min(1).max(120) }),
  needsGym: false,
  help: 'From here on count what happens and which facts are stated; the words are for the reader.',
  says: ({ since }) => since,
  run: async (stage) => {
    const fact = (await stage.gym?.facts())?.at(-1);
    stage.since = { happening: await stage.happenings.now(), fact };
  },
});

export const BUILDING_STEPS: readonly StepKind[] = [
  doStep,
  expectStep,
  staysStep,
  happensStep,
  neverStep,
  waitStep,
  sinceStep,
];
