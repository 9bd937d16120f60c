import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { SimulatorRefusal } from '../control/client.ts';
import type { Gym } from './gym.ts';
import { followHappenings } from './happenings.ts';
import type { Scenario, Step } from './scenario.ts';
import { type Building, type Stage, StepFailure, until } from './stage.ts';

export interface StepVerdict {
  /** From 1; those of `finally` go on. 0 is what comes before: the building at rest, and its people. */
  readonly number: number;
  readonly verb: string;
  readonly says: string;
  readonly verdict: 'passed' | 'failed' | 'not run';
  readonly tookMs: number;
  readonly why?: string;
}

export interface Verdict {
  readonly file: string;
  readonly title: string;
  readonly passed: boolean;
  readonly tookMs: number;
  readonly steps: readonly StepVerdict[];
}

export interface RunDeps {
  readonly clock: Clock;
  readonly building: Building;
  readonly gym?: Gym | undefined;
  /** Called with each step's verdict as soon as there is one. */
  readonly onStep?: ((verdict: StepVerdict) => void) | undefined;
}

const AT_REST_WITHIN = Seconds(30);
const PEOPLE_WITHIN = Seconds(30);

/** Runs a scenario from its first step to the first that fails, then what it does finally. Never rejects for what the building does. */
export const runScenario = async (scenario: Scenario, deps: RunDeps): Promise<Verdict> => {
  const { clock, building, gym, onStep } = deps;
  const beganAt = clock.monoMs();
  const steps: StepVerdict[] = [];
  const happenings = await followHappenings(building);
  const stage: Stage = { clock, building, gym, happenings, asked: new Map(), since: { happening: 0, fact: undefined } };
  let failed = false;
  const note = (verdict: StepVerdict) => {
    failed ||= verdict.verdict === 'failed';
    steps.push(verdict);
    onStep?.(verdict);
  };
  const perform = async (number: number, verb: string, says: string, run: () => Promise<void>) => {
    const from = clock.monoMs();
    const why = await run().then(() => undefined, reasonOf);
    const tookMs = clock.monoMs() - from;
    note(
      why === undefined
        ? { number, verb, says, verdict: 'passed', tookMs }
        : { number, verb, says, verdict: 'failed', tookMs, why },
    );
  };
  const performStep = ({ kind, given }: Step, number: number) =>
    perform(number, kind.verb, kind.says(given), () => kind.run(stage, given));

  try {
    await perform(0, 'begin', 'at rest', () => begin(scenario, stage));
    for (const [at, step] of scenario.steps.entries()) {
      if (!failed) await performStep(step, at + 1);
      else
        note({ number: at + 1, verb: step.kind.verb, says: step.kind.says(step.given), verdict: 'not run', tookMs: 0 });
    }
    for (const [at, step] of scenario.finally.entries()) await performStep(step, scenario.steps.length + at + 1);
    await Promise.all(stage.asked.values());
  } finally {
    happenings.close();
  }
  return { file: scenario.file, title: scenario.title, passed: !failed, tookMs: clock.monoMs() - beganAt, steps };
};

/** What was expected to go wrong is told in its own words; a bug with where it is. */
const reasonOf = (error: unknown): string => {
  if (error instanceof StepFailure || error instanceof SimulatorRefusal) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

/** Every door shut and locked, for the building and for the box, and online for the cloud; every reader heard, the people of the scenario known; and then it counts. */
const begin = async (scenario: Scenario, stage: Stage): Promise<void> => {
  const { building, gym } = stage;
  await until(stage, AT_REST_WITHIN, async () => {
    const { doors, readers } = await building.state();
    for (const { name, lock, leaf } of doors)
      if (lock.position !== 'locked' || leaf.motion !== 'shut') return `${name} is ${lock.position} and ${leaf.motion}`;
    if (gym === undefined) return undefined;
    // An agent that has just started drives its doors before everything on the LAN has found it again.
    const lost = readers.find((reader) => 'lan' in reader && reader.lan.joined !== null && !reader.lan.connected);
    if (lost !== undefined) return `${lost.name} has not found its broker`;
    return unrestOf(await gym.box()) ?? offlineIn(await gym.partner());
  });
  if (gym === undefined) {
    if (scenario.needsGym) throw new StepFailure('it needs a whole gym around the building: gatehouse scenario <file>');
  } else {
    for (const [name, person] of Object.entries(scenario.people)) await gym.person(name, person, PEOPLE_WITHIN);
    await gym.journalProblem(AT_REST_WITHIN);
    stage.since.fact = (await gym.facts()).at(-1);
  }
  stage.since.happening = await stage.happenings.now();
};

interface BoxDoor {
  readonly name: string;
  readonly lock: string;
  readonly contact: string;
  readonly alarms: readonly string[];
  readonly reachable: boolean;
}

/** A door whose lock nothing sees is never known to be locked; one whose board is away is known as nothing at all. */
const unrestOf = (box: unknown): string | undefined => {
  const { doors, access } = box as {
    readonly doors: readonly BoxDoor[];
    readonly access: { readonly staleness: string };
  };
  if (access.staleness !== 'fresh') return `what the box knows of who may enter is ${access.staleness}`;
  const restless = doors.find(
    ({ lock, contact, alarms, reachable }) =>
      !reachable || lock === 'unlocked' || contact === 'open' || alarms.length > 0,
  );
  if (restless === undefined) return undefined;
  if (!restless.reachable) return `the box does not reach ${restless.name}`;
  return `the box sees ${restless.name} ${restless.lock} and ${restless.contact}, ${restless.alarms.join(', ')}`;
};

/** The cloud hears of a door by the next beacon: until then it tells partners that it cannot be reached. */
const offlineIn = (partner: unknown): string | undefined => {
  const { doors } = partner as { readonly doors: readonly { readonly name: string; readonly online: boolean }[] };
  const away = doors.find(({ online }) => !online);
  return away && `the cloud does not reach ${away.name}`;
};
