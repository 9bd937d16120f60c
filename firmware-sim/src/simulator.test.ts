import { once } from 'node:events';
import { closeSync, constants, existsSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { SerialPort } from 'serialport';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seal } from './boards/waveshare/crc.ts';
import { createSimulatorClient, type SimulatorClient } from './control/client.ts';
import { type Simulator, startSimulator } from './simulator.ts';

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const framed = (hex: string) => Buffer.from(seal(bytes(hex)));
const READ_INPUTS = framed('01 02 00 00 00 08');

let dir: string;
let simulator: Simulator;
let client: SimulatorClient;
const ports: SerialPort[] = [];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sim-'));
  simulator = await startSimulator({ dir, port: 0 });
  client = createSimulatorClient(simulator.url);
});
afterEach(async () => {
  for (const port of ports.splice(0)) if (port.isOpen) await new Promise((resolve) => port.close(resolve));
  await simulator.close();
  rmSync(dir, { recursive: true });
});

const openPort = async (baudRate = 9_600): Promise<SerialPort> => {
  const port = new SerialPort({ path: simulator.buses['rs485-1']!, baudRate, autoOpen: false });
  await new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())));
  ports.push(port);
  return port;
};
/** Sends a frame and gathers what comes back until `length` bytes are there; fewer if `withinMs` runs out. */
const ask = (port: SerialPort, frame: Buffer, length: number, withinMs = 3_000): Promise<string> =>
  new Promise((resolve) => {
    let got = Buffer.alloc(0);
    const finish = () => {
      timer.cancel();
      port.off('data', hear);
      resolve(got.toString('hex'));
    };
    const hear = (chunk: Buffer) => {
      got = Buffer.concat([got, chunk]);
      if (got.length >= length) finish();
    };
    const timer = systemClock.after(withinMs as Parameters<typeof systemClock.after>[0], finish);
    port.on('data', hear);
    port.write(frame);
  });
/** What a read finds: nothing yet, a hang-up, or how many bytes. */
const readOutcome = (file: number): string => {
  try {
    return readSync(file, Buffer.alloc(1)) === 0 ? 'end of file' : 'bytes';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'failed';
  }
};
const within = (ms: number) => AbortSignal.timeout(ms);
const door = (name: string) => (state: Awaited<ReturnType<SimulatorClient['state']>>) =>
  state.doors.find((one) => one.name === name)!;

