// @module-tag long
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDemo as demo, printed as line, startPrinting } from '../kit/demo-process.ts';
import { eventually, timed } from '../kit/eventually.ts';
import { childrenOf, isAlive, listenersOf } from '../kit/processes.ts';

describe('what a newcomer sees', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-newcomer-'));
  const running = new Set<ReturnType<typeof demo>>();
  const begin = (...options: [string, ...string[]]) => {
    const started = demo(...options);
    running.add(started);
    void started.ended.then(() => running.delete(started));
    return started;
  };
  let squatter: Server;
  beforeAll(async () => {
    // Somebody has the first port already; if it was not free before, so much the better.
    squatter = createServer();
    squatter.on('error', () => undefined).listen(8443, '127.0.0.1');
    await Promise.race([once(squatter, 'listening'), once(squatter, 'error')]);
  });
  afterAll(async () => {
    for (const { child, ended } of running) {
      child.kill('SIGINT');
      await ended;
    }
    squatter.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('[R60] in an empty folder, `npm run demo -- --smoke` runs every line that it prints, and all of them are true', async () => {
    const { said, ended } = startPrinting('npm', 'run', 'demo', '--', '--smoke', '--data', join(folder, 'smoke'));
    expect(await ended, said()).toBe(0);
    expect(said()).toContain('Everything works.');
    expect(said().match(/^ok {4}/gm)?.length, said()).toBeGreaterThanOrEqual(20);
    expect(said()).not.toContain('FAIL');
  }, 90_000);

  it('busy ports are moved and printed, nothing listens beyond loopback, Ctrl-C ends all, and a second start keeps keys and identity', async () => {
    const dataDir = join(folder, 'kept');
    const screens: string[] = [];
    for (const round of ['first', 'second']) {
      const { child, pid, said, ended } = begin(dataDir);
      await eventually(() => said().includes('Ctrl-C stops everything'), `the ${round} start is ready`);
      screens.push(said());
      const all = [pid, ...childrenOf(pid)];
      expect(all).toHaveLength(4);
      const listening = all.flatMap(listenersOf);
      expect(listening.length).toBeGreaterThanOrEqual(5);
      for (const { address } of listening) expect(['127.0.0.1', '::1']).toContain(address);
      const partner = Number(new URL(line(said(), 'Partner API')).port);
      expect(partner).toBeGreaterThan(8443);
      expect(listening.map(({ port }) => port)).toContain(partner);

      child.kill('SIGINT');
      const { result, tookMs } = await timed(() => ended);
      expect(result, said()).toBe(0);
      expect(tookMs).toBeLessThan(Seconds(8));
      await eventually(() => !all.some(isAlive), 'every process has ended', Seconds(2));
    }
    const [first = '', second = ''] = screens;
    for (const kind of ['live', 'dryrun', 'read-only']) expect(line(second, kind)).toBe(line(first, kind));
    expect(line(first, 'live')).toMatch(/^sk_live_[0-9A-Za-z]{43}$/);
    const identity = JSON.parse(readFileSync(join(dataDir, 'edge', 'identity.json'), 'utf8'));
    expect(readFileSync(join(dataDir, 'logs', 'edge.log'), 'utf8')).toContain(identity.boxId);
    expect(second).toContain(/doors\/(door_\w+)\/unlock/.exec(first)?.[1] ?? 'no door');
    for (const secret of ['partner.env', 'cloud/demo.json', 'cloud/secrets/authority.json', 'edge/identity.json'])
      expect(statSync(join(dataDir, secret)).mode & 0o777, secret).toBe(0o600);
  }, 60_000);
});
