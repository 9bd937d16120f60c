import { type ScenarioResult, SIDES, type SideName } from './decide.ts';
import type { Residents } from './decide-residents.ts';
import { type Goal, goalTable } from './goal.ts';
import { type Spread, short, shortSpread, spreadOf } from './statistics.ts';
import { table } from './table.ts';

const TITLES: Readonly<Record<SideName, string>> = {
  decide: 'decide()',
  floor: 'floor: one zone lookup and one bit test',
  luxon: 'luxon, window by window',
  intl: 'Intl, one format a zone',
  casbin: 'casbin enforceSync, a policy a window',
  openingHours: 'opening_hours.js, an object a window',
};

/** The first side’s rate as a multiple of the second’s, round by round. */
const ratio = ({ rounds }: ScenarioResult, side: SideName, to: SideName): Spread | undefined => {
  const ratios = rounds.flatMap(({ [side]: a, [to]: b }) => (a === undefined || b === undefined ? [] : [a / b]));
  return ratios.length === 0 ? undefined : spreadOf(ratios);
};

/** Peers that know a single zone are compared where there is a single one (D); the others at any instant (A). */
export const decideGoals = (results: readonly ScenarioResult[]): readonly Goal[] => {
  const goal = (what: string, atLeast: number, [scenario, to]: readonly [ScenarioResult['name'], SideName]): Goal => {
    const result = results.find(({ name }) => name === scenario);
    return {
      name: `G6, ${scenario}`,
      what: `decisions per CPU second ÷ ${what}`,
      bound: { atLeast },
      value: result && ratio(result, 'decide', to),
    };
  };
  return [
    goal('one zone lookup and one bit test', 0.25, ['A', 'floor']),
    goal('luxon, window by window', 3_000, ['A', 'luxon']),
    goal('Intl, one format a zone', 80, ['A', 'intl']),
    goal('casbin enforceSync', 1_800, ['D', 'casbin']),
    goal('opening_hours.js', 4_000, ['D', 'openingHours']),
  ];
};

const scenarioTable = (result: ScenarioResult): string => {
  const { name, what, allowedShare, rounds, agreement } = result;
  const rows = SIDES.filter((side) => rounds[0]?.[side] !== undefined).map((side) => {
    const rates = rounds.flatMap((round) => round[side] ?? []);
    const found = agreement.find((entry) => entry.side === side);
    const slower = ratio(result, 'decide', side);
    const share = ratio(result, side, 'floor');
    return [
      TITLES[side],
      shortSpread(spreadOf(rates)),
      short(1e6 / spreadOf(rates).median),
      share === undefined ? '' : short(share.median),
      slower === undefined || side === 'decide' || side === 'floor' ? '' : short(slower.median),
      found === undefined ? '' : `${found.mismatches} of ${found.checked}`,
    ];
  });
  const head = ['', 'decisions per CPU second', 'µs each', 'of the floor', 'decide() is × faster', 'differ'];
  return `${name}: ${what}; ${short(allowedShare * 100)} % allowed\n\n${table(head, rows)}`;
};

const residentsTable = (members: number, { recordBytes, residentBytes, perCpuSecond }: Residents): string =>
  table(
    [`${members} members resident`, ''],
    [
      ['bytes of a record', short(recordBytes)],
      ['memory of the process, bytes a member', short(residentBytes)],
      ['decisions per CPU second, members and instants at random', shortSpread(spreadOf(perCpuSecond))],
    ],
  );

/** Everything that a run of the decide bench has to say: medians over the rounds, and (lowest..highest). */
export const decideReport = (results: readonly ScenarioResult[], members: number, residents: Residents): string =>
  [...results.map(scenarioTable), residentsTable(members, residents), goalTable(decideGoals(results))].join('\n\n');
