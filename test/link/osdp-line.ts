import { settled } from '@gatehouse/edge/drivers/calls.kit.ts';
import type { BoardError, ReaderKeys } from '@gatehouse/edge/drivers/driver.ts';
import { OsdpConfig } from '@gatehouse/edge/drivers/osdp/config.ts';
import { createPanel } from '@gatehouse/edge/drivers/osdp/panel.ts';
import { wireMs } from '@gatehouse/edge/drivers/serial/settings.ts';
import type { Wire, WireListener } from '@gatehouse/edge/drivers/serial/wire.ts';
import type { ReaderInput } from '@gatehouse/edge/readers/reader.ts';
import { createOsdpReader } from '@gatehouse/firmware-sim/boards/osdp/reader.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';

/** How long a reader thinks before it answers. */
const THOUGHT = Milliseconds(3);

export interface LineOptions {
  readonly readers: number;
  readonly baud: number;
  /** The key that every reader, and the box, has from the start. */
  readonly key?: Uint8Array;
}

/** The agent's control panel and the simulator's readers on one line in memory, at the speed of its bytes. */
export const anOsdpLine = ({ readers: count, baud, key }: LineOptions) => {
  const clock = new ManualClock();
  let listener: WireListener = { bytes: () => undefined, down: () => undefined };
  const written: { readonly atMs: number; readonly bytes: Uint8Array }[] = [];
  const units = Array.from({ length: count }, (_, i) => i + 1);
  const readers = units.map((unit) => {
    const [coils, inputs] = [
      [false, false],
      [false, false, false, false],
    ];
    const firmware = createOsdpReader({
      clock,
      random: systemRandom,
      address: unit,
      baud,
      serial: unit,
      key,
      terminals: {
        setCoil: (channel, on) => {
          coils[channel] = on;
        },
        input: (number) => inputs[number] ?? false,
      },
      send: (frame) =>
        void clock.after(Milliseconds(THOUGHT + wireMs(baud, frame.length)), () => listener.bytes(frame)),
      report: () => undefined,
    });
    return { firmware, coils, inputs };
  });

  const wire: Wire = {
    up: true,
    flush: async () => undefined,
    abandon: () => undefined,
    close: async () => undefined,
    listen: (next) => {
      listener = next;
    },
    send: (bytes, handed) => {
      handed();
      written.push({ atMs: clock.monoMs(), bytes });
      const startMs = clock.monoMs();
      clock.after(Milliseconds(wireMs(baud, bytes.length)), () => {
        for (const { firmware } of readers) firmware.receive(bytes, startMs);
      });
    },
  };

  const kept = new Map<number, Uint8Array>(key === undefined ? [] : units.map((unit) => [unit, key]));
  const keys: ReaderKeys = {
    get: (unit) => kept.get(unit),
    put: (unit, next) => {
      kept.set(unit, Uint8Array.from(next));
      return 'stored';
    },
    remove: (unit) => {
      kept.delete(unit);
      return 'stored';
    },
  };
  const devices = Object.fromEntries(units.map((unit) => [String(unit), { address: unit }]));
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const bus = createPanel(wire, OsdpConfig.parse({ path: 'memory', baud, devices }), { clock, log, keys });
  const took: { readonly unit: number; readonly input: ReaderInput; readonly atMs: number }[] = [];
  for (const unit of units)
    bus.reader?.(unit)?.listen({
      took: (input, atMs) => void took.push({ unit, input, atMs }),
      changed: () => undefined,
    });

  return {
    clock,
    bus,
    readers,
    took,
    kept,
    written,
    standing: (unit: number) => bus.reader?.(unit)?.standing(),
    /** How a call ends, with the clock running on. */
    outcome: <T>(call: Promise<T> | undefined): Promise<T | BoardError | undefined> =>
      settled(clock, Promise.resolve(call), Seconds(20)),
  };
};
