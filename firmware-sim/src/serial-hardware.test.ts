import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { SerialPort } from 'serialport';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeFrame, parseFrame } from './boards/osdp/frame.ts';
import { createSimulatorClient, type SimulatorClient } from './control/client.ts';
import { type Simulator, startSimulator } from './simulator.ts';
import { Building } from './world/building.ts';

const door = (name: string, board: string, more: object = {}) => ({
  name,
  title: name,
  lock: 'strike',
  wiring: 'no',
  board,
  channel: 0,
  ...more,
});
const building = Building.parse({
  title: 'Every kind of serial line',
  buses: [
    { name: 'osdp-line', baud: 115200 },
    { name: 'usb-numato', baud: 9600 },
    { name: 'usb-lcus', baud: 9600 },
    { name: 'usb-scanner', baud: 9600 },
    { name: 'rs485', baud: 9600 },
  ],
  boards: [
    { kind: 'numato', name: 'numato', bus: 'usb-numato' },
    { kind: 'lcus', name: 'lcus', bus: 'usb-lcus' },
    { kind: 'waveshare', name: 'plain-board', bus: 'rs485', address: 7, inputs: false },
  ],
  doors: [
    door('front', 'osdp-reader', { sense: { input: 0 }, contact: { input: 1 } }),
    door('back', 'numato', { sense: { input: 0 } }),
    door('store', 'lcus'),
    door('roof', 'plain-board', { sense: { board: 'numato', input: 7 } }),
  ],
  readers: [
    { kind: 'osdp', name: 'osdp-reader', door: 'front', bus: 'osdp-line', address: 1 },
    { kind: 'osdp', name: 'osdp-second', door: 'back', bus: 'osdp-line', address: 2 },
    { kind: 'scanner', name: 'scanner', door: 'back', bus: 'usb-scanner' },
  ],
});

let dir: string;
let simulator: Simulator;
let client: SimulatorClient;
const ports: SerialPort[] = [];
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sim-'));
  simulator = await startSimulator({ dir, port: 0, building });
  client = createSimulatorClient(simulator.url);
});
afterEach(async () => {
  for (const port of ports.splice(0)) if (port.isOpen) await new Promise((resolve) => port.close(resolve));
  await simulator.close();
  rmSync(dir, { recursive: true });
});

const open = async (bus: string, baudRate: number): Promise<SerialPort> => {
  const port = new SerialPort({ path: simulator.buses[bus]!, baudRate, autoOpen: false });
  await new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())));
  ports.push(port);
  return port;
};
/** Gathers what comes until `enough`, or for `withinMs` if it never is. */
const hear = (port: SerialPort, enough: (got: Buffer) => boolean, withinMs = 3_000): Promise<Buffer> =>
  new Promise((resolve) => {
    let got = Buffer.alloc(0);
    const finish = () => {
      timer.cancel();
      port.off('data', more);
      resolve(got);
    };
    const more = (chunk: Buffer) => {
      got = Buffer.concat([got, chunk]);
      if (enough(got)) finish();
    };
    const timer = systemClock.after(withinMs as Parameters<typeof systemClock.after>[0], finish);
    port.on('data', more);
  });
const ask = (port: SerialPort, bytes: Uint8Array, enough: (got: Buffer) => boolean, withinMs?: number) => {
  const answer = hear(port, enough, withinMs);
  port.write(Buffer.from(bytes));
  return answer;
};
const within = (ms: number) => AbortSignal.timeout(ms);
const lockOf = (name: string) => (state: Awaited<ReturnType<SimulatorClient['state']>>) =>
  state.doors.find((one) => one.name === name)!.lock.position;
const nothing = () => false;

/** A panel that asks in the clear, with the next number each time. */
const aPanel = (port: SerialPort, address: number) => {
  let sequence = 0;
  return async (code: number, data = '', withinMs?: number): Promise<string> => {
    const frame = encodeFrame({
      address,
      fromReader: false,
      sequence,
      withCrc: true,
      security: undefined,
      code,
      data: Uint8Array.from(Buffer.from(data, 'hex')),
    });
    const got = await ask(port, frame, (bytes) => parseFrame(bytes) !== undefined, withinMs);
    const answer = parseFrame(got);
    // What was put off is asked again under its number.
    if (answer !== undefined && answer.code !== 0x79) sequence = (sequence % 3) + 1;
    return answer === undefined ? '' : `${answer.code.toString(16)}:${Buffer.from(answer.data).toString('hex')}`;
  };
};

