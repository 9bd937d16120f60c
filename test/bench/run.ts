import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runAuditBench } from './audit.ts';
import { auditGoals, auditReport } from './audit-report.ts';
import { billingGoals, runBillingBench } from './billing.ts';
import { bodiesGoals, bodiesReport, runBodiesBench } from './bodies.ts';
import { runBusBench } from './bus.ts';
import { busReport } from './bus-report.ts';
import { contentGoals, runContentBench } from './content.ts';
import { runDecideBench } from './decide.ts';
import { decideGoals, decideReport } from './decide-report.ts';
import { measureResidents } from './decide-residents.ts';
import { startDemoOnce } from './demo.ts';
import { runEdgeBench } from './edge.ts';
import { edgeGoals, edgeReport } from './edge-report.ts';
import { runFrameBench } from './frame.ts';
import { frameReport } from './frame-figures.ts';
import { FRAME_GOAL_NAMES, type FrameGoalName, goalsNamed } from './frame-goals.ts';
import { gateGoals, runGateBench } from './gate.ts';
import { gateLogsGoals, runGateLogsBench } from './gate-logs.ts';
import { goalTable, withVerdicts } from './goal.ts';
import { goalsOf } from './goals.ts';
import { runIngestBench } from './ingest.ts';
import { memoryReport, runMemoryBench } from './ingest-memory.ts';
import { ingestGoals, ingestReport } from './ingest-report.ts';
import { ledgerGoals, runLedgerBench } from './ledger.ts';
import { unlockReport } from './report.ts';
import { shortSpread, spreadOf } from './statistics.ts';
import { runUnifiedBench } from './unified.ts';
import { unifiedGoals, unifiedReport } from './unified-report.ts';
import { runUnlockBench } from './unlock.ts';
import { runWebBench } from './web.ts';
import { webGoals, webReport } from './web-report.ts';

const USAGE = `Usage: npm run bench -- unlock|frame|decide|ingest|edge|bus|bodies|audit|web|unified|content|billing|ledger|gate|gate-logs|demo [options]
  unlock   one unlock and 64 at once, against the floors they stand on, in one run
  frame    what the frame that every endpoint stands on costs, against its floors, in one run
  decide   decisions per CPU second, against a floor and the engines of others, in one run
  ingest   a push of members, against the floors it stands on, and unlocks meanwhile, in one run
  edge     entries, offline decisions, the journal and starts of the agent, in one run
  bus      every kind of line: order to sense, card to agent, polls, idle cost, in one run
  bodies   bodies of 10 MB, and how long the thread that unlocks is held up
  audit    what the audit's endpoints ask of a million entries, on both databases
  web      what the operations console costs a browser and the cloud that bundles it, beside floors
  unified  what the doors of the unified API cost beside the platform API, and unlocks meanwhile
  content  what signing, texts, pages, lists and files cost beside bare rows and files, in one run
  billing  figures of two years of a million logs beside grouping those, in one run
  ledger   what posting costs beside the same changes as bare statements, in one run
  gate     what the inference gate costs beside a bare proxy, in one run
  gate-logs  what a page of a million logs of the gate costs beside a scan of their index, in one run
  demo     from npm run demo to the first screen, and to the first unlocked door
  --rounds <number>    how often everything is measured, in turn (default 5)
  --seconds <number>   how long each side is measured in a round (default: unlock 2, frame 2, decide 0.3, ingest 4, edge 2, bus 3, web 10, unified 2, gate 2)
  --members <number>   how many members are resident (decide, edge; default 100000) or pushed at once (ingest; default 1000)
  --only <goals>       these goals alone, with commas: ${FRAME_GOAL_NAMES.join(', ')} (frame only)
  --entries <number>   how many entries the audit has, how many logs there are, or transfers a round posts (audit, billing, gate-logs; default 1000000; ledger 20000)
  --batches <number>   instead of all that: the cloud's memory over so many pushes of 100 members (ingest only)
  --awake              hold the cores awake meanwhile (needs chrt; unlock only)
  --profile <folder>   write CPU profiles of cloud and agent there (unlock only; the numbers are worth nothing then)
  --json <file>        write every number there`;

/** The demo promises its first unlocked door within this time (G19). */
const FIRST_DOOR_MS = 3_000;

