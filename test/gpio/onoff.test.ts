import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../kit/eventually.ts';
import { firstChip, levelOf, pull } from './lines.ts';

interface Line {
  readSync(): 0 | 1;
  writeSync(value: 0 | 1): void;
  direction(): string;
  edge(): string;
  watch(heard: (error: Error | null, value: 0 | 1) => void): void;
  unexport(): void;
}
interface Onoff {
  readonly Gpio: {
    new (gpio: number, direction: string, edge?: string | object, options?: object): Line;
    readonly accessible: boolean;
  };
}
const { Gpio } = createRequire(import.meta.resolve('@gatehouse/edge/config.ts'))('onoff') as Onoff;

const opened = new Set<Line>();
const open = (offset: number, ...how: [string, (string | object)?, object?]): Line => {
  const line = new Gpio(firstChip().base + offset, ...how);
  opened.add(line);
  return line;
};
const codeOf = (run: () => unknown): unknown => {
  try {
    run();
    return 'nothing';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
};
afterEach(() => {
  for (const line of opened) line.unexport();
  opened.clear();
  for (const offset of [4, 5, 9]) pull(offset, false);
});

/** The package as it is published. The same tests run on lines served by FUSE and on a kernel's own (test/uml). */
describe('onoff, unmodified', () => {
  it('finds the lines, and none beyond them', () => {
    expect(Gpio.accessible).toBe(true);
    const { base, lines } = firstChip();
    expect(codeOf(() => new Gpio(base + lines, 'out'))).toBe('EINVAL');
    expect(base).toBeGreaterThan(17);
    expect(codeOf(() => new Gpio(17, 'out'))).toBe('EINVAL');
  });

  it('drives a line, and reads back what it drives and which way', () => {
    const line = open(4, 'low');
    expect([line.direction(), line.readSync(), levelOf(4)]).toEqual(['out', 0, false]);
    line.writeSync(1);
    expect([line.readSync(), levelOf(4)]).toEqual([1, true]);
    line.writeSync(0);
    expect([line.readSync(), levelOf(4)]).toEqual([0, false]);
  });

  it('starts a line high without a moment of low, and takes high and low as they are on the wire', () => {
    const line = open(5, 'high', 'none', { activeLow: true });
    expect([line.readSync(), levelOf(5)]).toEqual([0, true]);
    line.writeSync(1);
    expect(levelOf(5)).toBe(false);
  });

  it('hears each edge of a contact that takes its time', async () => {
    const line = open(9, 'in', 'both');
    expect([line.direction(), line.edge()]).toEqual(['in', 'both']);
    const heard: number[] = [];
    line.watch((error, value) => heard.push(error === null ? value : -1));
    for (let n = 1; n <= 20; n += 1) {
      pull(9, n % 2 === 1);
      await eventually(() => heard.length === n, `edge ${n} is heard`);
    }
    expect(heard).toEqual(Array.from({ length: 20 }, (_, n) => (n + 1) % 2));
  });

  it('hears a burst as fewer edges than there were: they are a reason to look, not a count', async () => {
    const line = open(9, 'in', 'both');
    const heard: number[] = [];
    line.watch((_, value) => heard.push(value));
    for (let n = 1; n <= 11; n += 1) pull(9, n % 2 === 1);
    await eventually(() => heard.length > 0, 'something is heard');
    await sleep(systemClock, Milliseconds(100));
    expect(heard.length).toBeLessThan(11);
    expect([heard.at(-1), line.readSync()]).toEqual([1, 1]);
  });

  it('hears only the edges that it asked for', async () => {
    const line = open(9, 'in', 'rising');
    const heard: number[] = [];
    line.watch((_, value) => heard.push(value));
    pull(9, true);
    await eventually(() => heard.length === 1, 'the rise is heard');
    pull(9, false);
    await sleep(systemClock, Milliseconds(60));
    expect(heard).toEqual([1]);
  });

  it('may not write what it listens to', () => {
    const line = open(9, 'in');
    expect(codeOf(() => line.writeSync(1))).toBe('EPERM');
    expect(levelOf(9)).toBe(false);
  });

  it('has a line to itself no more than anybody else: a second one takes it without a word', () => {
    open(4, 'high');
    const second = open(4, 'low');
    expect([second.readSync(), levelOf(4)]).toEqual([0, false]);
  });

  it('lets a line fall when it is unexported, and only then', () => {
    const { base } = firstChip();
    const line = open(4, 'high');
    expect([existsSync(`/sys/class/gpio/gpio${base + 4}`), levelOf(4)]).toEqual([true, true]);
    line.unexport();
    opened.delete(line);
    expect([existsSync(`/sys/class/gpio/gpio${base + 4}`), levelOf(4)]).toEqual([false, false]);
  });
});
