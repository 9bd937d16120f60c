import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { cpuUsedMs } from './cpu-used.ts';
import {
  casbinPolicies,
  type Engine,
  intlPerZone,
  luxonPerWindow,
  openingHours,
  zoneAndBitFloor,
} from './decide-engines.ts';
import { gatehouse } from './decide-member.ts';
import { createScenarios, type Scenario } from './decide-scenarios.ts';

export interface DecideBenchOptions {
  readonly rounds: number;
  /** How long each engine is measured in each scenario and round, in ms of processor time. */
  readonly forMs: number;
  readonly say: (text: string) => void;
}

export const SIDES = ['decide', 'floor', 'luxon', 'intl', 'casbin', 'openingHours'] as const;
export type SideName = (typeof SIDES)[number];
type Engines = Readonly<Partial<Record<SideName, Engine>>>;

/** One scenario: what each engine does in a second of processor time, round by round, and whether they agree. */
export interface ScenarioResult {
  readonly name: Scenario['name'];
  readonly what: string;
  readonly allowedShare: number;
  readonly rounds: readonly Readonly<Partial<Record<SideName, number>>>[];
  readonly agreement: readonly { readonly side: SideName; readonly checked: number; readonly mismatches: number }[];
}

const WARM_UP_MS = 150;
/** Instants that every engine is asked about, and at most so long, in ms of processor time. */
const CHECKED = 4_096;
const CHECK_MS = 1_000;

/** Measures all engines in turn, round after round, the order turned round in every second one. */
export const runDecideBench = async ({
  rounds,
  forMs,
  say,
}: DecideBenchOptions): Promise<readonly ScenarioResult[]> => {
  const results: ScenarioResult[] = [];
  for (const scenario of createScenarios()) {
    say(`Scenario ${scenario.name}: ${scenario.what} …`);
    const engines = await enginesFor(scenario);
    const sides = SIDES.flatMap((side) => {
      const engine = engines[side];
      return engine === undefined ? [] : [[side, engine] as const];
    });
    const { length } = scenario.instants;
    for (const [, engine] of sides) perCpuSecond(engine, length, WARM_UP_MS);
    const measured = Array.from({ length: rounds }, (_, round) => {
      const inOrder = round % 2 === 0 ? sides : sides.toReversed();
      return Object.fromEntries(inOrder.map(([side, engine]) => [side, perCpuSecond(engine, length, forMs)]));
    });
    results.push({
      name: scenario.name,
      what: scenario.what,
      allowedShare: (engines.decide?.count(0, length) ?? 0) / length,
      rounds: measured,
      agreement: sides.flatMap(([side, engine]) => agreementOf(side, engine, engines.decide, scenario)),
    });
  }
  return results;
};

/** Peers that know one zone only take part where there is only one. */
const enginesFor = async ({ windows, instants }: Scenario): Promise<Engines> => ({
  decide: gatehouse(windows, instants),
  floor: zoneAndBitFloor(windows, instants),
  luxon: luxonPerWindow(windows, instants),
  intl: intlPerZone(windows, instants),
  ...(new Set(windows.map(({ timezone }) => timezone)).size === 1 && {
    casbin: await casbinPolicies(windows, instants),
    openingHours: openingHours(windows, instants),
  }),
});

/** The instants over and over, in pieces that grow until one takes a tenth of the time. */
const perCpuSecond = (engine: Engine, instants: number, forMs: number): number => {
  let piece = 1;
  let done = 0;
  let at = 0;
  const began = cpuUsedMs();
  let now = began;
  while (now - began < forMs) {
    const to = Math.min(instants, at + piece);
    engine.count(at, to);
    done += to - at;
    at = to === instants ? 0 : to;
    const before = now;
    now = cpuUsedMs();
    if (now - before < forMs / 10) piece = Math.min(instants, piece * 2);
  }
  return (done * 1_000) / (now - began);
};

/** Instants of the scenario, spread, and those around every change of the clocks in any of its zones. */
const agreementOf = (side: SideName, engine: Engine, own: Engine | undefined, scenario: Scenario) => {
  const { allows } = engine;
  if (own?.allows === undefined || allows === undefined || engine === own) return [];
  const asked = [
    ...changesIn(scenario),
    ...scenario.instants.filter((_, i) => i % (scenario.instants.length / CHECKED) === 0),
  ];
  const until = cpuUsedMs() + CHECK_MS;
  let checked = 0;
  let mismatches = 0;
  for (const t of asked) {
    if (cpuUsedMs() > until) break;
    checked++;
    if (allows(t) !== own.allows(t)) mismatches++;
  }
  return [{ side, checked, mismatches }];
};

const AROUND_S = [-3_600, -1_800, -60, -1, 0, 1, 60, 1_800, 3_600];
const changesIn = ({ windows }: Scenario): number[] => {
  const [start, end] = [Date.UTC(2026, 0, 1) / 1_000, Date.UTC(2027, 0, 1) / 1_000];
  return [...new Set(windows.map(({ timezone }) => timezone))].flatMap((name) => {
    const zone = bundledZones().find(name);
    const changes: number[] = [];
    for (let t = start; zone !== undefined && t < end; ) {
      t = zone.nextTransitionAfter(t);
      if (t < end) changes.push(...AROUND_S.map((seconds) => t + seconds));
    }
    return changes;
  });
};
