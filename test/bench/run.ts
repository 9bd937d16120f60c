import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runDecideBench } from './decide.ts';
import { decideGoals, decideReport } from './decide-report.ts';
import { measureResidents } from './decide-residents.ts';
import { startDemoOnce } from './demo.ts';
import { withVerdicts } from './goal.ts';
import { goalsOf } from './goals.ts';
import { unlockReport } from './report.ts';
import { shortSpread, spreadOf } from './statistics.ts';
import { runUnlockBench } from './unlock.ts';

const USAGE = `Usage: npm run bench -- unlock|decide|demo [options]
  unlock   one unlock and 64 at once, against the floors they stand on, in one run
  decide   decisions per CPU second, against a floor and the engines of others, in one run
  demo     from npm run demo to the first screen, and to the first unlocked door
  --rounds <number>    how often everything is measured, in turn (default 5)
  --seconds <number>   how long each side is measured in a round (default: unlock 2, decide 0.3)
  --members <number>   how many members are resident (decide only; default 100000)
  --awake              hold the cores awake meanwhile (needs chrt; unlock only)
  --profile <folder>   write CPU profiles of cloud and agent there (unlock only; the numbers are worth nothing then)
  --json <file>        write every number there`;

/** The demo promises its first unlocked door within this time (G19). */
const FIRST_DOOR_MS = 3_000;

interface Options {
  readonly rounds: number;
  readonly forMs: number | undefined;
  readonly members: number;
  readonly awake: boolean;
  readonly profiles: string | undefined;
}

const say = (text: string): void => console.error(text);

/** Each prints what it found, and returns every number behind it. */
const BENCHES: Readonly<Record<string, (options: Options) => Promise<object>>> = {
  unlock: async ({ rounds, forMs = 2_000, awake, profiles }) => {
    const measured = await runUnlockBench({ rounds, forMs, awake, ...(profiles !== undefined && { profiles }), say });
    console.log(unlockReport(measured));
    return { goals: withVerdicts(goalsOf(measured)), rounds: measured };
  },
  decide: async ({ rounds, forMs = 300, members }) => {
    const results = await runDecideBench({ rounds, forMs, say });
    say(`${members} members …`);
    const residents = await measureResidents(members, rounds, forMs);
    console.log(decideReport(results, members, residents));
    return { goals: withVerdicts(decideGoals(results)), results, residents };
  },
  demo: async ({ rounds }) => {
    const starts = [];
    for (let round = 0; round < rounds; round++) starts.push(await startDemoOnce());
    const screen = spreadOf(starts.map(({ screenMs }) => screenMs));
    const unlocked = spreadOf(starts.map(({ unlockedMs }) => unlockedMs));
    console.log(`first screen         ${shortSpread(screen)} ms`);
    console.log(`first unlocked door  ${shortSpread(unlocked)} ms`);
    console.log(`G19, at most ${FIRST_DOOR_MS} ms: ${unlocked.median <= FIRST_DOOR_MS ? 'met' : 'not met'}`);
    return { starts, met: unlocked.median <= FIRST_DOOR_MS };
  },
};

const main = async (): Promise<void> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string' },
      members: { type: 'string', default: '100000' },
      awake: { type: 'boolean', default: false },
      profile: { type: 'string' },
      json: { type: 'string' },
    },
  });
  const [rounds, members] = [Number(values.rounds), Number(values.members)];
  const forMs = values.seconds === undefined ? undefined : Number(values.seconds) * 1_000;
  const positive = [rounds, members, forMs ?? 1].every((value) => value > 0);
  const usable = positive && Number.isInteger(rounds) && Number.isInteger(members);
  const bench = usable && positionals.length === 1 ? BENCHES[positionals[0] ?? ''] : undefined;
  if (bench === undefined) {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  const numbers = await bench({ rounds, forMs, members, awake: values.awake, profiles: values.profile });
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(numbers, null, 2)}\n`);
};

await main();
