// @module-tag long
// @module-tag waiting
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aRelease } from '@gatehouse/edge/update/testing/a-release.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { exportPublicKey, importPrivateKey, newDeviceKey } from '@gatehouse/shared/wire/device-keys.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually, timed } from '../kit/eventually.ts';
import { childrenOf, listenersOf } from '../kit/processes.ts';
import { type Site, startSite } from '../kit/site.ts';

const ROOT = join(import.meta.dirname, '../..');
const Status = z.object({
  version: z.string(),
  update: z.object({ state: z.string(), trouble: z.string().nullable(), undone: z.array(z.unknown()) }),
});

const dir = mkdtempSync(join(tmpdir(), 'updates-'));
const { privateKeyPem } = newDeviceKey();
const key = importPrivateKey(privateKeyPem);
const home = join(dir, 'home');

/** Builds a release as an operator does. */
const build = (version: string): { note: string; archive: string } => {
  const args = ['edge/src/release/main.ts', '--out', dir, '--version', version, '--key', join(dir, 'key.pem')];
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], { cwd: ROOT, stdio: 'pipe' });
  const name = join(dir, `gatehouse-edge-${version}`);
  return { note: `${name}.json`, archive: `${name}.tar.gz` };
};

const healthOf = (port: number): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/health', rejectUnauthorized: false }, (res) => {
      res.resume();
      resolve(res.statusCode);
    }).on('error', reject);
  });

describe('a box that runs bundled releases under the supervisor', () => {
  let site: Site;
  let supervisor: ChildProcess;
  const status = async () => Status.parse(await site.edgeControl('status'));
  const runs = (version: string) => async () => {
    try {
      return (await status()).version === version;
    } catch {
      return false; // Between two releases nobody answers.
    }
  };
  const supervise = (): ChildProcess =>
    spawn(
      process.execPath,
      [
        ...[join(home, 'supervise.mjs'), '--home', home, '--'],
        ...['--config', join(site.dir, 'edge', 'edge.json'), '--data', join(site.dir, 'edge'), '--panel-port', '0'],
      ],
      { stdio: 'ignore' },
    );

  beforeAll(async () => {
    writeFileSync(join(dir, 'key.pem'), privateKeyPem, { mode: 0o600 });
    process.env.RELEASE_PUBLIC_KEY = exportPublicKey(key);
    site = await startSite();
    delete process.env.RELEASE_PUBLIC_KEY;
    await site.stop(site.processes.edge);
    const config = JSON.parse(readFileSync(join(site.dir, 'edge', 'edge.json'), 'utf8'));
    writeFileSync(
      join(site.dir, 'edge', 'edge.json'),
      JSON.stringify({ ...config, updates: { publicKey: exportPublicKey(key) } }),
    );
    // The first release is put there by hand, as the runbook says.
    const { note, archive } = build('1.0.0');
    const folder = join(home, 'releases', '1.0.0');
    mkdirSync(folder, { recursive: true });
    execFileSync('tar', ['xzf', archive, '-C', folder]);
    copyFileSync(note, join(folder, 'release.json'));
    symlinkSync('releases/1.0.0', join(home, 'current'));
    copyFileSync(join(folder, 'bin', 'supervise.mjs'), join(home, 'supervise.mjs'));
  }, 120_000);
  afterAll(async () => {
    if (supervisor?.exitCode === null) {
      const ended = once(supervisor, 'exit');
      supervisor.kill('SIGTERM');
      await ended;
    }
    await site.close();
  });

  it('starts the bundle with nothing beside it, opens a door with it, and answers at the panel', async () => {
    supervisor = supervise();
    const { tookMs } = await timed(() => eventually(runs('1.0.0'), 'the bundle runs'));
    expect(tookMs).toBeLessThan(5_000);
    await site.untilOnline();
    expect((await site.unlock('front')).status).toBe(200);
    const [agent = 0] = childrenOf(supervisor.pid ?? 0);
    const ports = listenersOf(agent).map(({ port }) => port);
    expect(ports.length).toBeGreaterThan(0);
    expect(await healthOf(ports[0] ?? 0)).toBe(200);
    await site.building.untilLock('front', 'locked');
  });

  it('updates itself from the cloud, keeps what proves itself, and tells so', {
    tags: 'long',
    timeout: 120_000,
  }, async () => {
    await site.cloudControl('release-add', { path: build('1.1.0').note });
    await site.cloudControl('release-offer', { version: '1.1.0', to: { scope: 'channel', target: 'stable' } });
    await site.edgeControl('update', { check: true });
    await eventually(runs('1.1.0'), 'the new release runs', Seconds(30));
    expect((await status()).update.state).toBe('on_trial');
    const kept = async () => (await status()).update.state === 'idle';
    await eventually(kept, 'the new release is kept', Seconds(40));
    const state = () => JSON.parse(readFileSync(join(home, 'state.json'), 'utf8'));
    await eventually(() => state().trial === null, 'the supervisor has noted it');
    expect(state().undone).toEqual([]);
    await site.journal.drained();
    expect(await site.journal.of('update.begun', 0)).toEqual([{ from: '1.0.0', to: '1.1.0' }]);
    expect(await site.journal.of('update.kept', 0)).toEqual([{ version: '1.1.0' }]);
    expect(await site.cloudControl('releases')).toMatchObject({
      releases: [{ version: '1.1.0', running: [site.boxId] }],
    });
    expect((await site.unlock('front')).status).toBe(200);
    await site.building.untilLock('front', 'locked');
  });

  it('goes back from a release that cannot start, and its doors go on opening', { timeout: 120_000 }, async () => {
    const { notePath } = await aRelease({ version: '1.2.0', key, files: { 'agent.mjs': 'process.exit(1);' } });
    await site.cloudControl('release-add', { path: notePath });
    await site.cloudControl('release-offer', { version: '1.2.0', to: { scope: 'box', target: site.boxId } });
    await site.edgeControl('update', { check: true });
    const undone = async () => {
      try {
        return (await status()).update.undone.length === 1;
      } catch {
        return false;
      }
    };
    await eventually(undone, 'the release is given up', Seconds(30));
    expect((await status()).version).toBe('1.1.0');
    await site.untilOnline();
    expect((await site.unlock('front')).status).toBe(200);
    await site.journal.drained();
    expect(await site.journal.of('update.undone', 0)).toEqual([
      { from: '1.2.0', to: '1.1.0', why: 'it ended 3 times' },
    ]);
    // It is not tried again until it is offered anew.
    expect(await site.edgeControl('update', { check: true })).toMatchObject({ state: 'idle', trouble: null });
  });
});
