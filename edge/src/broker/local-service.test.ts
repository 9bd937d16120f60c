import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { Milliseconds, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { expect, it } from 'vitest';
import { silentLog } from '../fakes/silent-log.ts';
import { openBoxStore } from '../store/box-store.ts';
import { until } from './broker.kit.ts';
import { createLocalClients } from './local-clients.ts';
import { openLocalService } from './local-service.ts';
import { createPresenceFacts } from './presence-facts.ts';

it('keeps no door waiting for a port that another has, and takes it once it is free', async () => {
  const squatter = createServer();
  await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve));
  const { port } = squatter.address() as { port: number };
  const dir = mkdtempSync(join(tmpdir(), 'service-'));
  const box = openBoxStore(join(dir, 'box.db'), { nowMs: 0, log: silentLog });
  const clock = new ManualClock(new Date(systemClock.wallMs()).toISOString());
  const service = openLocalService({
    settings: { host: '127.0.0.1', port, homeAssistant: false },
    box,
    clients: createLocalClients({ box, clock, random: systemRandom }),
    record: () => {},
    clock,
    log: silentLog,
  });
  const none = () => Promise.reject(new Error('no cloud'));
  const running = await service.start({
    dataDir: dir,
    facilityId: () => undefined,
    cloud: { send: none, close: () => {} } as never,
    tokens: { current: none, drop: () => undefined },
    look: () => ({ boxId: 'x', version: '1', link: { state: 'stopped', trouble: undefined }, doors: [] }),
    present: none,
  });
  expect(service.listening()).toBeUndefined();
  await clock.advance(Seconds(6));
  expect(service.listening()).toBeUndefined();
  await new Promise((resolve) => squatter.close(resolve));
  // Binding takes turns of the event loop that a still clock does not.
  await until(() => {
    void clock.advance(Seconds(1));
    return service.listening() === port;
  }, 'the broker has its port');
  running.goodbye();
  const closing = service.close();
  await clock.advance(Milliseconds(100));
  await closing;
  expect(clock.pendingTimers).toBe(0);
  box.close();
  rmSync(dir, { recursive: true });
});

it('states who came and went, and does not fill the journal with a loose cable', async () => {
  const clock = new ManualClock();
  const facts: FactBody[] = [];
  const told = createPresenceFacts({ clock, record: (fact) => facts.push(fact), log: { info: () => {} } });
  for (let i = 0; i < 500; i++) {
    told('front-reader');
    told('front-reader', 'the connection was closed');
    await clock.advance(Seconds(1));
  }
  told('another', 'it was removed');
  expect(facts.slice(0, 2)).toEqual([
    { kind: 'local.connected', data: { client: 'front-reader' } },
    { kind: 'local.gone', data: { client: 'front-reader', why: 'the connection was closed' } },
  ]);
  expect(facts.length).toBeLessThan(25);
  expect(facts.at(-1)).toEqual({ kind: 'local.gone', data: { client: 'another', why: 'it was removed' } });
  await clock.advance(Minutes(10));
  told('front-reader');
  expect(facts.at(-1)?.kind).toBe('local.connected');
});
