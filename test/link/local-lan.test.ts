// @module-tag long
// @module-tag waiting
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aBroker, type TestBroker, until } from '@gatehouse/edge/broker/broker.kit.ts';
import { createBusRack } from '@gatehouse/edge/door/bus-rack.ts';
import { createDoors } from '@gatehouse/edge/door/create-doors.ts';
import { aFireStore, aJournal, aSlot, closingBoth } from '@gatehouse/edge/door/doors.kit.ts';
import type { Doors, UnlockResult } from '@gatehouse/edge/door/doors.ts';
import { NO_COPIES } from '@gatehouse/edge/doors-kept/doors-kept.ts';
import { createMqttReaders } from '@gatehouse/edge/readers/mqtt/mqtt-readers.ts';
import { createSimulatorClient, type SimulatorClient } from '@gatehouse/firmware-sim/control/client.ts';
import type { SimulatorState } from '@gatehouse/firmware-sim/control/state.ts';
import { type Simulator, startSimulator } from '@gatehouse/firmware-sim/simulator.ts';
import { Building } from '@gatehouse/firmware-sim/world/building.ts';
import { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import { EventId, newCommandId, newDoorId, newEventId } from '@gatehouse/shared/ids/ids.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} } as never;
const doorId = newDoorId();
const point = { bus: 'lan', unit: 1 };
const CONFIG = DoorConfig.parse({
  doorId,
  name: 'Front',
  profile: 'latch',
  relay: { ...point, channel: 0 },
  relayEnergisedMeans: 'unlocked',
  evidence: { kind: 'lock-sense', ...point, channel: 0, activeMeans: 'unlocked' },
  contact: { ...point, channel: 1, activeMeans: 'open' },
  rex: { ...point, channel: 2 },
  fire: null,
  holdSeconds: 1,
});
const BUILDING = Building.parse({
  title: 'A gym without serial lines',
  buses: [],
  boards: [{ name: 'front-controller', kind: 'mqtt-controller' }],
  doors: [
    {
      name: 'front',
      title: 'Front',
      lock: 'strike',
      wiring: 'no',
      board: 'front-controller',
      channel: 0,
      sense: { input: 0 },
      contact: { input: 1 },
      rex: { input: 2 },
    },
  ],
  readers: [{ name: 'front-reader', door: 'front' }],
});

let dir: string;
let broker: TestBroker;
let simulator: Simulator;
let sim: SimulatorClient;
let doors: Doors;
const journal = aJournal();

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'lan-'));
  broker = await aBroker();
  simulator = await startSimulator({ dir, port: 0, building: BUILDING });
  sim = createSimulatorClient(simulator.url);
  writeFileSync(join(dir, 'ca.pem'), broker.authority.certificatePem);
  broker.add('front-controller', 'controller');
  const { password } = broker.clients.add({ name: 'front-reader', kind: 'reader', doorId });
  const lan = { url: `mqtts://localhost:${broker.port}`, caFile: join(dir, 'ca.pem') };
  await sim.controller('front-controller', 'join', { ...lan, password: broker.password('front-controller') });
  await sim.reader('front-reader', 'join', { ...lan, password });
  const rack = createBusRack({
    buses: { lan: { kind: 'mqtt', controllers: { '1': 'front-controller' } } },
    clock: systemClock,
    log: quiet,
    record: (fact) => void journal.record(fact),
    local: broker.hub,
  });
  const made = createDoors({
    clock: systemClock,
    journal,
    rack,
    maintenanceStore: { load: () => ({}), keep: () => {}, commit: async () => 'stored' },
    lockdownStore: aSlot(),
    doorsKept: NO_COPIES,
    fireStore: aFireStore(),
    overrideStore: aSlot(),
    keyStore: aSlot(),
    inForceStore: aSlot(),
    powerLoss: false,
    clockTrusted: () => true,
    floorMs: () => 0,
    log: quiet,
  });
  doors = closingBoth(made, rack);
  await doors.apply([CONFIG]);
  await until(() => doors.report()[0]?.lock === 'locked', 'the door is found, locked');
});
afterAll(async () => {
  await doors.close();
  await simulator.close();
  await broker.close();
  rmSync(dir, { recursive: true });
});

const lock = () => simulator.world.site.doors.get('front')!.state().lock.position;
const unlock = (): Promise<UnlockResult> =>
  doors.unlock({
    commandId: newCommandId(),
    eventId: newEventId(),
    doorId,
    origin: 'staff',
    notAfterMonoMs: systemClock.monoMs() + 3_000,
    judgeAfterMs: 2_000,
  });
const found = () => until(() => doors.report()[0]?.reachable === true, 'the door is within reach');
const lost = () => until(() => doors.report()[0]?.reachable === false, 'the door is out of reach');

