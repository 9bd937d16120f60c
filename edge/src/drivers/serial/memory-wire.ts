import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { wireMs } from './settings.ts';
import type { Wire, WireListener } from './wire.ts';

/** Whatever is at the other end: its reply to a request, or `undefined` for what it does not understand. */
export interface WireDevice {
  answer(request: Uint8Array): Uint8Array | undefined;
}

/** A line in memory with scripted devices on it; `reply` may be replaced to damage, delay, double or drop answers. */
export interface MemoryWire extends Wire {
  up: boolean;
  /** Every request that was written, in order. */
  readonly sent: { readonly atMs: number; readonly bytes: Uint8Array }[];
  abandoned: number;
  /** What comes back: each piece that many ms after the request has arrived. */
  reply: (honest: Uint8Array | undefined, nth: number) => readonly { afterMs: number; bytes: Uint8Array }[];
  /** Whether the system says that it has taken bytes. */
  hands: boolean;
  unplug(): void;
}

export const honestly = (honest: Uint8Array | undefined) => (honest ? [{ afterMs: 3, bytes: honest }] : []);

export const createMemoryWire = (clock: Clock, baud: number, devices: readonly WireDevice[]): MemoryWire => {
  let listener: WireListener = { bytes: () => undefined, down: () => undefined };
  const wire: MemoryWire = {
    up: true,
    sent: [],
    abandoned: 0,
    reply: honestly,
    hands: true,
    flush: async () => undefined,
    send: (bytes, handed) => {
      wire.sent.push({ atMs: clock.monoMs(), bytes });
      const nth = wire.sent.length;
      if (wire.hands) handed();
      clock.after(Milliseconds(wireMs(baud, bytes.length)), () => {
        const honest = devices.map((device) => device.answer(bytes)).find((answer) => answer !== undefined);
        for (const piece of wire.reply(honest, nth))
          clock.after(Milliseconds(piece.afterMs + wireMs(baud, piece.bytes.length)), () => {
            if (wire.up) listener.bytes(piece.bytes);
          });
      });
    },
    abandon: () => {
      wire.abandoned++;
    },
    listen: (next) => {
      listener = next;
    },
    close: async () => {
      wire.up = false;
    },
    unplug: () => {
      wire.up = false;
      listener.down('unplugged');
    },
  };
  return wire;
};