describe('simulated OSDP readers on one line', () => {
  it('tell of cards, keys and tamper to whom they are asked by, and move a lock for a time of their own', async () => {
    const port = await open('osdp-line', 115_200);
    const first = aPanel(port, 1);
    const second = aPanel(port, 2);
    expect(await first(0x61, '00')).toMatch(/^45:/);
    expect(await second(0x61, '00')).toMatch(/^45:/);
    expect(await client.reader('osdp-reader', 'present-card', { card: 'h10301:123:4567', pin: '12' })).toMatchObject({
      done: true,
    });
    await client.reader('osdp-second', 'open-housing');
    expect(await second(0x60)).toBe('48:0100');
    expect(await first(0x60)).toBe('50:00011a00bd88eb80');
    expect(await first(0x60)).toBe('53:000331320d');
    expect(await first(0x68, '00050500')).toBe('40:');
    await client.until((state) => lockOf('front')(state) === 'unlocked', within(3_000));
    expect(await first(0x65)).toBe('49:01000000');
    await client.until((state) => lockOf('front')(state) === 'locked', within(3_000));
    const trace = await client.trace('osdp-line');
    expect(trace.map(({ text }) => text)).toContain('#1 OUT output 0 on for 0.5 s (3)');
    const { readers } = await client.state();
    expect(readers.map(({ kind }) => kind)).toEqual(['osdp', 'osdp', 'scanner']);
    expect(readers[0]).toMatchObject({ online: true, channel: 'plain', installMode: true });
  });

  it('are silent while their line is cut or they hang, and lose what nobody can hear', async () => {
    const port = await open('osdp-line', 115_200);
    const first = aPanel(port, 1);
    expect(await first(0x60)).toBe('40:');
    await client.wire('osdp-reader.line', 'cut');
    expect(await first(0x60, '', 150)).toBe('');
    const second = aPanel(port, 2);
    expect(await second(0x60)).toBe('40:');
    // A cut concerns one of them, a short all on the pair.
    await client.wire('osdp-reader.line', 'short');
    expect(await second(0x60, '', 150)).toBe('');
    await client.wire('osdp-reader.line', 'mend');
    expect(await second(0x60)).toBe('40:');
    expect(await first(0x60)).toBe('40:');
    await client.reader('osdp-reader', 'hang');
    expect(await first(0x60, '', 150)).toBe('');
    expect(await client.reader('osdp-reader', 'present-card', { card: '7B11D7' })).toMatchObject({ done: false });
    await client.reader('osdp-reader', 'set-baud', { baud: 9600 });
    await client.reader('osdp-reader', 'reboot');
    await client.until(({ readers: [one] }) => one?.kind === 'osdp' && one.state === 'running', within(3_000));
    expect(await first(0x60, '', 150)).toBe('');
  });

  it('do not hear a request that is lost, and say nothing that they did not do', async () => {
    const port = await open('osdp-line', 115_200);
    const first = aPanel(port, 1);
    await first(0x60);
    await client.bus('osdp-line', 'deaf');
    expect(await first(0x68, '00020000', 150)).toBe('');
    const state = await client.state();
    expect(state.buses.find(({ name }) => name === 'osdp-line')?.pendingFaults.deaf).toBe(0);
    expect(lockOf('front')(state)).toBe('locked');
    expect((await client.trace('osdp-line')).at(-1)).toMatchObject({ text: 'lost on the way', faults: ['deaf'] });
    await client.bus('osdp-line', 'garble');
    expect(await first(0x68, '00020000', 150)).toBe('');
    expect(await first(0x68, '00020000')).toBe('40:');
    await client.until((after) => lockOf('front')(after) === 'unlocked', within(3_000));
  });

  it('are put into install mode, reset and tampered with by hand; other readers say that this is not for them', async () => {
    const osdp = async () => {
      const [one] = (await client.state()).readers;
      if (one?.kind !== 'osdp') throw new TypeError('the first reader speaks OSDP');
      return one;
    };
    await client.reader('osdp-reader', 'install-mode', { on: false });
    expect((await osdp()).installMode).toBe(false);
    await client.reader('osdp-reader', 'factory-reset');
    expect(await osdp()).toMatchObject({ installMode: true, paired: false });
    expect((await client.reader('osdp-reader', 'open-housing')).done).toBe(true);
    expect((await client.reader('osdp-reader', 'open-housing')).done).toBe(false);
    expect((await osdp()).tampered).toBe(true);
    await client.reader('osdp-reader', 'lie', { how: 'wrong-mac', count: 3 });
    expect((await osdp()).lies).toEqual({ 'wrong-mac': 3 });
    await client.reader('osdp-reader', 'tell-truth');
    expect((await osdp()).lies).toEqual({});
    for (const command of ['open-housing', 'tell-truth', 'factory-reset'])
      expect(await client.reader('scanner', command)).toEqual({ done: false, message: 'scanner does not speak OSDP.' });
    expect(await client.reader('osdp-reader', 'unplug')).toMatchObject({ done: false });
    expect(await client.reader('osdp-reader', 'present-card', { card: 'no card' })).toMatchObject({ done: false });
  });

  it('drown each other when two have the same address', async () => {
    const port = await open('osdp-line', 115_200);
    const first = aPanel(port, 1);
    expect(await first(0x60)).toBe('40:');
    await client.reader('osdp-second', 'set-address', { address: 1 });
    expect(await aPanel(port, 1)(0x60, '', 150)).toBe('');
    expect((await client.trace('osdp-line')).at(-1)?.faults).toEqual(['collision']);
    await client.reader('osdp-second', 'set-address', { address: 2 });
    expect(await aPanel(port, 1)(0x60)).toBe('40:');
    expect(await aPanel(port, 2)(0x60)).toBe('40:');
  });

  it('lie, refuse and put off on order', async () => {
    const port = await open('osdp-line', 115_200);
    const first = aPanel(port, 1);
    await first(0x60);
    await client.reader('osdp-reader', 'lie', { how: 'other-card' });
    await client.reader('osdp-reader', 'present-card', { card: '7B11D7' });
    expect(await first(0x60)).toMatch(/^50:00011a00(?!bd88eb80)/);
    await client.reader('osdp-reader', 'refuse', { code: 9 });
    expect(await first(0x68, '00020000')).toBe('41:09');
    await client.reader('osdp-reader', 'busy', { count: 1 });
    expect(await first(0x60)).toBe('79:');
    await client.reader('osdp-reader', 'lie', { how: 'strange-reply' });
    expect(await first(0x60)).toBe('5f:dead');
    await client.reader('osdp-reader', 'refuse', { code: 9, count: 50 });
    await client.reader('osdp-reader', 'busy', { count: 50 });
    await client.reader('osdp-reader', 'tell-truth');
    expect(await first(0x60)).toBe('40:');
  });
});

