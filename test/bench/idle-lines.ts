import { readFileSync } from 'node:fs';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { z } from 'zod';
import type { ApartLine } from './apart.ts';
import { cpuMs } from './cpu.ts';
import type { BoardLine, Field, ReaderLine } from './field.ts';
import { startProgram } from './program.ts';

/** A line that can be watched by a process, with nobody who uses it. */
export interface IdleLine {
  readonly name: string;
  /** Resolves once all that there is on the line has answered. */
  readonly begin: () => Promise<{ readonly pid: number; readonly end: () => Promise<unknown> }>;
}

/** What starting costs is not what idling does. */
const SETTLED = Seconds(2);

export const idleLine = (field: Field, line: BoardLine | ReaderLine): IdleLine => ({
  name: line.name,
  begin: async () => {
    const watched = 'unit' in line ? ['board', line.eye ? '0' : '2'] : ['reader'];
    const args = [line.kind, JSON.stringify(line.config(field.path(line.name))), ...watched];
    const { pid, stop } = await startProgram('bus-idle', args, z.object({}));
    return { pid, end: stop };
  },
});

export const idleApart = ({ name, pid, ask }: ApartLine): IdleLine => ({
  name,
  begin: async () => {
    await ask('watch');
    return { pid, end: () => ask('rest') };
  },
});

/** The process and its children, such as a pulse supervisor. */
const family = (pid: number): number[] => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [pid, ...(children === '' ? [] : children.split(' ').map(Number)).flatMap(family)];
};
const usedMs = (pid: number): number => family(pid).reduce((sum, one) => sum + cpuMs(one), 0);

/**
 * What each line costs while nobody uses it, in ms of processor time a second. All at once: that is counted by process, and
 * one after the other they would take most of a round.
 */
export const idleCosts = async (lines: readonly IdleLine[], forMs: number): Promise<number[]> => {
  const watched = await Promise.all(lines.map(({ begin }) => begin()));
  try {
    await sleep(systemClock, SETTLED);
    const [before, beganMs] = [watched.map(({ pid }) => usedMs(pid)), systemClock.monoMs()];
    await sleep(systemClock, Milliseconds(forMs));
    const seconds = (systemClock.monoMs() - beganMs) / 1_000;
    return watched.map(({ pid }, at) => (usedMs(pid) - (before[at] ?? Number.NaN)) / seconds);
  } finally {
    await Promise.all(watched.map(({ end }) => end()));
  }
};
