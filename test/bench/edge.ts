import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type AgentStarts, measureStarts } from './edge-agent.ts';
import { journalSide } from './edge-journal.ts';
import { syncFloor } from './floors.ts';
import { startGym } from './gym.ts';
import { startProgram } from './program.ts';
import { type Measured, measure } from './side.ts';

export interface EdgeBenchOptions {
  readonly rounds: number;
  readonly forMs: number;
  readonly members: number;
  readonly say: (text: string) => void;
}

const Timed = z.object({ p50Us: z.number(), p99Us: z.number() });
const Decisions = z.object({
  /** Until the snapshot of all members was on the disk and in force. */
  writtenMs: z.number(),
  rounds: z.array(z.object({ memory: Timed, store: Timed, credential: Timed })),
});

export interface EdgeResult {
  readonly journal: readonly { readonly sync: Measured; readonly append: Measured }[];
  readonly decisions: z.infer<typeof Decisions>;
  /** ms, entry by entry and pulse by pulse. */
  readonly door: { readonly entries: readonly number[]; readonly pulses: readonly number[] };
  readonly starts: AgentStarts;
}

const IN_FLIGHT = 64;
const DECISIONS = 20_000;
const ENTRIES_A_ROUND = 20;
const PULSE_MS = 300;
const BAUD = 115_200;

/** Everything that the agent does at a door and on its disk, beside what it stands on. */
export const runEdgeBench = async ({ rounds, forMs, members, say }: EdgeBenchOptions): Promise<EdgeResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  try {
    const journal: EdgeResult['journal'][number][] = [];
    const [sync, facts] = [syncFloor(folder), journalSide(folder)];
    for (let round = 1; round <= rounds; round++) {
      say(`Journal, round ${round} …`);
      journal.push({ sync: await measure(sync.side, 1, forMs), append: await measure(facts.side, IN_FLIGHT, forMs) });
    }
    await facts.stop();

    say(`${members} members on a disk …`);
    const program = await startProgram('edge-decisions', [members, rounds, DECISIONS].map(String), Decisions);
    await program.stop();

    say('A gym …');
    const gym = await startGym(folder, { baud: BAUD });
    const door = { entries: [] as number[], pulses: [] as number[] };
    for (let round = 1; round <= rounds; round++) {
      say(`Entries, round ${round} …`);
      for (let i = 0; i < ENTRIES_A_ROUND; i++) {
        door.pulses.push(await gym.pulse(PULSE_MS));
        door.entries.push(await gym.enter());
      }
    }
    await gym.stop();

    say('Starts …');
    return { journal, decisions: program.ready, door, starts: await measureStarts(folder, gym, { rounds, members }) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
