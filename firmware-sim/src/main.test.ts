import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
let dir: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sim-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(dir, { recursive: true });
});

const start = (...args: string[]) => {
  const child = fork(MAIN, ['--dir', dir, '--port', '0', ...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
  });
  children.push(child);
  let log = '';
  child.stderr?.on('data', (chunk) => {
    log += chunk;
  });
  return { child, log: () => log };
};

describe('the simulator as a process', () => {
  it.each(['SIGTERM', 'SIGINT', 'the parent leaving'] as const)(
    'tells its parent where it is, and ends within a second of %s',
    async (way) => {
      const { child } = start();
      const [ready] = await once(child, 'message');
      expect(ready).toEqual({
        type: 'ready',
        url: expect.stringMatching(/^http:/),
        buses: { 'rs485-1': join(dir, 'rs485-1') },
      });
      expect(readlinkSync(ready.buses['rs485-1'])).toMatch(/^\/dev\/pts\//);
      const events = await fetch(`${ready.url}/events`);
      const startMs = systemClock.monoMs();
      const ended = once(child, 'exit');
      if (way === 'the parent leaving') child.disconnect();
      else child.kill(way);
      expect((await ended)[0]).toBe(0);
      expect(systemClock.monoMs() - startMs).toBeLessThan(1_000);
      expect(existsSync(join(dir, 'rs485-1'))).toBe(false);
      await events.body?.cancel().catch(() => undefined);
    },
  );

  it('replaces the link that a killed one left behind', async () => {
    const first = start();
    await once(first.child, 'message');
    const before = readlinkSync(join(dir, 'rs485-1'));
    const second = start();
    await once(second.child, 'message');
    expect(readlinkSync(join(dir, 'rs485-1'))).not.toBe(before);
  });

  it('says every problem of a building file and does not start', async () => {
    const file = join(dir, 'building.json');
    writeFileSync(file, JSON.stringify({ title: '', buses: [], boards: [], doors: [] }));
    const { child, log } = start('--building', file);
    expect((await once(child, 'close'))[0]).toBe(1);
    for (const member of ['title', 'doors']) expect(log()).toContain(member);
  });
});
