import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, startChild } from '@gatehouse/cli/demo/child.ts';
import { EdgeReady } from '@gatehouse/cli/demo/ready.ts';
import { PROGRAMS } from '@gatehouse/cli/process-files.ts';
import { notifySocket } from '@gatehouse/edge/health/datagrams.kit.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { selfSignedCertificate } from '@gatehouse/shared/tls/certificates.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { eventually } from '../kit/eventually.ts';

describe('a box as its operator watches it, with no cloud and no network', () => {
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-watched-'));
  const at = (...parts: string[]) => join(dir, ...parts);
  const systemd = notifySocket(at('notify'));
  const said: string[] = [];
  const hears = (word: string) => () => {
    said.push(...systemd.take());
    return said.includes(word);
  };
  const config = (more: object = {}) =>
    JSON.stringify({ cloud: { url: 'https://127.0.0.1:1', caFile: 'ca.pem' }, buses: {}, ...more });
  const log = () => readFileSync(at('edge.log'), 'utf8');
  let edge: Child<z.infer<typeof EdgeReady>>;
  beforeAll(async () => {
    mkdirSync(at('data'), { mode: 0o700 });
    writeFileSync(at('ca.pem'), (await selfSignedCertificate(['localhost'], systemClock.wallMs())).certificatePem);
    writeFileSync(at('edge.json'), config());
    edge = await startChild({
      name: 'edge',
      file: PROGRAMS.edge,
      args: ['--config', at('edge.json'), '--data', at('data'), '--panel-port', '0', '--log-file', at('edge.log')],
      environment: { NOTIFY_SOCKET: systemd.path, WATCHDOG_USEC: '1500000' },
      logDir: at('logs'),
      clock: systemClock,
      ready: EdgeReady,
    });
  });
  afterAll(async () => {
    await edge.stop();
    systemd.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const get = (path: string, authorization?: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = authorization === undefined ? {} : { authorization };
      request(new URL(path, edge.ready.panelUrl), { rejectUnauthorized: false, headers }, (res) => {
        let text = '';
        res.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        res.on('end', () => resolve({ status: res.statusCode ?? 0, text }));
      })
        .on('error', reject)
        .end();
    });

  it('tells systemd that it is ready, how it does, and again and again that it lives', async () => {
    await eventually(hears('READY=1'), 'it is ready');
    await eventually(() => {
      said.push(...systemd.take());
      return said.filter((word) => word === 'WATCHDOG=1').length >= 3;
    }, 'it pets the watchdog');
    expect(said.find((word) => word.startsWith('STATUS='))).toMatch(/^STATUS=degraded: 0 doors, offline/);
  });

  it('says how it does to anybody, and its figures to who has the token', async () => {
    // It has no access rules yet: nobody has claimed it.
    expect(await get('/health')).toEqual({ status: 200, text: '{"status":"degraded"}' });
    expect((await get('/metrics')).status).toBe(401);
    const token = readFileSync(at('data', 'metrics-token'), 'utf8').trim();
    const { status, text } = await get('/metrics', `Bearer ${token}`);
    expect(status).toBe(200);
    expect(text).toContain('gatehouse_edge_link_connected 0\n');
    await eventually(
      async () => (await get('/metrics', `Bearer ${token}`)).text.includes('gatehouse_edge_journal_reserve 1\n'),
      'the reserve is made',
    );
  });

  it('reads its configuration again when told, whole or not at all', async () => {
    writeFileSync(at('edge.json'), '{"cloud":');
    process.kill(edge.pid, 'SIGHUP');
    await eventually(() => log().includes('nothing of it was taken on'), 'a bad file is refused');
    const buses = { late: { kind: 'modbus-rtu', path: '/dev/null' } };
    writeFileSync(
      at('edge.json'),
      config({ logLevel: 'debug', buses, cloud: { url: 'https://127.0.0.1:2', caFile: 'ca.pem' } }),
    );
    process.kill(edge.pid, 'SIGHUP');
    await eventually(() => log().includes('was read again'), 'a good one is taken on');
    const line =
      log()
        .split('\n')
        .find((text) => text.includes('was read again')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ applied: ['buses.late', 'logLevel'], needsRestart: ['cloud'] });
  });

  it('starts although it is told to read its configuration while it does', async () => {
    const pidFile = at('early', 'agent.pid');
    const starting = startChild({
      name: 'early',
      file: PROGRAMS.edge,
      args: ['--config', at('edge.json'), '--data', at('early'), '--panel-port', '0', '--log-file', at('early.log')],
      logDir: at('logs'),
      clock: systemClock,
      ready: EdgeReady,
    });
    await eventually(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '', 'it has begun to start');
    process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGHUP');
    const early = await starting;
    await eventually(() => readFileSync(at('early.log'), 'utf8').includes('was read again'), 'it does so once it runs');
    await early.stop();
  });

  it('says that it stops', async () => {
    await edge.stop();
    await eventually(hears('STOPPING=1'), 'it says goodbye');
  });
});
