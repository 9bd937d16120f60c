import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../fakes/silent-log.ts';
import { notifySocket } from './datagrams.kit.ts';
import { createHealth, LOOP_MAX_MS } from './health.ts';
import { NO_SERVICE_MANAGER, openServiceManager } from './sd-notify.ts';
import { startWatchdog } from './watchdog.ts';

describe('what the service manager is told', () => {
  let systemd: ReturnType<typeof notifySocket>;
  beforeEach(() => {
    systemd = notifySocket();
  });
  afterEach(() => systemd.close());

  it('reaches a real datagram socket, each word by itself', async () => {
    const manager = await openServiceManager({ NOTIFY_SOCKET: systemd.path, WATCHDOG_USEC: '15000000' }, silentLog);
    manager.ready();
    manager.status('3 doors\nlocked');
    manager.pet();
    manager.stopping();
    expect(systemd.take()).toEqual(['READY=1', 'STATUS=3 doors locked', 'WATCHDOG=1', 'STOPPING=1']);
    expect(manager.watchdogUs).toBe(15_000_000);
    manager.close();
  });

  it('does not call an update the end of the service, and gives the next release the time to start', async () => {
    const environment = { NOTIFY_SOCKET: systemd.path, WATCHDOG_USEC: '15000000', GATEHOUSE_HOME: '/releases' };
    const manager = await openServiceManager(environment, silentLog);
    manager.ready();
    manager.stopping();
    expect(systemd.take()).toEqual(['WATCHDOG=1', 'READY=1', 'WATCHDOG=1']);
    manager.close();
  });

  it('reaches one in the abstract namespace too', async () => {
    const abstract = notifySocket(`@gatehouse-test-${process.pid}`);
    const manager = await openServiceManager({ NOTIFY_SOCKET: abstract.path }, silentLog);
    manager.ready();
    expect(abstract.take()).toEqual(['READY=1']);
    expect(manager.watchdogUs).toBe(0);
    manager.close();
    abstract.close();
  });

  it.each([{}, { NOTIFY_SOCKET: '' }, { NOTIFY_SOCKET: 'relative' }, { NOTIFY_SOCKET: `/${'x'.repeat(200)}` }])(
    'is nothing where there is none: %j',
    async (environment) => expect(await openServiceManager(environment, silentLog)).toBe(NO_SERVICE_MANAGER),
  );

  it('is lost without a fault when nobody listens any more', async () => {
    const manager = await openServiceManager({ NOTIFY_SOCKET: `${systemd.path}-gone` }, silentLog);
    expect(() => manager.pet()).not.toThrow();
    manager.close();
  });
});

describe('the watchdog', () => {
  const setup = async () => {
    const systemd = notifySocket();
    const clock = new ManualClock();
    const manager = await openServiceManager({ NOTIFY_SOCKET: systemd.path, WATCHDOG_USEC: '15000000' }, silentLog);
    const state = { loopAgeMs: 0, broken: false };
    const { answers } = createHealth({
      journal: { standing: () => ({ writable: false, lost: null, reserve: false }) },
      doors: { report: () => [{ reachable: false }], loopAgeMs: () => state.loopAgeMs },
      box: { answers: () => !state.broken, standing: () => ({ writable: false, waiting: 2 }) },
      access: () => undefined,
      readers: () => [],
      clockTrusted: () => true,
    });
    const watchdog = startWatchdog({ manager, answers, statusLine: () => 'all is well', clock, log: silentLog });
    const pets = async () => {
      systemd.take();
      await clock.advance(Seconds(15));
      return systemd.take().filter((word) => word === 'WATCHDOG=1').length;
    };
    return { clock, state, systemd, watchdog, pets };
  };

  it('is petted three times in its time, also on a full disk and with a board unplugged', async () => {
    const { systemd, pets, watchdog, clock } = await setup();
    expect(systemd.take()).toEqual(['WATCHDOG=1', 'STATUS=all is well']);
    expect(await pets()).toBe(3);
    watchdog.close();
    expect(clock.pendingTimers).toBe(0);
  });

  it('is not petted while the door loop or the database does not answer, and says which', async () => {
    const { state, pets, systemd, clock } = await setup();
    state.loopAgeMs = LOOP_MAX_MS + 1;
    expect(await pets()).toBe(0);
    state.loopAgeMs = 0;
    expect(await pets()).toBe(3);
    state.broken = true;
    systemd.take();
    await clock.advance(Seconds(5));
    expect(systemd.take()).toEqual(['STATUS=the database does not answer']);
  });
});
