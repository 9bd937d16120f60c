import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startDemoOnce } from './demo.ts';
import { goalsOf, isMet } from './goals.ts';
import { unlockReport } from './report.ts';
import { shortSpread, spreadOf } from './statistics.ts';
import { runUnlockBench } from './unlock.ts';

const USAGE = `Usage: npm run bench -- unlock|demo [options]
  unlock   one unlock and 64 at once, against the floors they stand on, in one run
  demo     from npm run demo to the first screen, and to the first unlocked door
  --rounds <number>    how often everything is measured, in turn (default 5)
  --seconds <number>   how long each side is measured in a round (default 2; unlock only)
  --awake              hold the cores awake meanwhile (needs chrt; unlock only)
  --profile <folder>   write CPU profiles of cloud and agent there (unlock only; the numbers are worth nothing then)
  --json <file>        write every number there`;

/** The demo promises its first unlocked door within this time (G19). */
const FIRST_DOOR_MS = 3_000;

const main = async (): Promise<void> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '2' },
      awake: { type: 'boolean', default: false },
      profile: { type: 'string' },
      json: { type: 'string' },
    },
  });
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
  const usable = Number.isInteger(rounds) && rounds > 0 && seconds > 0;
  const keep = (numbers: unknown) => {
    if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(numbers, null, 2)}\n`);
  };
  const which = usable && positionals.length === 1 ? positionals[0] : undefined;
  if (which === 'unlock') {
    const measured = await runUnlockBench({
      rounds,
      forMs: seconds * 1_000,
      awake: values.awake,
      ...(values.profile !== undefined && { profiles: values.profile }),
      say: (text) => console.error(text),
    });
    console.log(unlockReport(measured));
    keep({ goals: goalsOf(measured).map((goal) => ({ ...goal, met: isMet(goal) })), rounds: measured });
  } else if (which === 'demo') {
    const starts = [];
    for (let round = 0; round < rounds; round++) starts.push(await startDemoOnce());
    const screen = spreadOf(starts.map(({ screenMs }) => screenMs));
    const unlocked = spreadOf(starts.map(({ unlockedMs }) => unlockedMs));
    console.log(`first screen         ${shortSpread(screen)} ms`);
    console.log(`first unlocked door  ${shortSpread(unlocked)} ms`);
    console.log(`G19, at most ${FIRST_DOOR_MS} ms: ${unlocked.median <= FIRST_DOOR_MS ? 'met' : 'not met'}`);
    keep({ starts, met: unlocked.median <= FIRST_DOOR_MS });
  } else {
    console.error(USAGE);
    process.exitCode = 2;
  }
};

await main();
