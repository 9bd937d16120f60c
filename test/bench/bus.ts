import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReaderInput } from '@gatehouse/edge/readers/reader.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { eventually } from '../kit/eventually.ts';
import { type ApartLine, startGpioLine, startMqttLine } from './apart.ts';
import {
  BOARD_LINES,
  type BoardLine,
  type Field,
  READER_LINES,
  type ReaderLine,
  readerName,
  startField,
} from './field.ts';
import { idleApart, idleCosts, idleLine } from './idle-lines.ts';
import { openBus, timeUnlocks } from './order-to-sense.ts';

export interface BusBenchOptions {
  readonly rounds: number;
  readonly forMs: number;
  readonly say: (text: string) => void;
}

export interface BusResult {
  /** ms from the order until a reading says that the lock has moved, time by time in each round. */
  readonly boards: readonly { readonly line: BoardLine; readonly unlocks: readonly (readonly number[])[] }[];
  /** The same where no bytes have a pace: what is asked and answered without a driver is the measure there. */
  readonly apart: readonly {
    readonly name: string;
    readonly bare: readonly (readonly number[])[];
    readonly unlocks: readonly (readonly number[])[];
  }[];
  /** What this machine cannot measure, and why, in a sentence each. */
  readonly missing: readonly string[];
  /** ms from a card being held to a reader until the agent has it, card by card; and how often each second readers are polled. */
  readonly readers: readonly {
    readonly line: ReaderLine;
    readonly cards: readonly number[];
    readonly pollsPerSecond: readonly number[];
  }[];
  /** ms that telling the simulator takes, which is in every card. */
  readonly telling: readonly number[];
  /** Processor time of an idle line, pulse supervisor and all, in ms a second. */
  readonly idle: readonly { readonly name: string; readonly cpuMsPerSecond: readonly number[] }[];
}

const CARDS_A_ROUND = 12;
/** H10301: facility 123, number 4567. */
const CARD = 'h10301:123:4567';

const unlocksOf = async (field: Field, line: BoardLine): Promise<number[]> => {
  const { eye = line } = line;
  const bus = await openBus(line.kind, line.config(field.path(line.name)));
  const eyes = eye === line ? bus : await openBus(eye.kind, eye.config(field.path(eye.name)));
  try {
    const board = bus.board(line.unit);
    return await timeUnlocks(line.name, board, eye === line ? board : eyes.board(eye.unit));
  } finally {
    await bus.close();
    if (eyes !== bus) await eyes.close();
  }
};

/** Each reader in turn, at moments that have nothing to do with the polls. */
const cardsOf = async (field: Field, line: ReaderLine, forMs: number) => {
  const bus = await openBus(line.kind, line.config(field.path(line.name)));
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

const tellingOf = async (field: Field): Promise<number[]> => {
  const taken: number[] = [];
  for (let i = 0; i < CARDS_A_ROUND; i++) {
    const began = systemClock.monoMs();
    await field.simulator.bus(BOARD_LINES[0]?.name ?? '', 'clear-faults');
    taken.push(systemClock.monoMs() - began);
  }
  return taken;
};

/** Every driver on its own line, beside the least that can be there. */
export const runBusBench = async ({ rounds, forMs, say }: BusBenchOptions): Promise<BusResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const field = await startField(folder);
  const apart: ApartLine[] = [];
  try {
    apart.push(await startMqttLine(field, folder));
    const gpio = await startGpioLine(folder);
    if (typeof gpio !== 'string') apart.push(gpio);
    const boards = BOARD_LINES.map((line) => ({ line, unlocks: [] as (readonly number[])[] }));
    const grounds = apart.map((line) => ({
      line,
      bare: [] as (readonly number[])[],
      unlocks: [] as (readonly number[])[],
    }));
    const readers = READER_LINES.map((line) => ({ line, cards: [] as number[], pollsPerSecond: [] as number[] }));
    const idle = [...[...BOARD_LINES, ...READER_LINES].map((line) => idleLine(field, line)), ...apart.map(idleApart)];
    const costs: (readonly number[])[] = [];
    const telling: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      say(`Round ${round} of ${rounds} …`);
      for (const { line, unlocks } of boards) {
        say(`  ${line.name}`);
        unlocks.push(await unlocksOf(field, line));
      }
      for (const { line, bare, unlocks } of grounds) {
        say(`  ${line.name}`);
        bare.push(await line.ask('bare'));
        unlocks.push(await line.ask('unlocks'));
      }
      telling.push(...(await tellingOf(field)));
      for (const { line, cards, pollsPerSecond } of readers) {
        say(`  ${line.name}`);
        const measured = await cardsOf(field, line, forMs);
        cards.push(...measured.cards);
        pollsPerSecond.push(...measured.polls);
      }
      say('  idle lines');
      costs.push(await idleCosts(idle, 2 * forMs));
    }
    return {
      boards,
      apart: grounds.map(({ line: { name }, bare, unlocks }) => ({ name, bare, unlocks })),
      missing: typeof gpio === 'string' ? [`gpio-sysfs is not measured here: ${gpio}.`] : [],
      readers,
      telling,
      idle: idle.map(({ name }, at) => ({ name, cpuMsPerSecond: costs.map((round) => round[at] ?? Number.NaN) })),
    };
  } finally {
    for (const line of apart) await line.stop();
    await field.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
