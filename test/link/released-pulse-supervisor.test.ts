import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryModule } from '@gatehouse/edge/drivers/numato/memory-module.ts';
import type { FromPulseSupervisor, ToPulseSupervisor } from '@gatehouse/edge/drivers/pulse-supervisor/messages.ts';
import { openPty } from '@gatehouse/edge/drivers/serial/pty.ts';
import { bundleAgent } from '@gatehouse/edge/release/bundle-agent.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { machineClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../kit/eventually.ts';

/** As on a box that has nothing but Node and what the release holds. */
describe('the pulse supervisor of a release', () => {
  let folder: string;
  let pulseSupervisor: ChildProcess | undefined;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-release-'));
    await bundleAgent(folder, '1.2.3');
  });
  afterAll(() => {
    pulseSupervisor?.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  it('is in it, opens a board, and brings back what it holds when its agent hangs up', async () => {
    const module = createMemoryModule();
    const pty = openPty();
    pty.onBytes = (bytes) => {
      const reply = module.answer(bytes);
      if (reply !== undefined) pty.write(reply);
    };
    const main = join(folder, 'pulse-supervisor-main.mjs');
    expect(existsSync(main)).toBe(true);
    const child = fork(main, [], { cwd: folder, env: {}, execArgv: [], serialization: 'advanced' });
    pulseSupervisor = child;
    const heard: FromPulseSupervisor[] = [];
    child.on('message', (message) => void heard.push(message as FromPulseSupervisor));
    const ended = new Promise<number | null>((resolve) => void child.on('exit', resolve));
    const say = (message: ToPulseSupervisor) => void child.send(message);

    say({ do: 'open', kind: 'numato', config: { path: pty.path, baud: 115_200 } });
    await eventually(() => heard.some(({ is }) => is === 'ready'), 'the pulse supervisor is ready');
    let id = 0;
    const pulse = () => {
      const notAfterMs = machineClock.monoMs() + 1_000;
      say({ do: 'pulse', id: ++id, unit: 1, channel: 0, energised: true, forMs: Seconds(30), notAfterMs });
      return module.coils[0] === true;
    };
    await eventually(pulse, 'the relay moves');
    child.disconnect();
    expect(await ended).toBe(0);
    expect(module.coils[0]).toBe(false);
    pty.unplug();
  });

  it('leaves its agent alone where a part is missing that only some buses need', () => {
    const [parts, away] = [join(folder, 'node_modules/@koromix'), join(folder, 'away')];
    renameSync(parts, away);
    try {
      const { stderr } = spawnSync(process.execPath, [join(folder, 'agent.mjs'), '--help'], { encoding: 'utf8' });
      expect(stderr).toContain('--panel-port');
    } finally {
      renameSync(away, parts);
    }
  });
});
