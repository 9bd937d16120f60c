import { ControlError } from '@gatehouse/shared/control/control-client.ts';
import { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { type Duration, Seconds } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import { differences, Expected, valueAt } from '../expected.ts';
import type { Answered, GymFact } from '../gym.ts';
import { gymOf, type Stage, StepFailure, throughout, until } from '../stage.ts';
import { type StepKind, stepKind } from '../step.ts';
import { describeDuration, Time } from '../words.ts';

const within = Time.prefault('5 s');
/** Facts, and what the cloud shows, come with the beacons of the box. */
const withinBeacons = Time.prefault('15 s');
const Name = z.string().min(1).max(60);
const Http = z.int().min(100).max(599);

const check = (
  { http, body }: Answered,
  wanted: { http?: number | undefined; answer?: Expected | undefined },
): void => {
  const told = JSON.stringify(body).slice(0, 300);
  if (wanted.http !== undefined && http !== wanted.http)
    throw new StepFailure(`the answer is ${http}, not ${wanted.http}: ${told}`);
  const [wrong] = wanted.answer === undefined ? [] : differences(body, wanted.answer);
  if (wrong !== undefined) throw new StepFailure(`the answer's ${wrong}: ${told}`);
};

const unlockStep = stepKind({
  verb: 'unlock',
  schema: z
    .strictObject({
      unlock: Name,
      key: z.enum(['live', 'dryrun', 'readOnly']).default('live'),
      idempotencyKey: z.string().min(1).max(120).optional(),
      waitSeconds: z.int().min(1).max(60).optional(),
      body: z.record(z.string(), z.unknown()).optional(),
      http: Http.optional(),
      answer: Expected.optional(),
      as: Name.optional(),
    })
    .refine(
      ({ as, http, answer }) => as === undefined || (http === undefined && answer === undefined),
      'as: its answer is looked at by `answered`',
    ),
  needsGym: true,
  help: 'A partner asks to unlock a door. `body` is sent besides; `http` is 200 unless told; with `as` it is not waited for, see `answered`.',
  says: ({ unlock, http = 200, as }) => (as === undefined ? `${unlock}: ${http}` : `${unlock}, as ${as}`),
  run: async (stage, { unlock: door, as, http = 200, answer, ...ask }) => {
    const asking = gymOf(stage).unlock({ door, ...ask });
    if (as === undefined) return check(await asking, { http, answer });
    stage.asked.set(
      as,
      asking.catch((error: unknown) => (error instanceof Error ? error : new Error(String(error)))),
    );
  },
});

const answeredStep = stepKind({
  verb: 'answered',
  schema: z.strictObject({ answered: Name, http: Http.optional(), answer: Expected.optional() }),
  needsGym: true,
  help: 'What an unlock that was begun with `as` is answered.',
  says: ({ answered, http }) => `${answered}${http === undefined ? '' : `: ${http}`}`,
  run: async ({ asked }, { answered, ...wanted }) => {
    const answer = await asked.get(answered);
    if (answer === undefined) throw new StepFailure(`no unlock was begun as ${answered}`);
    if (answer instanceof Error) throw new StepFailure(`there was no answer: ${answer.message}`);
    check(answer, wanted);
  },
});

const orderStep = stepKind({
  verb: 'order',
  schema: z.strictObject({
    order: Name,
    body: z.record(z.string(), z.unknown()).default({}),
    answer: Expected.optional(),
    refused: z.string().max(80).optional(),
  }),
  needsGym: true,
  help: 'An order to the agent over its control socket: maintenance, lockdown, reset-fire, present … `refused` names the code of a refusal.',
  says: ({ order, body }) => [order, body.door, body.mode].filter((one) => typeof one === 'string').join(' '),
  run: async (stage, { order, body, answer, refused }) => {
    const said = await gymOf(stage)
      .order(order, body)
      .catch((error: unknown) => {
        if (!(error instanceof ControlError)) throw error;
        if (error.code !== refused) throw new StepFailure(`refused: ${error.message} (${error.code})`);
        return error;
      });
    if (refused !== undefined && !(said instanceof ControlError)) throw new StepFailure(`not refused with ${refused}`);
    const [wrong] = answer === undefined ? [] : differences(said, answer);
    if (wrong !== undefined) throw new StepFailure(`the answer's ${wrong}`);
  },
});

const staffStep = stepKind({
  verb: 'staff',
  schema: z.strictObject({ staff: z.enum(['lockdown', 'maintenance']), body: z.record(z.string(), z.unknown()) }),
  needsGym: true,
  help: 'An order of staff in the cloud, for a door by its name: it waits there until the box takes it.',
  says: ({ staff, body }) => [staff, body.door].filter((one) => typeof one === 'string').join(' '),
  run: async (stage, { staff, body }) => {
    await gymOf(stage)
      .staff(staff, body)
      .catch((error: unknown) => {
        throw error instanceof ControlError ? new StepFailure(`refused: ${error.message} (${error.code})`) : error;
      });
  },
});

const look = (
  verb: 'box' | 'partner',
  { expected, within: limit }: { readonly expected: Expected; readonly within: Duration },
  stage: Stage,
): Promise<void> => until(stage, limit, async () => differences(await gymOf(stage)[verb](), expected)[0]);

const boxStep = stepKind({
  verb: 'box',
  schema: z.strictObject({ box: Expected, within }),
  needsGym: true,
  help: 'How the agent comes to see itself: `doors.front.lock`, `doors.front.alarms`, `journal.waiting` …',
  says: ({ box }) => Object.keys(box).join(', '),
  run: (stage, { box: expected, within: limit }) => look('box', { expected, within: limit }, stage),
});

const partnerStep = stepKind({
  verb: 'partner',
  schema: z.strictObject({ partner: Expected, within: withinBeacons }),
  needsGym: true,
  help: 'How a partner comes to read the doors: `doors.front.relay_state`, `doors.front.online` …',
  says: ({ partner }) => Object.keys(partner).join(', '),
  run: (stage, { partner: expected, within: limit }) => look('partner', { expected, within: limit }, stage),
});

const KINDS = FactBody.options.map(({ shape }) => shape.kind.value);
const Fact = z.strictObject({
  kind: z.enum(KINDS),
  /** The door that it is of, by its name. */
  door: Name.optional(),
  data: Expected.optional(),
});
type Fact = z.infer<typeof Fact>;

const isMeant = ({ kind, door, data }: Fact, fact: GymFact): boolean =>
  fact.kind === kind &&
  (door === undefined || fact.data.door === door) &&
  (data === undefined || differences(fact.data, data).length === 0);
const factsSince = async (stage: Stage): Promise<readonly GymFact[]> => {
  const all = await gymOf(stage).facts();
  const { fact: last } = stage.since;
  return all.slice(all.findLastIndex(({ epoch, seq }) => epoch === last?.epoch && seq <= last.seq) + 1);
};
const meant = async (stage: Stage, wanted: Fact): Promise<readonly GymFact[]> =>
  (await factsSince(stage)).filter((fact) => isMeant(wanted, fact));
const named = ({ kind, door }: Fact): string => [kind, door].filter(Boolean).join(' at ');
const alike = async (stage: Stage, { kind }: Fact): Promise<string> => {
  const facts = await factsSince(stage);
  const same = facts.filter((fact) => fact.kind === kind).map(({ data }) => JSON.stringify(data));
  return same.length > 0
    ? same.slice(-3).join('; ')
    : `there are: ${[...new Set(facts.map((f) => f.kind))].join(', ')}`;
};

const factStep = stepKind({
  verb: 'fact',
  schema: z.strictObject({ fact: Fact, within: withinBeacons, times: z.int().min(1).max(1_000).optional() }),
  needsGym: true,
  help: 'The cloud comes to have a fact of the box since the last `since`: its kind, its door by name, and what its data say.',
  says: ({ fact }) => named(fact),
  run: async (stage, step) => {
    const { times, fact } = step;
    await until(stage, step.within, async () => {
      const count = (await meant(stage, fact)).length;
      return count >= (times ?? 1) ? undefined : `${count} such facts (${await alike(stage, fact)})`;
    });
    const count = (await meant(stage, fact)).length;
    if (times !== undefined && count > times) throw new StepFailure(`${count} such facts, not ${times}`);
  },
});

const noFactStep = stepKind({
  verb: 'noFact',
  schema: z.strictObject({ noFact: Fact, for: Time.prefault('0 s') }),
  needsGym: true,
  help: 'The cloud has no such fact since the last `since`, and gets none for the time given. First everything that is recorded is waited for.',
  says: ({ noFact }) => named(noFact),
  run: async (stage, step) => {
    const problem = await gymOf(stage).journalProblem(Seconds(20));
    if (problem !== undefined) throw new StepFailure(problem);
    const { door } = step.noFact;
    await throughout(stage, step.for, async () => {
      // Of a door that is not there is no fact either: a slip of the author.
      if (door !== undefined) valueAt(await gymOf(stage).box(), `doors.${door}`);
      const [first] = await meant(stage, step.noFact);
      return first === undefined ? undefined : `there is one: ${JSON.stringify(first.data)}`;
    });
  },
});

const memberStep = stepKind({
  verb: 'member',
  schema: z.strictObject({
    member: Name,
    access: z.enum(['always', 'none']),
    body: z.record(z.string(), z.unknown()).optional(),
    within: withinBeacons,
  }),
  needsGym: true,
  help: 'Somebody of the scenario’s people gets access round the clock, or loses it; waits until the box knows. `body`: what the partner says of them besides.',
  says: ({ member, access }) => `${member}: ${access}`,
  run: (stage, { member, access, body, within: limit }) =>
    gymOf(stage).person(member, { access, asksPin: false, body }, limit),
});

const journalStep = stepKind({
  verb: 'journal',
  schema: z.strictObject({ journal: z.literal('unbroken'), within: withinBeacons }),
  needsGym: true,
  help: 'Every fact reaches the cloud, and the chain on the box is unbroken.',
  says: ({ within }) => `unbroken within ${describeDuration(within)}`,
  run: async (stage, step) => {
    const problem = await gymOf(stage).journalProblem(step.within);
    if (problem !== undefined) throw new StepFailure(problem);
  },
});

export const GYM_STEPS: readonly StepKind[] = [
  unlockStep,
  answeredStep,
  orderStep,
  boxStep,
  partnerStep,
  factStep,
  noFactStep,
  staffStep,
  memberStep,
  journalStep,
];
