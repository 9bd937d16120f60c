import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_MAINTENANCE } from '@gatehouse/shared/door/maintenance.ts';
import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { DoorReport } from '@gatehouse/shared/wire/beacon.ts';
import { describe, expect, it } from 'vitest';
import { journalOnDisk } from '../fakes/journal-on-disk.ts';
import { silentLog } from '../fakes/silent-log.ts';
import { createHealth, type HealthDeps } from './health.ts';
import { healthRoutes, metricsToken } from './health-routes.ts';
import { createMetrics } from './metrics.ts';

const doorId = DoorId.parse('door_0123456789abcdef');
const aDoor = {
  doorId,
  lock: 'locked',
  contact: 'closed',
  evidence: 'lock-sense',
  maintenance: NO_MAINTENANCE,
  reachable: true,
  alarms: [],
} as unknown as DoorReport;

const aReader: ReturnType<HealthDeps['readers']>[number] = { state: 'online', tampered: false };

const setup = () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'health-'));
  const clock = new ManualClock();
  const { journal } = journalOnDisk(dataDir, clock);
  const state = {
    doors: [aDoor],
    readers: [aReader],
    loopAgeMs: 20,
    broken: false,
    waiting: 0,
    clockTrusted: true,
    access: undefined as { staleness: 'fresh' | 'stale'; ageMs: number } | undefined,
  };
  const doors = { report: () => state.doors, loopAgeMs: () => state.loopAgeMs };
  const box = {
    answers: () => !state.broken,
    standing: () => ({ writable: state.waiting === 0, waiting: state.waiting }),
  };
  const clockTrusted = () => state.clockTrusted;
  const readers = () => state.readers;
  const health = createHealth({ journal, doors, readers, clockTrusted, box, access: () => state.access });
  const metrics = createMetrics({
    dataDir,
    version: '1.2.3',
    clock,
    clockTrusted,
    linkConnected: () => false,
    journal,
    doors,
    box,
    access: () => state.access,
    readers,
    status: health.status,
  });
  return { dataDir, journal, state, health, metrics, clock };
};

describe('the health of the agent', () => {
  it('is ok, degraded when somebody should look, failing when it does not do its work', () => {
    const { state, health } = setup();
    expect(health.status()).toBe('ok');
    state.doors = [aDoor, { ...aDoor, reachable: false }];
    expect(health.status()).toBe('degraded');
    state.doors = [aDoor];
    for (const wrong of [{ state: 'lost' as const }, { tampered: true }]) {
      state.readers = [aReader, { ...aReader, ...wrong }];
      expect(health.status()).toBe('degraded');
    }
    state.readers = [aReader];
    state.clockTrusted = false; // S5
    expect(health.status()).toBe('degraded');
    state.clockTrusted = true;
    state.access = { staleness: 'stale', ageMs: 1 };
    expect(health.status()).toBe('degraded');
    state.access = { staleness: 'fresh', ageMs: 1 };
    expect(health.status()).toBe('ok');
    state.waiting = 1;
    expect(health.status()).toBe('degraded');
    state.waiting = 0;
    state.loopAgeMs = 60_000;
    expect(health.status()).toBe('failing');
    state.loopAgeMs = 0;
    state.broken = true;
    expect(health.status()).toBe('failing');
  });
});

describe('the metrics of the agent', () => {
  it('gives way while it counts the facts of weeks that nobody scraped', async () => {
    const { metrics, journal, clock } = setup();
    await metrics.text();
    for (let i = 0; i < 3; i++)
      await journal.record(
        ...Array.from({ length: 1_000 }, () => ({ kind: 'door.closed' as const, data: { doorId } })),
      );
    let text: string | undefined;
    const scraped = metrics.text().then((made) => {
      text = made;
    });
    for (let pause = 0; pause < 2; pause++) {
      await clock.advance(Milliseconds(0));
      expect(text).toBeUndefined();
      await clock.advance(Milliseconds(1));
    }
    await scraped;
    expect(text).toContain('uptime_seconds');
  });
  it('say how the doors, the link, the clock, the journal and the process stand', async () => {
    const { metrics, journal, state } = setup();
    state.access = { staleness: 'fresh', ageMs: 12_000 };
    await journal.record({
      kind: 'access.denied',
      data: {
        doorId,
        entryId: 'evt_0123456789abcdef' as never,
        person: null,
        by: 'card',
        revision: 3,
        reason: 'unknown_credential',
      },
    });
    const text = await metrics.text();
    for (const line of [
      'gatehouse_edge_info{version="1.2.3"} 1',
      'gatehouse_edge_healthy 1',
      'gatehouse_edge_doors{lock="locked",maintenance="off",reachable="true"} 1',
      'gatehouse_edge_readers{state="online",tampered="false"} 1',
      'gatehouse_edge_link_connected 0',
      'gatehouse_edge_clock_trusted 1',
      'gatehouse_edge_journal_waiting_facts 1',
      'gatehouse_edge_journal_lost_facts 0',
      'gatehouse_edge_snapshot_age_seconds 12',
      'gatehouse_edge_decisions_total{kind="entry",outcome="unknown_credential"} 1',
    ])
      expect(text).toContain(`${line}\n`);
    expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(text).toMatch(/^gatehouse_edge_store_bytes\{file="journal.db"\} \d+/m);
    expect(await metrics.text()).toContain('outcome="unknown_credential"} 1\n'); // Counted once.
    state.access = undefined;
    expect(await metrics.text()).not.toMatch(/^gatehouse_edge_snapshot_age_seconds/m);
    journal.close();
  });

  it('are for who brings the token, and the health is for anybody', async () => {
    const { dataDir, metrics, health, state } = setup();
    const token = metricsToken(dataDir, systemRandom, silentLog);
    expect(metricsToken(dataDir, systemRandom, silentLog)).toBe(token);
    expect(statSync(join(dataDir, 'metrics-token')).mode & 0o777).toBe(0o600);
    const routes = healthRoutes({ health, metrics, token });
    const server = createServer((req, res) => void routes[`GET ${req.url}` as 'GET /health'](req, res));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const get = (path: string, authorization = '') => fetch(`${at}${path}`, { headers: { authorization } });
    expect((await get('/metrics')).status).toBe(401);
    expect((await get('/metrics', `Bearer ${token}x`)).status).toBe(401);
    const answer = await get('/metrics', `Bearer ${token}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('0.0.4')]);
    expect(await answer.text()).toContain('gatehouse_edge_info');
    expect(await (await get('/health')).json()).toEqual({ status: 'ok' });
    state.broken = true;
    expect([(await get('/health')).status, await (await get('/health')).json()]).toEqual([503, { status: 'failing' }]);
    server.close();
  });

  it('make a new token where the kept one is not sound', () => {
    const { dataDir } = setup();
    writeFileSync(join(dataDir, 'metrics-token'), 'short\n');
    expect(metricsToken(dataDir, systemRandom, silentLog)).toHaveLength(43);
  });
});
