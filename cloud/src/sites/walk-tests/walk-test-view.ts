import { isoOf, isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { BY_SAM, By, knownActors } from '../../platform/users/actor-surface.ts';
import { STEPS, type Step } from './walk-steps.ts';
import type { WalkTest, WalkTestsService } from './walk-tests.service.ts';

const StepView = z.object({
  step: z
    .enum(STEPS)
    .describe(
      '`unlock`: the lock is seen unlocked. `open`: the door opens. `held_open`: it is told that it stands open too long. `close`: it is shut again. `rex`: the button that lets people out is seen pressed.',
    ),
  seenBy: z
    .enum(['box', 'person'])
    .describe('Who can see it: the box by its inputs, or, where none of them can, whoever stands there.'),
  outcome: z.enum(['open', 'seen', 'failed', 'skipped']).describe('`open`: not tried yet.'),
  notedAt: z.iso.datetime().nullable().describe('When it was noted (UTC); null: it was not yet.'),
  notedBy: By.nullable().describe('Who noted it; null: nobody yet.'),
  shownBy: z
    .object({ epoch: z.uuid(), seq: z.int().describe('Its number in the box’s journal.') })
    .nullable()
    .describe('The entry of the box’s journal that shows it; null where a person saw it, or nobody did.'),
  note: z.string().nullable().describe('What somebody wrote of it; null: nothing.'),
  shown: z
    .boolean()
    .describe('Whether the box has told of it since, at the door that was asked for: it may be noted as seen.'),
});

export const WalkTestView = z
  .object({
    walkTestId: z.string().describe('The walk test: `wlk_` and 16 characters.'),
    boxId: z.uuid().describe('The box whose doors are tried.'),
    configurationVersion: z.int().describe('The version of what the box should drive, when the test began.'),
    begunAt: z.iso.datetime().describe('When it began (UTC).'),
    begunBy: By.describe('Who began it.'),
    endedAt: z.iso.datetime().nullable().describe('When it ended (UTC); null: it is under way.'),
    endedBy: By.nullable().describe('Who ended it; null: it is under way.'),
    result: z
      .enum(['under_way', 'passed', 'failed', 'incomplete'])
      .describe('`failed`: a step failed. `incomplete`: none did, but some were left out or not tried.'),
    doors: z
      .array(z.object({ doorId: z.string(), name: z.string(), steps: z.array(StepView).describe('In their order.') }))
      .describe('The doors that the box drove when the test began, and how they were called.'),
  })
  .meta({ id: 'WalkTest' });
type View = z.input<typeof WalkTestView>;

export const A_WALK_TEST: View = {
  walkTestId: 'wlk_0123456789abcdef',
  boxId: '5f0c1d8e-7a52-4c7e-9f2b-0d9f6a1f7c11',
  configurationVersion: 4,
  begunAt: '2026-01-01T09:30:00.000Z',
  begunBy: BY_SAM,
  endedAt: null,
  endedBy: null,
  result: 'under_way',
  doors: [
    {
      doorId: 'door_0123456789abcdef',
      name: 'Front door',
      steps: [
        {
          step: 'unlock',
          seenBy: 'box',
          outcome: 'seen',
          notedAt: '2026-01-01T09:31:00.000Z',
          notedBy: BY_SAM,
          shownBy: { epoch: '0c1d2e3f-0000-4000-8000-000000000002', seq: 4_711 },
          note: null,
          shown: false,
        },
      ],
    },
  ],
};

type Shown = { readonly doorId: string; readonly facts: Awaited<ReturnType<WalkTestsService['shown']>> };

/** Walk tests as they are answered; people are looked up together. */
export const viewsOf = async (tx: Tx, tests: readonly WalkTest[]): Promise<View[]> => {
  const known = await knownActors(tx, tests.flatMap(actorsOf));
  return tests.map((test) => viewOf(test, byOf(known), undefined));
};

/** The same of one. `shown`: what its box has told of one of its doors. */
export const oneView = async (tx: Tx, test: WalkTest, shown?: Shown): Promise<View> =>
  viewOf(test, byOf(await knownActors(tx, actorsOf(test))), shown);

type NameOf = (actor: string) => By;
const byOf =
  (known: Awaited<ReturnType<typeof knownActors>>): NameOf =>
  (actor) => {
    const { kind, id, name } = known(actor);
    return { kind, id, name };
  };
const actorsOf = ({ begun_by, ended_by, steps }: WalkTest): string[] => [
  begun_by,
  ...(ended_by === null ? [] : [ended_by]),
  ...steps.map(({ noted_by }) => noted_by),
];

const viewOf = (test: WalkTest, nameOf: NameOf, shown: Shown | undefined): View => {
  const doors = test.planned.map(({ doorId, name, steps }) => ({
    doorId: doorId as string,
    name,
    steps: steps.map(({ step, seenBy }) => {
      const row = test.steps.find((one) => one.door_id === doorId && one.step === step);
      return { step, seenBy, ...notedOf(row, nameOf), shown: isShown(shown, doorId, step, row?.outcome) };
    }),
  }));
  const outcomes = doors.flatMap(({ steps }) => steps.map(({ outcome }) => outcome));
  return {
    walkTestId: test.id,
    boxId: test.box_id,
    configurationVersion: Number(test.configuration_version),
    begunAt: isoOf(Number(test.begun_at)),
    begunBy: nameOf(test.begun_by),
    endedAt: isoOrNull(test.ended_at === null ? null : Number(test.ended_at)),
    endedBy: test.ended_by === null ? null : nameOf(test.ended_by),
    result: test.ended_at === null ? 'under_way' : resultOf(outcomes),
    doors,
  };
};

const notedOf = (row: WalkTest['steps'][number] | undefined, nameOf: NameOf) => {
  if (row === undefined) return { outcome: 'open' as const, notedAt: null, notedBy: null, shownBy: null, note: null };
  const { outcome, noted_at, noted_by, epoch, seq, note } = row;
  const shownBy = epoch === null || seq === null ? null : { epoch, seq: Number(seq) };
  return { outcome, notedAt: isoOf(Number(noted_at)), notedBy: nameOf(noted_by), shownBy, note };
};

const isShown = (shown: Shown | undefined, doorId: string, step: Step, outcome: string | undefined): boolean =>
  outcome !== 'seen' && shown?.doorId === doorId && shown.facts.has(step);

const resultOf = (outcomes: readonly string[]): View['result'] => {
  if (outcomes.includes('failed')) return 'failed';
  return outcomes.every((outcome) => outcome === 'seen') ? 'passed' : 'incomplete';
};
