import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BoardError, type Bus, type RelayBoard } from '@gatehouse/edge/drivers/driver.ts';
import { type DriverKind, loadDriver } from '@gatehouse/edge/drivers/registry.ts';
import type { ReaderInput } from '@gatehouse/edge/readers/reader.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { z } from 'zod';
import { eventually } from '../kit/eventually.ts';
import { cpuMs } from './cpu.ts';
import {
  BOARD_LINES,
  type BoardLine,
  type Field,
  READER_LINES,
  type ReaderLine,
  readerName,
  startField,
} from './field.ts';
import { startProgram } from './program.ts';

export interface BusBenchOptions {
  readonly rounds: number;
  readonly forMs: number;
  readonly say: (text: string) => void;
}

export interface BusResult {
  /** ms from the order until a reading says that the lock has moved, time by time. */
  readonly boards: readonly { readonly line: BoardLine; readonly unlocks: readonly number[] }[];
  /** ms from a card being held to a reader until the agent has it, card by card; and how often each second readers are polled. */
  readonly readers: readonly {
    readonly line: ReaderLine;
    readonly cards: readonly number[];
    readonly pollsPerSecond: readonly number[];
  }[];
  /** ms that telling the simulator takes, which is in every card. */
  readonly telling: readonly number[];
  /** Processor time of an idle line, keeper and all, in ms a second. */
  readonly idle: readonly { readonly name: string; readonly cpuMsPerSecond: readonly number[] }[];
}

const UNLOCKS_A_ROUND = 12;
const CARDS_A_ROUND = 12;
const PULSE = Milliseconds(300);
/** Longer than any line and any lock take. */
const MOVES_WITHIN = Seconds(15);
/** H10301: facility 123, number 4567. */
const CARD = 'h10301:123:4567';
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const open = async (kind: DriverKind, config: object): Promise<Bus> => {
  const driver = await loadDriver(kind);
  return driver.open(driver.config.parse(config), { clock: systemClock, log });
};

/** A poll that was not answered is asked again, as the agent does. */
const sense = async (board: RelayBoard): Promise<boolean | undefined> => {
  try {
    return (await board.readInputs(1)).values[0];
  } catch (error) {
    if (!(error instanceof BoardError)) throw error;
    return undefined;
  }
};
const untilSense = async (board: RelayBoard, unlocked: boolean): Promise<void> => {
  const endMs = systemClock.monoMs() + MOVES_WITHIN;
  while ((await sense(board)) !== unlocked) if (systemClock.monoMs() > endMs) throw new Error('the lock does not move');
};

const unlocksOf = async (field: Field, line: BoardLine): Promise<number[]> => {
  const bus = await open(line.kind, line.config(field.path(line.name)));
  try {
    const board = bus.board(line.unit);
    await eventually(async () => (await sense(board)) !== undefined, `${line.name} answers`, Seconds(20));
    const taken: number[] = [];
    for (let i = 0; i < UNLOCKS_A_ROUND; i++) {
      await untilSense(board, false);
      const began = systemClock.monoMs();
      await board.pulse(0, true, PULSE);
      await untilSense(board, true);
      taken.push(systemClock.monoMs() - began);
    }
    await untilSense(board, false);
    return taken;
  } finally {
    await bus.close();
  }
};

/** Each reader in turn, at moments that have nothing to do with the polls. */
const cardsOf = async (field: Field, line: ReaderLine, forMs: number) => {
  const bus = await open(line.kind, line.config(field.path(line.name)));
  try {
    let took: (input: ReaderInput) => void = () => undefined;
    const readers = Array.from({ length: line.readers }, (_, at) => {
      const reader = bus.reader?.(at + 1);
      if (reader === undefined) throw new TypeError(`${line.name} has no reader ${at + 1}`);
      reader.listen({ took: (input) => took(input), changed: () => undefined });
      return reader;
    });
    const online = async () => readers.every((reader) => reader.standing().state === 'online');
    await eventually(online, `every reader of ${line.name} is online`, Seconds(30));
    await sleep(systemClock, Seconds(1)); // What a reader kept from before its session is thrown away first.
    const cards: number[] = [];
    for (let i = 0; i < CARDS_A_ROUND; i++) {
      await sleep(systemClock, Milliseconds(37 + ((i * 53) % 100)));
      let tookMs: number | undefined;
      took = () => {
        tookMs ??= systemClock.monoMs();
      };
      const began = systemClock.monoMs();
      await field.simulator.reader(readerName(line, i % line.readers), 'present-card', { card: CARD });
      await eventually(async () => tookMs !== undefined, `a card at ${line.name} is heard`, Seconds(5));
      cards.push((tookMs ?? Number.NaN) - began);
    }
    return { cards, polls: line.kind === 'osdp' ? await pollsOf(field, line, forMs) : [] };
  } finally {
    await bus.close();
  }
};

