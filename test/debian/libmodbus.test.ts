import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Bus } from '@gatehouse/edge/drivers/driver.ts';
import { ModbusRtuConfig } from '@gatehouse/edge/drivers/modbus-rtu/config.ts';
import { modbusRtu } from '@gatehouse/edge/drivers/modbus-rtu/driver.ts';
import { createSimulatorClient } from '@gatehouse/firmware-sim/control/client.ts';
import { type Simulator, startSimulator } from '@gatehouse/firmware-sim/simulator.ts';
import { Building } from '@gatehouse/firmware-sim/world/building.ts';
import { MODBUS_LINE, twoModbusBoards } from '@gatehouse/firmware-sim/world/buildings.kit.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../kit/eventually.ts';
import { runProgram } from './run-program.ts';

const TIMED_OUT = 'error: Connection timed out';
const SOURCE = fileURLToPath(new URL('./libmodbus-peer.c', import.meta.url));
let dir: string;
const children: ChildProcess[] = [];
/** A program of the system that runs until the test is over. Its lines come one by one. */
const start = (command: string, ...args: string[]) => {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.on('error', () => undefined); // It never gets ready, and whoever waits for it says so.
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async () => String((await lines.next()).value);
  return { line, say: (text: string) => void child.stdin.write(`${text}\n`) };
};
/** Two ends of a line by socat; the second may be a device that is there. */
const between = async (name: string, device?: string) => {
  const [near, far] = [join(dir, `${name}-near`), join(dir, `${name}-far`)];
  const other = device === undefined ? `pty,raw,echo=0,link=${far}` : `file:${device},raw,echo=0,nonblock`;
  start('socat', `pty,raw,echo=0,link=${near}`, other);
  await eventually(
    () => existsSync(near) && (device !== undefined || existsSync(far)),
    'socat has made the ends of the line: is it installed? See .ci/run',
  );
  return { near, far };
};
const peer = () => join(dir, 'peer');

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'gatehouse-libmodbus-'));
  const flags = ['-Wall', '-Wextra', '-Werror', '-I/usr/include/modbus'];
  const { code, output } = await runProgram('gcc', [...flags, '-o', peer(), SOURCE, '-lmodbus'], 60);
  expect([code, output]).toEqual([0, '']);
});
afterAll(() => rmSync(dir, { recursive: true }));
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** The C library that much of the world's Modbus runs on, at the simulated boards, with socat in between. */
describe('libmodbus as master of simulated boards', () => {
  let simulator: Simulator;
  let ask: (order: string) => Promise<string>;
  beforeEach(async () => {
    simulator = await startSimulator({
      dir: mkdtempSync(join(dir, 'sim-')),
      port: 0,
      building: Building.parse(twoModbusBoards(9_600)),
    });
    const { near } = await between('sim', simulator.buses[MODBUS_LINE]);
    const master = start(peer(), 'master', near, '9600');
    expect(await master.line()).toBe('ready');
    const askOnce = (order: string) => {
      master.say(order);
      return master.line();
    };
    // As masters do: a frame that a busy machine has torn in two is none for the board, so it is asked again.
    ask = async (order) => {
      let answer = await askOnce(order);
      for (let again = 0; again < 2 && answer === TIMED_OUT; again++) answer = await askOnce(order);
      return answer;
    };
  });
  afterEach(() => simulator.close());

  it('switches and reads coils and inputs, and the lock moves', async () => {
    expect(await ask('coil 0 1')).toBe('ok');
    expect(await ask('coils 0 8')).toBe('10000000');
    await createSimulatorClient(simulator.url).until(
      ({ doors }) => doors[0]?.lock.position === 'unlocked',
      AbortSignal.timeout(5_000),
    );
    expect(await ask('inputs 0 8')).toBe('10000000');
  });

  it('reaches each of two boards on the line, and is refused what the second does not have', async () => {
    expect([await ask('unit 2'), await ask('coil 7 1'), await ask('coils 0 8')]).toEqual(['ok', 'ok', '00000001']);
    expect(await ask('inputs 0 8')).toMatch(/^error: Illegal/);
    expect([await ask('unit 1'), await ask('coils 0 8')]).toEqual(['ok', '00000000']);
    expect(await ask('coils 4 8')).toBe('error: Illegal data address');
    expect(await ask('register 16384')).toBe('1');
    expect([await ask('unit 9'), await ask('coils 0 8')]).toEqual(['ok', TIMED_OUT]);
  });

  it('flashes a coil by the maker’s own bytes, and the board brings it back', async () => {
    expect(await ask('raw 01 05 02 00 00 07')).toBe('010502000007' + '8db0');
    expect(await ask('coils 0 1')).toBe('1');
    await eventually(async () => (await ask('coils 0 1')) === '0', 'the coil is back', Seconds(3));
  });
});

describe('our driver at a board that is libmodbus', () => {
  let bus: Bus | undefined;
  afterEach(() => bus?.close());

  it('switches, reads, and is told in words what the board does not do', async () => {
    const { near, far } = await between('pair');
    expect(await start(peer(), 'board', far, '9600').line()).toBe('ready');
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    bus = modbusRtu.open(ModbusRtuConfig.parse({ path: near }), { clock: systemClock, log });
    const board = bus.board(1);
    await eventually(
      () =>
        board.readInputs(8).then(
          ({ values }) => values[2] === true,
          () => false,
        ),
      'the third input is on',
    );
    await board.set(3, true);
    expect((await board.readCoils(8)).values).toEqual([false, false, false, true, false, false, false, false]);
    await board.set(3, false);
    expect((await board.readCoils(8)).values).toEqual(new Array(8).fill(false));
    // Plain Modbus knows no flash: a board without it refuses, and nothing moves.
    await expect(board.pulse(0, true, Milliseconds(700))).rejects.toMatchObject({ reason: 'refused' });
    await expect(board.set(8, true)).rejects.toMatchObject({
      reason: 'refused',
      message: expect.stringContaining('2'),
    });
    expect((await board.readCoils(8)).values).toEqual(new Array(8).fill(false));
    await expect(bus.board(2).set(0, true)).rejects.toMatchObject({ reason: 'no_reply' });
    expect((await board.readInputs(8)).values[2]).toBe(true);
  });
});
