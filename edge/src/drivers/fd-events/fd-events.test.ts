import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type FdEvents, openFdEvents } from './fd-events.ts';
import { openPipe } from './pipes.kit.ts';

let opened: FdEvents | undefined;
afterEach(() => opened?.close());
const openEvents = () => {
  opened = openFdEvents();
  return opened;
};

const listener = () => {
  const heard = { text: '', chunks: 0, gone: [] as string[] };
  return {
    heard,
    bytes: (bytes: Uint8Array) => {
      heard.text += Buffer.from(bytes).toString();
      heard.chunks++;
    },
    gone: (why: string) => void heard.gone.push(why),
  };
};
/** Holds the main thread, as a long piece of work would. */
/** A thread has to be started first, which a machine with much else to do takes a while for. */
const PATIENCE_MS = 10_000;
const busyFor = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

describe('descriptors of the kernel', () => {
  it('brings what comes on each of them, in order, in chunks no longer than asked for', async () => {
    const events = openEvents();
    const pipes = Array.from({ length: 20 }, openPipe);
    const listeners = pipes.map((pipe) => {
      const one = listener();
      events.watch(pipe.read, 4, one);
      return one;
    });
    for (let n = 0; n < 50; n++) for (const [i, pipe] of pipes.entries()) writeSync(pipe.write, `${i}/${n} `);
    const due = pipes.map((_, i) => Array.from({ length: 50 }, (_, n) => `${i}/${n} `).join(''));
    await vi.waitFor(() => expect(listeners.map(({ heard }) => heard.text)).toEqual(due), PATIENCE_MS);
    for (const [i, { heard }] of listeners.entries())
      expect(heard.chunks).toBeGreaterThanOrEqual((due[i]?.length ?? 0) / 4);
    await events.close();
    for (const pipe of pipes) pipe.close();
  });

  it('touches a descriptor no more once it was left, not even one that gets its number', async () => {
    const events = openEvents();
    for (let turn = 0; turn < 50; turn++) {
      const pipe = openPipe();
      const one = listener();
      const leave = events.watch(pipe.read, 16, one);
      if (turn % 2 === 0) writeSync(pipe.write, 'before');
      leave();
      one.heard.text = '';
      pipe.close();
      const next = openPipe();
      expect(next.read).toBe(pipe.read);
      writeSync(next.write, 'after');
      busyFor(2);
      expect(next.waiting()).toBe(5);
      expect(one.heard).toMatchObject({ text: '', gone: [] });
      next.close();
      leave(); // Twice is as good as once.
    }
  });

  it('says once that a descriptor brings nothing more, and goes on with the others', async () => {
    const events = openEvents();
    const [ends, stays] = [openPipe(), openPipe()];
    const [ended, other, never] = [listener(), listener(), listener()];
    events.watch(ends.read, 16, ended);
    events.watch(stays.read, 16, other);
    writeSync(ends.write, 'last words');
    closeSync(ends.write);
    await vi.waitFor(() => expect(ended.heard).toMatchObject({ text: 'last words', gone: ['it ended'] }), PATIENCE_MS);
    events.watch(999_999, 16, never);
    await vi.waitFor(() => expect(never.heard.gone).toHaveLength(1), PATIENCE_MS);
    writeSync(stays.write, 'still here');
    await vi.waitFor(() => expect(other.heard).toMatchObject({ text: 'still here', gone: [] }), PATIENCE_MS);
    expect(ended.heard.gone).toHaveLength(1);
    closeSync(ends.read);
    await events.close();
    stays.close();
  });

  it('reads no further ahead than it is listened to, and loses nothing', async () => {
    const events = openEvents();
    const pipe = openPipe();
    const one = listener();
    events.watch(pipe.read, 1, one);
    writeSync(pipe.write, '.');
    await vi.waitFor(() => expect(one.heard.text).toBe('.'), PATIENCE_MS); // The thread runs.
    writeSync(pipe.write, '.'.repeat(1_000));
    busyFor(300);
    expect(pipe.waiting()).toBeGreaterThanOrEqual(1_000 - 64);
    await vi.waitFor(() => expect(one.heard.text).toHaveLength(1_001), PATIENCE_MS);
    await events.close();
    pipe.close();
  });

  it('is not quiet until the listener has heard everything, wherever it is on its way', async () => {
    const events = openEvents();
    const pipe = openPipe();
    const one = listener();
    events.watch(pipe.read, 1, one);
    expect(events.isQuiet(pipe.read)).toBe(true);
    for (let turn = 0; turn < 200; turn++) {
      writeSync(pipe.write, '.'.repeat(1 + (turn % 7)));
      const due = one.heard.text.length + 1 + (turn % 7);
      do {
        expect(events.isQuiet(pipe.read)).toBe(false);
        await new Promise((resolve) => setImmediate(resolve));
      } while (one.heard.text.length < due);
      // Heard by now; the thread may be between its read and its next sleep for a moment.
      await vi.waitFor(() => expect(events.isQuiet(pipe.read)).toBe(true), { interval: 1, timeout: PATIENCE_MS });
    }
    await events.close();
    pipe.close();
  });

  it('tells nobody anything after it was closed', async () => {
    const events = openEvents();
    const pipe = openPipe();
    const one = listener();
    events.watch(pipe.read, 16, one);
    writeSync(pipe.write, 'x');
    await events.close();
    expect(one.heard).toEqual({ text: '', chunks: 0, gone: [] });
    expect(() => events.watch(pipe.read, 16, one)).toThrow('closed');
    pipe.close();
  });

  it.each([
    ['by its own word', 'process.exit(7)', 7],
    ['because it has nothing more to do', 'process.exitCode = 7', 7],
    ['by an error', "throw new Error('no')", 1],
    ['once the thread was closed, and not before', 'void events.close().then(() => process.exit(7))', 7],
  ])('lets a process end at once while the thread sleeps: %s', async (_how, ending, code) => {
    const files = ['./fd-events.ts', './pipes.kit.ts'].map((name) => new URL(name, import.meta.url).href);
    const script = `
      import { openFdEvents } from '${files[0]}';
      import { openPipe } from '${files[1]}';
      import { writeSync } from 'node:fs';
      const pipe = openPipe();
      const ready = setTimeout(() => process.exit(9), 5000);
      const events = openFdEvents();
      events.watch(pipe.read, 16, { gone: () => process.exit(8), bytes: () => {
        clearTimeout(ready);
        setTimeout(() => { process.stdout.write('.'); ${ending} }, 50);
      } });
      writeSync(pipe.write, 'x');`;
    const file = join(mkdtempSync(join(tmpdir(), 'fd-events-')), 'child.mjs');
    writeFileSync(file, script);
    const child = spawn(process.execPath, ['--no-warnings', file]);
    const spokeMs = new Promise<number>((resolve) => child.stdout.once('data', () => resolve(systemClock.monoMs())));
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    expect(await ended).toBe(code);
    expect(systemClock.monoMs() - (await spokeMs)).toBeLessThan(600);
  });
});
