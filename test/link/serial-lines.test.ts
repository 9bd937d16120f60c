import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@gatehouse/edge/config.ts';
import { BoardError, type Bus, type ReaderKeys } from '@gatehouse/edge/drivers/driver.ts';
import { loadDriver } from '@gatehouse/edge/drivers/registry.ts';
import type { ReaderInput } from '@gatehouse/edge/readers/reader.ts';
import { createSimulatorClient, type SimulatorClient } from '@gatehouse/firmware-sim/control/client.ts';
import type { SimulatorState } from '@gatehouse/firmware-sim/control/state.ts';
import { type Simulator, startSimulator } from '@gatehouse/firmware-sim/simulator.ts';
import { Building } from '@gatehouse/firmware-sim/world/building.ts';
import { newDoorId } from '@gatehouse/shared/ids/ids.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../kit/eventually.ts';

const door = (name: string, board: string, sense?: { readonly board?: string; readonly input: number }) => ({
  name,
  title: name,
  lock: 'strike',
  wiring: 'no',
  board,
  channel: 1,
  ...(sense && { sense }),
});
const building = Building.parse({
  title: 'Every kind of serial line',
  buses: [{ name: 'osdp' }, { name: 'numato' }, { name: 'lcus' }, { name: 'scanner' }, { name: 'modbus' }],
  boards: [
    { kind: 'numato', name: 'numato-board', bus: 'numato' },
    { kind: 'lcus', name: 'lcus-board', bus: 'lcus' },
    { kind: 'waveshare', name: 'plain-board', bus: 'modbus', address: 7, inputs: false },
  ],
  doors: [
    door('front', 'front-reader', { input: 0 }),
    door('back', 'numato-board', { input: 3 }),
    door('store', 'lcus-board'),
    door('roof', 'plain-board', { board: 'numato-board', input: 4 }),
  ],
  readers: [
    { kind: 'osdp', name: 'front-reader', door: 'front', bus: 'osdp', address: 0 },
    { kind: 'osdp', name: 'back-reader', door: 'back', bus: 'osdp', address: 9 },
    { kind: 'scanner', name: 'store-reader', door: 'store', bus: 'scanner' },
  ],
});

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
let dir: string;
let simulator: Simulator;
let sim: SimulatorClient;
let config: ReturnType<typeof loadConfig>;
const kept = new Map<number, Uint8Array>();
const buses = new Map<string, Bus>();
const took = new Map<string, ReaderInput[]>();

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'lines-'));
  simulator = await startSimulator({ dir, port: 0, building });
  sim = createSimulatorClient(simulator.url);
  const told = await sim.edgeConfig();
  const ids = Object.fromEntries(building.doors.map(({ name }) => [name, newDoorId()]));
  const readers = Object.entries(told.readers).map(([name, reader]) => [name, { ...reader, door: ids[reader.door] }]);
  const file = join(dir, 'edge.json');
  const cloud = { url: 'https://localhost', caFile: 'ca.pem' };
  writeFileSync(file, JSON.stringify({ cloud, buses: told.buses, readers: Object.fromEntries(readers) }));
  config = loadConfig(file);

  const keys: ReaderKeys = {
    get: (unit) => kept.get(unit),
    put: (unit, key) => {
      kept.set(unit, Uint8Array.from(key));
      return 'stored';
    },
    remove: (unit) => {
      kept.delete(unit);
      return 'stored';
    },
  };
  for (const [name, { kind, ...settings }] of Object.entries(config.buses)) {
    const driver = await loadDriver(kind);
    buses.set(name, driver.open(driver.config.parse(settings), { clock: systemClock, log: quiet, keys }));
  }
  for (const [name, { bus, unit }] of Object.entries(config.readers ?? {})) {
    const inputs: ReaderInput[] = [];
    took.set(name, inputs);
    readerAt(bus, unit).listen({ took: (input) => void inputs.push(input), changed: () => undefined });
  }
});
afterAll(async () => {
  for (const bus of buses.values()) await bus.close();
  await simulator.close();
  rmSync(dir, { recursive: true });
});

const boardAt = (bus: string, unit: number) => buses.get(bus)!.board(unit);
const readerAt = (bus: string, unit: number) => buses.get(bus)!.reader!(unit)!;
const unitOf = (reader: string) => config.readers![reader]!;
const within = () => AbortSignal.timeout(8_000);
const lockIs = (name: string, position: string) => (state: SimulatorState) =>
  state.doors.some((one) => one.name === name && one.lock.position === position);
const readerState = async (name: string) => {
  const one = (await sim.state()).readers.find((reader) => reader.name === name);
  if (one?.kind !== 'osdp') throw new TypeError(`no OSDP reader ${name}`);
  return one;
};
/** Does it as often as it takes: a board may be out of reach for a moment, above all on a busy machine. */
const withinReach = async <T>(run: () => Promise<T>): Promise<T> => {
  let done: { readonly value: T } | undefined;
  await eventually(
    () =>
      run().then(
        (value) => {
          done = { value };
          return true;
        },
        (error: unknown) => {
          if (!(error instanceof BoardError)) throw error;
          return false;
        },
      ),
    'the board is within reach',
    Seconds(8),
  );
  return done!.value;
};
/** Sets relay 1. */
const reached = (bus: string, unit: number, energised: boolean) =>
  withinReach(() => boardAt(bus, unit).set(1, energised));