describe('simulated USB relay modules', () => {
  const numato = async (port: SerialPort, command: string) =>
    (await ask(port, Buffer.from(`${command}\r`), (got) => got.toString().endsWith('>'))).toString();

  it('Numato: echoes, switches, reads relays and inputs, and prompts whatever it is told', async () => {
    const port = await open('usb-numato', 115_200);
    expect(await numato(port, 'ver')).toBe('ver\n\r00000008\n\r>');
    expect(await numato(port, 'relay on 0')).toBe('relay on 0\n\r>');
    await client.until((state) => lockOf('back')(state) === 'unlocked', within(3_000));
    expect(await numato(port, 'relay read 0')).toBe('relay read 0\n\ron\n\r>');
    expect(await numato(port, 'gpio read 0')).toBe('gpio read 0\n\r1\n\r>');
    expect(await numato(port, 'relay readall')).toBe('relay readall\n\r01\n\r>');
    expect(await numato(port, 'relay off 0')).toBe('relay off 0\n\r>');
    expect(await numato(port, 'relay read 9')).toBe('relay read 9\n\r>');
    expect(await numato(port, 'no such thing')).toBe('no such thing\n\r>');
    await client.until((state) => lockOf('back')(state) === 'locked', within(3_000));
    expect((await client.trace('usb-numato'))[0]?.text).toBe('"ver"');
    expect(await client.bus('usb-numato', 'wrong-address')).toMatchObject({ done: false });
  });

  it('LCUS: obeys good sums without a word', async () => {
    const port = await open('usb-lcus', 9_600);
    expect((await ask(port, Uint8Array.of(0xa0, 1, 1, 0xa3, 0xff), nothing, 100)).length).toBe(0);
    expect(lockOf('store')(await client.state())).toBe('locked');
    port.write(Buffer.of(0xa0, 1, 1, 0xa2));
    await client.until((state) => lockOf('store')(state) === 'unlocked', within(3_000));
    port.write(Buffer.of(0xa0, 1, 0, 0xa1));
    await client.until((state) => lockOf('store')(state) === 'locked', within(3_000));
    expect((await client.trace('usb-lcus')).map(({ text }) => text)).toEqual(['relay 0 on', 'relay 0 off']);
  });
});

