// @module-tag long
// @module-tag waiting
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patiently } from '@gatehouse/edge/drivers/calls.kit.ts';
import type { Bus, RelayBoard } from '@gatehouse/edge/drivers/driver.ts';
import { type DriverKind, loadDriver } from '@gatehouse/edge/drivers/registry.ts';
import { createSimulatorClient, type SimulatorClient } from '@gatehouse/firmware-sim/control/client.ts';
import { type Simulator, startSimulator } from '@gatehouse/firmware-sim/simulator.ts';
import { Building } from '@gatehouse/firmware-sim/world/building.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../kit/eventually.ts';

const BUILDING = {
  title: 'Modules on USB',
  buses: [
    { name: 'usb-1', baud: 19_200 },
    { name: 'usb-2', baud: 9_600 },
  ],
  boards: [
    { name: 'talking', kind: 'numato', bus: 'usb-1' },
    { name: 'silent', kind: 'lcus', bus: 'usb-2' },
  ],
  doors: [
    { name: 'front', title: 'F', lock: 'strike', wiring: 'no', board: 'talking', channel: 0, sense: { input: 0 } },
    {
      name: 'back',
      title: 'B',
      lock: 'strike',
      wiring: 'no',
      board: 'silent',
      channel: 2,
      sense: { board: 'talking', input: 5 },
    },
  ],
};
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

let dir: string;
let simulator: Simulator;
let building: SimulatorClient;
const buses: Bus[] = [];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'gatehouse-ascii-'));
  simulator = await startSimulator({ dir, port: 0, building: Building.parse(BUILDING) });
  building = createSimulatorClient(simulator.url);
});
afterEach(async () => {
  for (const bus of buses.splice(0)) await bus.close();
  await simulator.close();
  rmSync(dir, { recursive: true });
});

const open = async (kind: DriverKind, bus: string, baud: number): Promise<RelayBoard> => {
  const driver = await loadDriver(kind);
  const config = driver.config.parse({ path: simulator.buses[bus], baud });
  const opened = driver.open(config, { clock: systemClock, log });
  buses.push(opened);
  return opened.board(1);
};
const lockOf = async (door: string) => (await building.state()).doors.find(({ name }) => name === door)?.lock.position;

describe('simulated modules of text and of silence, through pulse supervisors', () => {
  it('open a lock for a time, and an input on the same module sees it', async () => {
    const board = await open('numato', 'usb-1', 19_200);
    expect((await patiently(() => board.readInputs(8))).values).toEqual(new Array(8).fill(false));
    await board.pulse(0, true, Seconds(1));
    await eventually(async () => (await board.readInputs(1)).values[0] === true, 'the sense says unlocked');
    expect(await lockOf('front')).toBe('unlocked');
    expect((await board.readCoils(8)).values[0]).toBe(true);
    await eventually(async () => (await board.readInputs(1)).values[0] === false, 'the sense says locked again');
    expect(await lockOf('front')).toBe('locked');
  });

  it('open a lock on a board that says nothing, seen by an input of another', async () => {
    const silent = await open('lcus', 'usb-2', 9_600);
    const seeing = await open('numato', 'usb-1', 19_200);
    await patiently(() => silent.readCoils(1));
    expect((await silent.readCoils(3)).values).toEqual([undefined, undefined, undefined]);
    await silent.pulse(2, true, Milliseconds(800));
    await eventually(async () => (await patiently(() => seeing.readInputs(6))).values[5] === true, 'the sense sees it');
    await eventually(async () => (await lockOf('back')) === 'locked', 'the pulse supervisor has brought it back');
  });

  it.each(['drop', 'garble', 'half', 'duplicate', 'delay'])(
    'obey, and are read right, through answers that suffer %s',
    async (fault) => {
      const board = await open('numato', 'usb-1', 19_200);
      await patiently(() => board.readInputs(2));
      for (let round = 0; round < 4; round++) {
        await building.bus('usb-1', fault, { count: 2, ...(fault === 'delay' ? { ms: 130 } : {}) });
        const on = round % 2 === 0;
        await patiently(() => board.set(0, on));
        expect((await patiently(() => board.readCoils(1))).values).toEqual([on]);
        const seen = on ? 'unlocked' : 'locked';
        await eventually(async () => (await lockOf('front')) === seen, `the lock is ${seen}`);
        await building.bus('usb-1', fault, { count: 1, ...(fault === 'delay' ? { ms: 130 } : {}) });
        // A damaged digit may hide a change for one question; two in a row are the truth.
        await patiently(() => board.readInputs(1));
        expect((await patiently(() => board.readInputs(1))).values).toEqual([on]);
      }
    },
  );

  it('are found again when they were pulled out', async () => {
    const board = await open('numato', 'usb-1', 19_200);
    await patiently(() => board.readInputs(1));
    await building.bus('usb-1', 'unplug');
    await expect(board.set(0, true)).rejects.toMatchObject({ name: 'BoardError' });
    await building.bus('usb-1', 'replug');
    await patiently(() => board.set(0, true));
    expect((await board.readCoils(1)).values).toEqual([true]);
  });
});