const online = (reader: string) =>
  eventually(
    () => readerAt(unitOf(reader).bus, unitOf(reader).unit).standing().state === 'online',
    `${reader} is online`,
    Seconds(8),
  );

describe('the agent’s own drivers on the simulator’s serial lines, opened as the simulator says', () => {
  it.each([
    ['back', 'numato', 1],
    ['store', 'lcus', 1],
    ['roof', 'modbus', 7],
    ['front', 'osdp', 127],
  ] as const)('a pulse opens %s, on %s, and it comes back by itself', async (name, bus, unit) => {
    await reached(bus, unit, false);
    await withinReach(() => boardAt(bus, unit).pulse(1, true, Seconds(1)));
    await sim.until(lockIs(name, 'unlocked'), within());
    await sim.until(lockIs(name, 'locked'), within());
  });

  it.each([
    ['back', 'numato', 1],
    ['roof', 'modbus', 7],
    ['front', 'osdp', 127],
  ] as const)(
    '%s, on %s, is moved in the end whatever happens to a reply or a request',
    { tags: 'long' },
    async (name, bus, unit) => {
      const faults: readonly (readonly [string, object])[] = [
        ['drop', {}],
        ['deaf', {}],
        ['garble', {}],
        ['half', {}],
        ['duplicate', {}],
        ['wrong-address', {}],
        ['delay', { ms: 300 }],
      ];
      for (const [fault, body] of faults) {
        await sim.bus(bus, fault, body);
        const beganMs = systemClock.monoMs();
        const settled = await boardAt(bus, unit)
          .set(1, true)
          .then(
            () => 'moved',
            (error: unknown) => error,
          );
        expect(systemClock.monoMs() - beganMs, fault).toBeLessThan(2_500);
        if (settled !== 'moved') expect(settled, fault).toBeInstanceOf(BoardError);
        await sim.bus(bus, 'clear-faults');
        await reached(bus, unit, true);
        await sim.until(lockIs(name, 'unlocked'), within());
        await reached(bus, unit, false);
        await sim.until(lockIs(name, 'locked'), within());
      }
    },
  );

  it('inputs say what the lock did, where a board has them', async () => {
    const inputs = (bus: string, unit: number, count: number) =>
      withinReach(() => boardAt(bus, unit).readInputs(count)).then(({ values }) => values);
    const sensed = async () => (await inputs('numato', 1, 5)).slice(3);
    expect(await sensed()).toEqual([false, false]);
    await reached('numato', 1, true);
    await reached('modbus', 7, true);
    await sim.until((state) => lockIs('back', 'unlocked')(state) && lockIs('roof', 'unlocked')(state), within());
    expect(await sensed()).toEqual([true, true]);
    await reached('numato', 1, false);
    await reached('modbus', 7, false);
    await sim.until((state) => lockIs('back', 'locked')(state) && lockIs('roof', 'locked')(state), within());
    await reached('osdp', 127, true);
    await sim.until(lockIs('front', 'unlocked'), within());
    expect(await inputs('osdp', 127, 2)).toEqual([true, false]);
    await reached('osdp', 127, false);
    await sim.until(lockIs('front', 'locked'), within());
  });

  it('cards, keys and lines arrive as they were held to each reader', async () => {
    await online('back-reader');
    await sim.reader('back-reader', 'present-card', { card: 'h10301:123:4567', pin: '42' });
    await sim.reader('store-reader', 'present-card', { card: '7AF443' });
    await eventually(() => took.get('back-reader')?.length === 4, 'the card and the keys came', Seconds(5));
    expect(took.get('back-reader')).toEqual([
      { kind: 'bits', bits: '10111101100010001110101110' },
      ...['4', '2', '#'].map((key) => ({ kind: 'key', key })),
    ]);
    await eventually(() => took.get('store-reader')?.length === 1, 'the line came', Seconds(5));
    expect(took.get('store-reader')).toEqual([{ kind: 'line', text: '0008057923' }]);
    expect(took.get('front-reader')).toEqual([]);
  });

  it('a reader is paired by order, and from then on spoken to under its own key, lamp and card alike', async () => {
    const { bus, unit } = unitOf('front-reader');
    await online('front-reader');
    await buses.get(bus)!.pairing!.install(unit);
    await eventually(async () => (await readerState('front-reader')).channel === 'own-key', 'it is paired', Seconds(8));
    expect(kept.get(unit)).toHaveLength(16);
    await online('front-reader');
    expect(readerAt(bus, unit).standing().secure).toBe(true);
    readerAt(bus, unit).show({ led: 'green', ledMs: 3_000, beeps: 1 });
    await eventually(
      async () => (await readerState('front-reader')).lamp.colour === 'green',
      'it is green',
      Seconds(5),
    );
    await sim.reader('front-reader', 'present-card', { card: '7B11D7' });
    await eventually(() => took.get('front-reader')?.length === 1, 'the card came', Seconds(5));
    expect((await readerState('back-reader')).channel).toBe('plain');
    const trace = await sim.trace(bus);
    const told = trace.find(({ text }) => text.startsWith('#0 RAW'));
    expect(told?.text).toMatch(/^#0 RAW card of 26 bits \(\d, secured and encrypted\)$/);
    expect(told?.hex).not.toContain('BD 88 EB 80');
  });
});