describe('the mains', () => {
  it('drop the relays of every board and silence every reader; back again, they serve at rest', async () => {
    const numato = await open('usb-numato', 9_600);
    const lcus = await open('usb-lcus', 9_600);
    const osdp = await open('osdp-line', 115_200);
    const panel = aPanel(osdp, 1);
    await ask(numato, Buffer.from('relay on 0\r'), (got) => got.includes('>'));
    lcus.write(Buffer.of(0xa0, 1, 1, 0xa2));
    await panel(0x60);
    await panel(0x68, '00020000');
    const open3 = (state: Awaited<ReturnType<SimulatorClient['state']>>) =>
      ['back', 'store', 'front'].every((name) => lockOf(name)(state) === 'unlocked');
    await client.until(open3, within(3_000));
    await client.site('cut-power');
    const dark = await client.state();
    expect(dark.doors.filter(({ coil }) => coil.energised)).toEqual([]);
    expect(await panel(0x60, '', 150)).toBe('');
    expect((await ask(numato, Buffer.from('ver\r'), nothing, 150)).length).toBe(0);
    expect((await client.reader('scanner', 'present-qr', { text: 'x' })).done).toBe(false);
    await client.site('restore-power');
    await client.until(
      ({ boards, readers }) => [...boards, ...readers].every((part) => !('state' in part) || part.state === 'running'),
      within(3_000),
    );
    expect((await client.state()).doors.filter(({ coil }) => coil.energised)).toEqual([]);
    expect((await ask(numato, Buffer.from('ver\r'), (got) => got.includes('>'))).toString()).toContain('ver');
    expect(await aPanel(osdp, 1)(0x60)).toBe('40:');
  });
});

describe('a dip of the supply', () => {
  it('restarts readers like boards, and drops a lock on the relay of a reader', async () => {
    const panel = aPanel(await open('osdp-line', 115_200), 1);
    await panel(0x60);
    await panel(0x68, '00020000');
    await client.until((state) => lockOf('front')(state) === 'unlocked', within(3_000));
    await client.site('brown-out', { ms: 200, boards: 'reboot' });
    const [reader] = (await client.state()).readers;
    expect(reader).toMatchObject({ state: 'booting', online: false, outputs: [false, false] });
    await client.until((state) => lockOf('front')(state) === 'locked', within(3_000));
  });
});

describe('a simulated scanner', () => {
  it('sends cards in decimal, codes as they are, and noise to a master at another speed', async () => {
    const port = await open('usb-scanner', 9_600);
    const line = (got: Buffer) => got.includes('\r');
    const card = hear(port, line);
    await client.reader('scanner', 'present-card', { card: '7AF443' });
    expect((await card).toString()).toBe('0008057923\r');
    const code = hear(port, line);
    await client.reader('scanner', 'present-qr', { text: 'https://example.org/a?b=c' });
    expect((await code).toString()).toBe('https://example.org/a?b=c\r');
    await client.reader('scanner', 'set-baud', { baud: 115200 });
    const noise = hear(port, nothing, 200);
    await client.reader('scanner', 'present-card', { card: '7AF443' });
    expect((await noise).toString('latin1')).not.toContain('0008057923');
    expect(await client.reader('scanner', 'press-keys', { keys: '1' })).toMatchObject({ done: false });
  });
});

describe('a Waveshare board of the variant without inputs', () => {
  it('refuses to read them, and serves its relays', async () => {
    const port = await open('rs485', 9_600);
    const { seal } = await import('./boards/waveshare/crc.ts');
    const inputs = await ask(port, seal(Uint8Array.of(7, 2, 0, 0, 0, 8)), (got) => got.length === 5);
    expect([...inputs.subarray(0, 3)]).toEqual([7, 0x82, 1]);
    await ask(port, seal(Uint8Array.of(7, 5, 0, 0, 0xff, 0)), (got) => got.length === 8);
    await client.until((state) => lockOf('roof')(state) === 'unlocked', within(3_000));
    expect((await client.state()).boards.find(({ name }) => name === 'plain-board')?.inputs).toEqual([]);
    await client.board('plain-board', 'set-address', { address: 9 });
    const moved = await ask(port, seal(Uint8Array.of(9, 1, 0, 0, 0, 8)), (got) => got.length === 6);
    expect([...moved.subarray(0, 4)]).toEqual([9, 1, 1, 1]);
  });
});
