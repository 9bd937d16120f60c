import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../simulator.ts';
import { Building } from '../../world/building.ts';
import { MODBUS_LINE, twoModbusBoards } from '../../world/buildings.kit.ts';

const NONE = new Array<boolean>(8).fill(false);
const only = (channel: number) => NONE.map((_, i) => i === channel);

let dir: string;
let simulator: Simulator;
const { default: ModbusRTU } = createRequire(import.meta.url)('modbus-serial') as typeof import('modbus-serial');
let master: InstanceType<typeof ModbusRTU>;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sim-'));
  simulator = await startSimulator({ dir, port: 0, building: Building.parse(twoModbusBoards(19_200)) });
  master = new ModbusRTU();
  await master.connectRTUBuffered(simulator.buses[MODBUS_LINE] ?? '', { baudRate: 19_200 });
  master.setTimeout(400);
});
afterEach(async () => {
  await new Promise<void>((resolve) => master.close(() => resolve()));
  await simulator.close();
  rmSync(dir, { recursive: true });
});
const coils = async () => (await master.readCoils(0, 8)).data;

describe('modbus-serial at simulated boards', () => {
  it('flashes a coil, either way, and the board brings it back by itself', async () => {
    master.setID(1);
    await master.customFunction(5, [2, 0, 0, 3]);
    expect(await coils()).toEqual(only(0));
    const fromMs = systemClock.monoMs();
    while ((await coils())[0]) expect(systemClock.monoMs() - fromMs).toBeLessThan(3_000);
    await master.writeCoil(1, true);
    await master.customFunction(5, [4, 1, 0, 2]);
    expect(await coils()).toEqual(NONE);
    while (!(await coils())[1]) expect(systemClock.monoMs() - fromMs).toBeLessThan(6_000);
  });

  it('switches each of several boards on a line and no other', async () => {
    master.setID(2);
    await master.writeCoil(4, true);
    expect(await coils()).toEqual(only(4));
    master.setID(1);
    expect(await coils()).toEqual(NONE);
    expect((await master.readDiscreteInputs(0, 8)).data).toEqual(NONE);
  });

  it('is told by exceptions what a board does not have, and hears nothing where there is none', async () => {
    master.setID(1);
    await expect(master.readCoils(4, 8)).rejects.toMatchObject({ modbusCode: 2 });
    await expect(master.writeCoil(8, true)).rejects.toMatchObject({ modbusCode: 2 });
    await expect(master.customFunction(5, [2, 0, 0, 0])).rejects.toMatchObject({ modbusCode: 3 });
    await expect(master.readInputRegisters(0, 1)).rejects.toMatchObject({ modbusCode: 1 });
    master.setID(2);
    await expect(master.readDiscreteInputs(0, 8)).rejects.toMatchObject({ modbusCode: expect.any(Number) });
    master.setID(9);
    await expect(master.readCoils(0, 8)).rejects.toMatchObject({ name: 'TransactionTimedOutError' });
  });
});
