// @module-tag long
// @module-tag waiting
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { openSerialWire } from '@gatehouse/edge/drivers/serial/serial-wire.ts';
import { createSimulatorClient } from '@gatehouse/firmware-sim/control/client.ts';
import { type Simulator, startSimulator } from '@gatehouse/firmware-sim/simulator.ts';
import { Building } from '@gatehouse/firmware-sim/world/building.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../kit/eventually.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const PROGRAM = fileURLToPath(new URL('../../edge/src/boards/main.ts', import.meta.url));
const BUS = 'rs485-1';
const BUILDING = {
  title: 'Two boards on a line',
  buses: [{ name: BUS, baud: 19_200 }],
  boards: [
    { name: 'hall', bus: BUS, address: 1 },
    { name: 'cellar', bus: BUS, address: 7, inputs: false },
  ],
  doors: [
    { name: 'front', title: 'Front', lock: 'strike', wiring: 'no', board: 'hall', channel: 0 },
    { name: 'store', title: 'Store', lock: 'strike', wiring: 'no', board: 'cellar', channel: 0 },
  ],
};

describe('looking for boards on a line', () => {
  let dir: string;
  let simulator: Simulator;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'gatehouse-boards-'));
    simulator = await startSimulator({ dir, port: 0, building: Building.parse(BUILDING) });
  });
  afterAll(async () => {
    await simulator.close();
    rmSync(dir, { recursive: true });
  });

  const run = (...args: string[]) =>
    new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
      const child = spawn(process.execPath, [PROGRAM, ...args, '--path', simulator.buses[BUS] ?? ''], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const gather = (stream: Readable) => {
        const pieces: string[] = [];
        stream.setEncoding('utf8').on('data', (text: string) => void pieces.push(text));
        return () => pieces.join('');
      };
      const [out, err] = [gather(child.stdout), gather(child.stderr)];
      child.on('close', (code) => resolve({ code, out: out(), err: err() }));
    });
  const client = () => createSimulatorClient(simulator.url);

  it('finds each at its speed and address, says which has no inputs, and only reads', async () => {
    const { code, out } = await run('find', '--up-to', '8');
    expect([code, JSON.parse(out)]).toEqual([
      0,
      {
        boards: [
          { baud: 19_200, address: 1, inputs: true, version: '2.00' },
          { baud: 19_200, address: 7, inputs: false, version: '2.00' },
        ],
      },
    ]);
    const requests = (await client().trace(BUS)).filter(({ direction }) => direction === 'request');
    expect(requests.length).toBeGreaterThan(8);
    expect(requests.filter(({ hex }) => !/^.. 0[123] /.test(hex))).toEqual([]);
  });

  it('gives a board another address, and not one that is taken', async () => {
    expect(await run('set-address', '--baud', '19200', '--from', '7', '--to', '1')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is a board at address 1 already'),
    });
    const { code, out } = await run('set-address', '--baud', '19200', '--from', '7', '--to', '3');
    expect([code, JSON.parse(out)]).toEqual([0, { from: 7, to: 3 }]);
    const found = JSON.parse((await run('find', '--baud', '19200', '--up-to', '8')).out);
    expect(found.boards.map(({ address }: { address: number }) => address)).toEqual([1, 3]);
    expect(await run('set-address', '--baud', '19200', '--from', '7', '--to', '9')).toMatchObject({
      code: 1,
      err: expect.stringContaining('No board answers at address 7'),
    });
    expect(await run('set-address', '--baud', '19200', '--alone', '--to', '9')).toMatchObject({
      code: 1,
      err: expect.stringContaining('more than one'),
    });
  });

  it('says that somebody else has the line open', async () => {
    const held = openSerialWire({ path: simulator.buses[BUS] ?? '', baud: 19_200 }, { clock: systemClock, log });
    await eventually(() => held.up, 'the line is open');
    const { code, err } = await run('find', '--baud', '19200', '--up-to', '1');
    await held.close();
    expect([code, err]).toEqual([1, expect.stringContaining('is in use')]);
  });

  it('says what is wrong with what was asked, in words', async () => {
    for (const [args, word] of [
      [['set-address', '--baud', '19200', '--to', '3'], 'Usage'],
      [['find', '--up-to', '300'], '--up-to must be a number from 1 to 247, not 300'],
      [['find', '--baud', 'fast'], '--baud must be a number'],
      [['dance'], 'Usage'],
    ] as const) {
      const { code, err } = await run(...args);
      expect(code).toBe(1);
      expect(err).toContain(word);
      expect(err).not.toContain('    at ');
    }
  });
});
