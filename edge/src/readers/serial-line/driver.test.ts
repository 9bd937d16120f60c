import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Bus } from '../../drivers/driver.ts';
import { openPty, type Pty } from '../../drivers/serial/pty.ts';
import type { Wire, WireListener } from '../../drivers/serial/wire.ts';
import { silentLog } from '../../fakes/silent-log.ts';
import type { ReaderInput } from '../reader.ts';
import { serialLine, serialLineOn } from './driver.ts';

const listening = (bus: Bus) => {
  const heard: string[] = [];
  const states: string[] = [];
  const reader = bus.reader?.(1);
  reader?.listen({
    took: (input: ReaderInput) => heard.push(input.kind === 'line' ? input.text : input.kind),
    changed: () => states.push(reader.standing().state),
  });
  return { reader, heard, states };
};

/** A scanner that is `there` from the start and has been quiet for a while, or one that is yet to be plugged in. */
const inMemory = async (there = true) => {
  const clock = new ManualClock();
  let ear: WireListener | undefined;
  const wire = {
    up: there,
    flush: async () => undefined,
    send: vi.fn(),
    abandon: vi.fn(),
    listen: (listener: WireListener) => {
      ear = listener;
    },
    close: vi.fn(async () => undefined),
  } satisfies Wire;
  const bus = serialLineOn(wire, { clock, log: silentLog });
  const send = (bytes: string | readonly number[]) =>
    ear?.bytes(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : Uint8Array.from(bytes));
  const plug = () => {
    wire.up = true;
    ear?.up?.();
  };
  const { states, ...heard } = listening(bus);
  await clock.advance(Seconds(there ? 2 : 0));
  states.length = 0;
  return { clock, wire, bus, send, states, ...heard, plug, down: () => ear?.down('pulled out') };
};

describe('a scanner on a serial line', () => {
  it.each([
    ['CR', '0008057923\r'],
    ['CR LF', '0008057923\r\n'],
    ['LF', '0008057923\n'],
    ['STX and ETX', '\x020008057923\x03'],
    ['STX, CR LF and ETX', '\x020008057923\r\n\x03'],
  ])('ends its lines by %s, and each is heard once', async (_how, bytes) => {
    const { send, heard } = await inMemory();
    for (const byte of bytes) send(byte);
    send(bytes + bytes);
    expect(heard).toEqual(['0008057923', '0008057923', '0008057923']);
  });

  it('at another speed gives no card, but whoever stands there hears that it was not read', async () => {
    const { send, heard } = await inMemory();
    send([0x30, 0xf8, 0x00, 0x31, 0x0d]);
    send('123\r');
    expect(heard).toEqual(['', '123']);
  });

  it('makes no card of halves on both sides of being pulled out, nor of what waited for it to be opened', async () => {
    const { send, plug, down, heard, wire, clock } = await inMemory();
    send('00080');
    wire.up = false;
    down();
    await clock.advance(Seconds(2));
    plug();
    send('57923\r1234567\r');
    send('7654321\r');
    await clock.advance(Seconds(1));
    send('0008057923\r');
    expect(heard).toEqual(['0008057923']);
  });

  it('is online as long as its line is, and says when that changes', async () => {
    const { clock, wire, plug, down, reader, states } = await inMemory(false);
    expect(reader?.standing()).toEqual({ state: 'unknown', tampered: false, secure: false, trouble: null });
    await clock.advance(Seconds(1));
    expect(reader?.standing()).toMatchObject({ state: 'lost', trouble: 'its serial line is not there' });
    plug();
    wire.up = false;
    down();
    expect(states).toEqual(['lost', 'online', 'lost']);
  });

  it('hears who presents a card half a second after its line was opened', async () => {
    const { clock, plug, send, heard } = await inMemory(false);
    plug();
    await clock.advance(Milliseconds(501));
    send('0008057923\r');
    expect(heard).toEqual(['0008057923']);
  });

  it('has no relays, one reader, and writes nothing, even when it is told to show something', async () => {
    const { bus, reader, wire } = await inMemory();
    reader?.show({ led: 'green', ledMs: 100, beeps: 1 });
    await expect(bus.board(1).set(0, true)).rejects.toMatchObject({ reason: 'refused', sent: false });
    await expect(bus.board(1).pulse(0, true, Seconds(1))).rejects.toMatchObject({ reason: 'refused' });
    await expect(bus.board(1).readInputs(1)).rejects.toMatchObject({ reason: 'refused' });
    await expect(bus.board(1).readCoils(1)).rejects.toMatchObject({ reason: 'refused' });
    expect(bus.reader?.(2)).toBeUndefined();
    expect(wire.send).not.toHaveBeenCalled();
  });

  it('is silent once closed', async () => {
    const { bus, send, heard, clock, wire } = await inMemory();
    await bus.close();
    send('123\r');
    expect([heard, clock.pendingTimers, wire.close.mock.calls.length]).toEqual([[], 0, 1]);
  });

  it('is upset by no bytes whatever', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 20 }), async (chunks) => {
        const { send, heard } = await inMemory();
        for (const chunk of chunks) send([...chunk]);
        for (const line of heard) expect(line).toMatch(/^[ -~]{0,2048}$/);
      }),
    );
  });
});

describe('a scanner on a real serial port', () => {
  const undo: (() => unknown)[] = [];
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step();
  });
  const plugged = (): Pty => {
    const pty = openPty();
    undo.push(() => pty.unplug());
    return pty;
  };

  it('gives nothing of what waited in the port before it was opened', async () => {
    const pty = plugged();
    pty.write(Buffer.from('1111111\r2222222\r'));
    const config = serialLine.config.parse({ path: pty.path });
    const bus = serialLine.open(config, { clock: systemClock, log: silentLog });
    undo.push(bus.close);
    const { heard, reader } = listening(bus);
    await vi.waitFor(() => expect(reader?.standing().state).toBe('online'), { timeout: 5_000 });
    await sleep(systemClock, Milliseconds(600));
    pty.write(Buffer.from('3333333\r'));
    await vi.waitFor(() => expect(heard).toEqual(['3333333']), { timeout: 5_000 });
  });

  it('is heard as it scans, and known to be lost when it is pulled out', async () => {
    const pty = plugged();
    const config = serialLine.config.parse({ path: pty.path });
    const bus = serialLine.open(config, { clock: systemClock, log: silentLog });
    undo.push(bus.close);
    const { heard, reader } = listening(bus);
    await vi.waitFor(() => expect(reader?.standing().state).toBe('online'), { timeout: 5_000 });
    await sleep(systemClock, Milliseconds(600));
    pty.write(Buffer.from('0008057923\r\n'));
    await vi.waitFor(() => expect(heard).toEqual(['0008057923']), { timeout: 5_000 });
    undo.splice(0, 1);
    pty.unplug();
    await vi.waitFor(() => expect(reader?.standing().state).toBe('lost'), {
      timeout: 5_000,
      interval: Milliseconds(50),
    });
  });
});