describe('a door whose controller is a client of the box’s own broker, over TLS', () => {
  it('is seen unlocked after an unlock, and locked again by the controller’s own timer', async () => {
    const result = await unlock();
    expect(result).toMatchObject({ outcome: 'unlocked', confirmedBy: 'lock-sense' });
    // The strike itself takes 40 ms; a command that had to be repeated would take 250 more.
    expect('tookMs' in result && result.tookMs).toBeLessThan(200);
    expect(lock()).toBe('unlocked');
    await until(() => lock() === 'locked' && doors.report()[0]?.lock === 'locked', 'it is locked again');
  });

  it('sees the leaf and the exit button', async () => {
    await sim.door('front', 'press-rex', { holdMs: 300 });
    await until(() => lock() === 'unlocked', 'the exit button releases it');
    await sim.door('front', 'push', { holdMs: 100 });
    await until(() => doors.report()[0]?.contact === 'open', 'the leaf is seen open');
    await until(() => doors.report()[0]?.contact === 'closed' && lock() === 'locked', 'and shut and locked again');
  });

  it('is unaffected by a restart of the broker: a hold ends in time, and the next unlock works', async () => {
    expect(await unlock()).toMatchObject({ outcome: 'unlocked' });
    await broker.stop();
    await lost();
    await until(() => lock() === 'locked', 'the controller ends the hold with no broker there');
    await broker.restart();
    await found();
    expect(await unlock()).toMatchObject({ outcome: 'unlocked' });
    await until(() => lock() === 'locked', 'locked again');
  });

  it('never carries out a command of the time when its controller was away', async () => {
    await sim.controller('front-controller', 'unplug');
    await lost();
    expect(await unlock()).not.toMatchObject({ outcome: 'unlocked' });
    const before = simulator.world.recent.length;
    await sim.controller('front-controller', 'replug');
    await found();
    await sleep(systemClock, Seconds(2));
    expect(lock()).toBe('locked');
    expect(simulator.world.recent.slice(before).some(({ text }) => text.startsWith('coil energised'))).toBe(false);
  });

  it('never carries out a command that was long on its way', async () => {
    await sim.controller('front-controller', 'late', { ms: 3_500, count: 200 });
    expect(await unlock()).not.toMatchObject({ outcome: 'unlocked' });
    await sim.controller('front-controller', 'clear-faults');
    await sleep(systemClock, Seconds(4));
    expect(lock()).toBe('locked');
    await found();
    expect(await unlock()).toMatchObject({ outcome: 'unlocked' });
    await until(() => lock() === 'locked', 'locked again');
  });

  it('is lost when its controller falls silent on a connection that stays, and found when it speaks', async () => {
    await sim.controller('front-controller', 'mute', { count: 10_000 });
    await lost();
    expect(broker.hub.connected('front-controller')).toBe(true);
    await sim.controller('front-controller', 'clear-faults');
    await found();
    expect(journal.kinds()).toEqual(expect.arrayContaining(['board.lost', 'board.found']));
  });
});

describe('the traffic on the LAN', () => {
  it('is listed message by message, with the faults that were put into it', async () => {
    expect((await sim.state()).traffic).toEqual(['LAN']);
    await sim.controller('front-controller', 'deaf', { count: 1 });
    expect(await unlock()).toMatchObject({ outcome: 'unlocked' });
    await until(() => lock() === 'locked', 'locked again');
    const said = (await sim.trace('LAN')).map(({ direction, text, faults }) => [direction, text, faults] as const);
    expect(said).toContainEqual(['request', expect.stringMatching(/^front-controller command \{.*"relay":0/), []]);
    expect(said).toContainEqual(['reply', expect.stringMatching(/^front-controller confirm \{.*"outcome":"done"/), []]);
    expect(said).toContainEqual(['request', expect.stringMatching(/^front-controller /), ['deaf']]);
    await expect(sim.trace('elsewhere')).rejects.toThrow('There is no bus "elsewhere".');
  });
});

describe('a reader on the LAN', () => {
  it('presents what a tester holds to it, and shows what the box says', async () => {
    const readers = createMqttReaders({
      local: broker.hub,
      readers: () => broker.clients.list().filter(({ kind }) => kind === 'reader'),
      present: async ({ presented }) => {
        const entryId = EventId.parse('evt_0123456789abcdef');
        if (presented.kind === 'card' && presented.text === '04A2') {
          await unlock();
          return { entryId, granted: true, reason: 'granted', message: 'Welcome.' };
        }
        return { entryId, granted: false, reason: 'unknown_credential', message: 'Not known here.' };
      },
      clock: systemClock,
      log: quiet,
    });
    const within = () => AbortSignal.timeout(5_000);
    const shown = ({ readers: [one] }: SimulatorState) => (one?.kind === 'mqtt' ? one.shown : undefined);
    await sim.reader('front-reader', 'present-card', { card: '04FF' });
    const denied = await sim.until((state) => shown(state)?.led === 'red', within());
    expect(shown(denied)).toMatchObject({
      reason: 'unknown_credential',
      message: 'Not known here.',
      beeps: 3,
    });
    await sim.reader('front-reader', 'present-card', { card: '04A2' });
    const granted = await sim.until((state) => shown(state)?.led === 'green', within());
    expect(granted.doors[0]?.lock.position).toBe('unlocked');
    readers.close();
    await until(() => lock() === 'locked', 'locked again');
  });
});

describe('a controller that is no longer welcome', () => {
  it('is out of reach at once, and stays so', async () => {
    broker.clients.remove('front-controller');
    await lost();
    await until(() => !simulator.world.controllers.get('front-controller')!.lan.state().connected, 'it is cut off');
    await sleep(systemClock, Seconds(1));
    expect(simulator.world.controllers.get('front-controller')!.lan.state().trouble).toBe('the password is wrong');
    expect(await unlock()).not.toMatchObject({ outcome: 'unlocked' });
  });
});