interface Options {
  readonly rounds: number;
  readonly forMs: number | undefined;
  readonly members: number | undefined;
  readonly batches: number | undefined;
  readonly entries: number | undefined;
  readonly only: readonly FrameGoalName[];
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
  frame: async ({ rounds, forMs = 2_000, only }) => {
    const figures = await runFrameBench({ rounds, forMs, goals: only, say });
    console.log(frameReport(figures));
    return { goals: figures };
  },
  decide: async ({ rounds, forMs = 300, members = 100_000 }) => {
    const results = await runDecideBench({ rounds, forMs, say });
    say(`${members} members …`);
    const residents = await measureResidents(members, rounds, forMs);
    console.log(decideReport(results, members, residents));
    return { goals: withVerdicts(decideGoals(results)), results, residents };
  },
  ingest: async ({ rounds, forMs = 4_000, members, batches }) => {
    if (batches !== undefined) return ingestMemory(batches, members);
    const result = await runIngestBench({ rounds, forMs, members: members ?? 1_000, say });
    console.log(ingestReport(result, members ?? 1_000));
    return { goals: withVerdicts(ingestGoals(result)), ...result };
  },
  edge: async ({ rounds, forMs = 2_000, members = 100_000 }) => {
    const result = await runEdgeBench({ rounds, forMs, members, say });
    console.log(edgeReport(result, members));
    return { goals: withVerdicts(edgeGoals(result)), ...result };
  },
  bus: async ({ rounds, forMs = 3_000 }) => {
    const result = await runBusBench({ rounds, forMs, say });
    console.log(busReport(result));
    return result;
  },
  bodies: async ({ rounds }) => {
    const measured = await runBodiesBench({ rounds, say });
    console.log(bodiesReport(measured));
    return { goals: withVerdicts(bodiesGoals(measured)), rounds: measured };
  },
  audit: async ({ rounds, entries = 1_000_000 }) => {
    const result = await runAuditBench({ rounds, entries, say });
    console.log(auditReport(result));
    return { goals: withVerdicts(auditGoals(result)), ...result };
  },
  web: async ({ rounds, forMs = 10_000 }) => {
    const result = await runWebBench({ rounds, forMs, say });
    console.log(webReport(result));
    return { goals: withVerdicts(webGoals(result)), ...result };
  },
  unified: async ({ rounds, forMs = 2_000 }) => {
    const measured = await runUnifiedBench({ rounds, forMs, say });
    console.log(unifiedReport(measured));
    return { goals: withVerdicts(unifiedGoals(measured)), rounds: measured };
  },
  content: async ({ rounds }) => {
    const measured = await runContentBench({ rounds, say });
    console.log(goalTable(contentGoals(measured)));
    return { goals: withVerdicts(contentGoals(measured)), rounds: measured };
  },
  billing: async ({ rounds, entries = 1_000_000 }) => {
    const measured = await runBillingBench({ rounds, logs: entries, say });
    console.log(goalTable(billingGoals(measured)));
    return { goals: withVerdicts(billingGoals(measured)), rounds: measured };
  },
  ledger: async ({ rounds, entries = 20_000 }) => {
    const measured = await runLedgerBench({ rounds, transfers: entries, say });
    console.log(goalTable(ledgerGoals(measured)));
    return { goals: withVerdicts(ledgerGoals(measured)), rounds: measured };
  },
  gate: async ({ rounds, forMs = 2_000 }) => {
    const measured = await runGateBench({ rounds, forMs, say });
    console.log(goalTable(gateGoals(measured)));
    return { goals: withVerdicts(gateGoals(measured)), rounds: measured };
  },
  'gate-logs': async ({ rounds, entries = 1_000_000 }) => {
    const measured = await runGateLogsBench({ rounds, logs: entries, say });
    console.log(goalTable(gateLogsGoals(measured)));
    return { goals: withVerdicts(gateLogsGoals(measured)), rounds: measured };
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

const ingestMemory = async (batches: number, members = 100): Promise<object> => {
  const points = await runMemoryBench({ batches, members, say });
  console.log(memoryReport(points, members));
  return { points };
};

const isCount = (value: number): boolean => Number.isInteger(value) && value > 0;

const main = async (): Promise<void> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string' },
      members: { type: 'string' },
      batches: { type: 'string' },
      entries: { type: 'string' },
      only: { type: 'string', default: '' },
      awake: { type: 'boolean', default: false },
      profile: { type: 'string' },
      json: { type: 'string' },
    },
  });
  const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  const [rounds, seconds] = [Number(values.rounds), numberOf(values.seconds)];
  const [members, batches, entries] = [values.members, values.batches, values.entries].map(numberOf);
  const only = goalsNamed(values.only.split(',').filter((name) => name !== ''));
  const usable = [rounds, members ?? 1, batches ?? 1, entries ?? 1].every(isCount) && (seconds ?? 1) > 0;
  const bench = usable && positionals.length === 1 ? BENCHES[positionals[0] ?? ''] : undefined;
  if (bench === undefined || only === undefined) {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  const numbers = await bench({
    rounds,
    forMs: seconds && seconds * 1_000,
    members,
    batches,
    entries,
    only,
    awake: values.awake,
    profiles: values.profile,
  });
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(numbers, null, 2)}\n`);
};

await main();
process.exit(); // What was measured in this process may have left a thread behind.