const pollsOf = async (field: Field, { name }: ReaderLine, forMs: number): Promise<number[]> => {
  const newest = async () => (await field.simulator.trace(name)).at(-1)?.number ?? 0;
  const [before, beganMs] = [await newest(), systemClock.monoMs()];
  await sleep(systemClock, Milliseconds(forMs));
  const frames = (await newest()) - before;
  return [(frames / 2 / (systemClock.monoMs() - beganMs)) * 1_000]; // A poll and its answer are two.
};

/** The process and its children, such as a keeper. */
const family = (pid: number): number[] => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [pid, ...(children === '' ? [] : children.split(' ').map(Number)).flatMap(family)];
};

const idleOf = async (field: Field, line: BoardLine | ReaderLine, forMs: number): Promise<number> => {
  const watched = 'unit' in line ? 'board' : 'reader';
  const args = [line.kind, JSON.stringify(line.config(field.path(line.name))), watched];
  const program = await startProgram('bus-idle', args, z.object({}));
  try {
    await sleep(systemClock, Seconds(2)); // What starting costs is not what idling does.
    const used = () => family(program.pid).reduce((sum, pid) => sum + cpuMs(pid), 0);
    const [before, beganMs] = [used(), systemClock.monoMs()];
    await sleep(systemClock, Milliseconds(forMs));
    return ((used() - before) / (systemClock.monoMs() - beganMs)) * 1_000;
  } finally {
    await program.stop();
  }
};

const tellingOf = async (field: Field): Promise<number[]> => {
  const taken: number[] = [];
  for (let i = 0; i < CARDS_A_ROUND; i++) {
    const began = systemClock.monoMs();
    await field.simulator.bus(BOARD_LINES[0]?.name ?? '', 'clear-faults');
    taken.push(systemClock.monoMs() - began);
  }
  return taken;
};

/** Every driver on its own line, beside what the bytes and the lock take alone. */
export const runBusBench = async ({ rounds, forMs, say }: BusBenchOptions): Promise<BusResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const field = await startField(folder);
  try {
    const boards = BOARD_LINES.map((line) => ({ line, unlocks: [] as number[] }));
    const readers = READER_LINES.map((line) => ({ line, cards: [] as number[], pollsPerSecond: [] as number[] }));
    const idle = [...BOARD_LINES, ...READER_LINES].map((line) => ({ line, cpuMsPerSecond: [] as number[] }));
    const telling: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      say(`Round ${round} …`);
      for (const { line, unlocks } of boards) {
        say(`  ${line.name}`);
        unlocks.push(...(await unlocksOf(field, line)));
      }
      telling.push(...(await tellingOf(field)));
      for (const { line, cards, pollsPerSecond } of readers) {
        say(`  ${line.name}`);
        const measured = await cardsOf(field, line, forMs);
        cards.push(...measured.cards);
        pollsPerSecond.push(...measured.polls);
      }
      say('  idle lines');
      for (const { line, cpuMsPerSecond } of idle) cpuMsPerSecond.push(await idleOf(field, line, 2 * forMs));
    }
    return {
      boards,
      readers,
      telling,
      idle: idle.map(({ line: { name }, cpuMsPerSecond }) => ({ name, cpuMsPerSecond })),
    };
  } finally {
    await field.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