describe('the simulator on its serial port', () => {
  it('releases the front door on a flash, lets it be pushed, and locks it again by itself', async () => {
    const port = await openPort();
    expect(await ask(port, bytes('01 05 02 00 00 07 8D B0'), 8)).toBe('0105020000078db0');
    await client.until((state) => door('front')(state).lock.position === 'unlocked', within(5_000));
    expect(await ask(port, READ_INPUTS, 6)).toBe(framed('01 02 01 01').toString('hex'));
    expect((await client.door('front', 'push')).done).toBe(true);
    const locked = await client.until((state) => door('front')(state).lock.position === 'locked', within(5_000));
    expect(door('front')(locked).coil).toMatchObject({
      energised: false,
      cause: "the board's own timer ended after 0.7 s",
    });
  });

  it('is never faster than the wire', async () => {
    const port = await openPort();
    const byteMs = 10_000 / 9_600;
    for (const [frame, length] of [
      [READ_INPUTS, 6],
      [framed('01 05 00 00 00 00'), 8],
    ] as const) {
      const startMs = systemClock.monoMs();
      await ask(port, frame, length);
      expect(systemClock.monoMs() - startMs).toBeGreaterThanOrEqual((frame.length + 3.5 + length) * byteMs - 0.5);
    }
  });

  it('hears nothing from a master at another baud rate', async () => {
    const port = await openPort(19_200);
    expect(await ask(port, READ_INPUTS, 6, 150)).toBe('');
    expect((await client.trace('rs485-1')).at(-1)?.text).toContain('19200');
  });

  it('serves a foreign master', async () => {
    const { default: ModbusRTU } = createRequire(import.meta.url)('modbus-serial') as typeof import('modbus-serial');
    const master = new ModbusRTU();
    await master.connectRTUBuffered(simulator.buses['rs485-1']!, { baudRate: 9_600 });
    master.setID(1);
    master.setTimeout(3_000);
    await master.writeCoil(1, true);
    expect((await master.readCoils(0, 8)).data).toEqual([false, true, false, false, false, false, false, false]);
    await client.until((state) => door('studio')(state).lock.position === 'unlocked', within(5_000));
    expect((await master.readDiscreteInputs(0, 8)).data[3]).toBe(true);
    expect((await master.readHoldingRegisters(0x8000, 1)).data).toEqual([200]);
    await expect(master.readCoils(4, 8)).rejects.toMatchObject({ modbusCode: 2 });
    await new Promise<void>((resolve) => master.close(() => resolve()));
  });

  it('loses, breaks, halves, doubles and delays replies on demand, and the command has happened all the same', async () => {
    const port = await openPort();
    const on = framed('01 05 00 00 FF 00');
    const good = on.toString('hex');
    await client.bus('rs485-1', 'drop');
    expect(await ask(port, on, 8, 150)).toBe('');
    expect(door('front')(await client.state()).coil.energised).toBe(true);
    await client.bus('rs485-1', 'garble');
    const garbled = await ask(port, on, 8);
    expect(garbled).toHaveLength(16);
    expect(garbled).not.toBe(good);
    await client.bus('rs485-1', 'half');
    expect(await ask(port, on, 8, 150)).toBe(good.slice(0, 8));
    await client.bus('rs485-1', 'duplicate');
    expect(await ask(port, on, 16)).toBe(good + good);
    await client.bus('rs485-1', 'delay', { ms: 200 });
    const startMs = systemClock.monoMs();
    expect(await ask(port, on, 8)).toBe(good);
    expect(systemClock.monoMs() - startMs).toBeGreaterThan(200);
    const noise = once(port, 'data');
    await client.bus('rs485-1', 'noise', { bytes: 5 });
    expect((await noise)[0].length).toBeGreaterThan(0);
    const trace = await client.trace('rs485-1');
    expect(trace.map(({ direction }) => direction)).toEqual([...Array(5).fill(['request', 'reply']).flat(), 'noise']);
    expect(trace[0]).toMatchObject({ text: '#1 coil 0 on', hex: '01 05 00 00 FF 00 8C 3A' });
    expect(trace[1]?.faults).toEqual(['drop']);
  });

  it('pulled out hangs the client up and takes the link away; plugged in, a new client is served', async () => {
    const { O_RDONLY, O_NONBLOCK, O_NOCTTY } = constants;
    const listener = openSync(simulator.buses['rs485-1']!, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    expect(readOutcome(listener)).toBe('EAGAIN');
    await client.bus('rs485-1', 'unplug');
    while (readOutcome(listener) === 'EAGAIN') await new Promise((resolve) => setImmediate(resolve));
    // A read of a terminal that was hung up ends the file, or fails with EIO (termios(3), "Modem disconnect").
    expect(['EIO', 'end of file']).toContain(readOutcome(listener));
    closeSync(listener);
    expect(existsSync(simulator.buses['rs485-1']!)).toBe(false);
    expect(await client.bus('rs485-1', 'unplug')).toMatchObject({ done: false });
    expect(await client.bus('rs485-1', 'noise')).toMatchObject({ done: false });
    await client.bus('rs485-1', 'replug');
    const again = await openPort();
    expect(await ask(again, READ_INPUTS, 6)).toBe(framed('01 02 01 00').toString('hex'));
  });

  it('without mains is silent and has dropped its coils; with it, it answers again with every coil at rest', async () => {
    const port = await openPort();
    await ask(port, framed('01 05 00 00 FF 00'), 8);
    await client.until((state) => door('front')(state).lock.position === 'unlocked', within(5_000));
    await client.site('cut-power');
    const dark = await client.until((state) => door('studio')(state).lock.position === 'unlocked', within(5_000));
    expect(door('front')(dark).coil.energised).toBe(false);
    expect(await ask(port, READ_INPUTS, 6, 150)).toBe('');
    await client.site('restore-power');
    await client.until((state) => state.boards[0]?.powered === true, within(5_000));
    expect(await ask(port, framed('01 01 00 00 00 08'), 6)).toBe(framed('01 01 01 00').toString('hex'));
  });

  it('keeps serving when a client goes away and another comes', async () => {
    for (let n = 0; n < 3; n++) {
      const port = await openPort();
      expect(await ask(port, READ_INPUTS, 6)).toBe(framed('01 02 01 00').toString('hex'));
      await new Promise((resolve) => port.close(resolve));
    }
  });
});
