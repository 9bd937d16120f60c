import type { GymPlace } from '@gatehouse/shared/gym/gym-place.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { createSimulatorClient } from '../control/client.ts';
import type { DiskState, GymProcess, ProcessAct } from './gym.ts';
import { runScenario, type StepVerdict, type Verdict } from './run-scenario.ts';
import { runningGym } from './running-gym.ts';
import type { Scenario } from './scenario.ts';

/** A gym that somebody else started and can end. */
export interface OpenedGym {
  readonly place: GymPlace;
  process(which: GymProcess, act: ProcessAct, clock?: string): Promise<void>;
  disk(state: DiskState): Promise<void>;
  close(): Promise<void>;
}
export type GymWanted = Pick<Scenario, 'building' | 'seed' | 'doors'>;

export interface PlayDeps {
  readonly clock: Clock;
  readonly open: (wanted: GymWanted) => Promise<OpenedGym>;
  /** How many gyms at a time: each is three processes. */
  readonly atOnce: number;
  readonly onBegin?: (scenario: Scenario) => void;
  readonly onStep?: (scenario: Scenario, step: StepVerdict) => void;
  readonly onVerdict?: (scenario: Scenario, verdict: Verdict) => void;
}

/** Scenarios that can share a gym, in their order; no more than `most` of them, so that several gyms share the work. */
export const groupsOf = (scenarios: readonly Scenario[], most: number): Scenario[][] => {
  const groups = new Map<string, Scenario[]>();
  for (const scenario of scenarios) {
    const key = JSON.stringify([scenario.building ?? 'demo', scenario.seed, scenario.doors]);
    groups.set(key, [...(groups.get(key) ?? []), scenario]);
  }
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / most) }, (_, at) => group.slice(at * most, (at + 1) * most)),
  );
};

/** Plays all of them, some gyms at a time, and resolves with their verdicts in the order of `scenarios`. */
export const playAll = async (scenarios: readonly Scenario[], deps: PlayDeps): Promise<Verdict[]> => {
  const { atOnce } = deps;
  // The largest first, so that no gym is left playing alone at the end.
  const most = Math.max(1, Math.ceil(scenarios.length / atOnce));
  const waiting = groupsOf(scenarios, most).sort((a, b) => b.length - a.length);
  const verdicts = new Map<Scenario, Verdict>();
  const lane = async (): Promise<void> => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift())
      await playGroup(group, deps, (scenario, verdict) => verdicts.set(scenario, verdict));
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return scenarios.flatMap((scenario) => verdicts.get(scenario) ?? []);
};

/** What does not come up fails its own scenarios, and nobody else's. */
const notPlayed = ({ file, title }: Scenario, why: string): Verdict => ({
  file,
  title,
  passed: false,
  tookMs: 0,
  steps: [{ number: 0, verb: 'begin', says: 'a gym', verdict: 'failed', tookMs: 0, why }],
});

const playGroup = async (
  group: readonly Scenario[],
  { clock, open, onBegin, onStep, onVerdict }: PlayDeps,
  keep: (scenario: Scenario, verdict: Verdict) => void,
): Promise<void> => {
  const [first] = group;
  if (first === undefined) return;
  let opened: OpenedGym;
  try {
    opened = await open(first);
  } catch (error) {
    const why = `no gym could be started: ${(error as Error).message}`;
    for (const scenario of group) {
      const verdict = notPlayed(scenario, why);
      onBegin?.(scenario);
      for (const step of verdict.steps) onStep?.(scenario, step);
      keep(scenario, verdict);
      onVerdict?.(scenario, verdict);
    }
    return;
  }
  const gym = runningGym({ place: opened.place, clock, process: opened.process, disk: opened.disk });
  const building = createSimulatorClient(opened.place.simulatorUrl);
  try {
    for (const scenario of group) {
      onBegin?.(scenario);
      const verdict = await runScenario(scenario, { clock, building, gym, onStep: (step) => onStep?.(scenario, step) });
      keep(scenario, verdict);
      onVerdict?.(scenario, verdict);
      // What a failed scenario left behind is no fault of the next one.
      if (!verdict.passed) await building.site('make-whole');
    }
  } finally {
    gym.close();
    await opened.close();
  }
};
