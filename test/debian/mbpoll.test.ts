import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSimulatorClient } from '@gatehouse/firmware-sim/control/client.ts';
import { type Simulator, startSimulator } from '@gatehouse/firmware-sim/simulator.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runProgram } from './run-program.ts';

const BUS = 'rs485-1';

/** mbpoll stands on libmodbus, the C library that much of the world's Modbus runs on. */
describe('mbpoll at the simulated relay board', () => {
  let dir: string;
  let simulator: Simulator;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'gatehouse-mbpoll-'));
    simulator = await startSimulator({ dir, port: 0 });
  });
  afterAll(async () => {
    await simulator.close();
    rmSync(dir, { recursive: true });
  });
  beforeEach(async () => {
    await poll('-t', '0', '-r', '1', '--', '0', '0', '0');
  });

  /** One exchange with board 1 at 9600 8N1. mbpoll wants its device before the values it writes. */
  const poll = (...args: string[]) => {
    const values = args.indexOf('--');
    const [options, written] = values === -1 ? [args, []] : [args.slice(0, values), args.slice(values + 1)];
    const device = simulator.buses[BUS] ?? '';
    return runProgram('mbpoll', [
      '-m',
      'rtu',
      '-a',
      '1',
      '-b',
      '9600',
      '-P',
      'none',
      '-1',
      '-o',
      '2',
      ...options,
      device,
      ...written,
    ]);
  };
  /** The values that mbpoll prints, as `[reference]: value`. */
  const values = (output: string) => [...output.matchAll(/^\[(\d+)\]:\s+(\S+)/gm)].map(([, , value]) => value).join('');
  const client = () => createSimulatorClient(simulator.url);

  it('reads coils and inputs at rest', async () => {
    expect(values((await poll('-t', '0', '-r', '1', '-c', '8')).output)).toBe('00000000');
    expect(values((await poll('-t', '1', '-r', '1', '-c', '8')).output)).toBe('00000000');
  });

  it('writes one coil: the lock moves, and the sense input says so', async () => {
    const { code, output } = await poll('-t', '0', '-r', '1', '--', '1');
    expect([code, output]).toEqual([0, expect.stringMatching(/Written 1 ref/i)]);
    await client().until(
      ({ doors }) => doors.find(({ name }) => name === 'front')?.lock.position === 'unlocked',
      AbortSignal.timeout(5_000),
    );
    expect(values((await poll('-t', '0', '-r', '1', '-c', '8')).output)).toBe('10000000');
    expect(values((await poll('-t', '1', '-r', '1', '-c', '1')).output)).toBe('1');
  });

  it('writes several coils at once and reads them back', async () => {
    expect((await poll('-t', '0', '-r', '1', '--', '1', '0', '1')).code).toBe(0);
    expect(values((await poll('-t', '0', '-r', '1', '-c', '3')).output)).toBe('101');
  });

  it('is told of an address that the board does not have', async () => {
    const { output } = await poll('-t', '0', '-r', '5', '-c', '8');
    expect(output).toMatch(/Illegal data address/i);
  });

  it('hears nothing from a board that is not there', async () => {
    const { output } = await poll('-a', '9', '-o', '0.3', '-t', '0', '-r', '1', '-c', '1');
    expect(output).toMatch(/timed out/i);
  });
});
