import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { ReaderInput } from '../../readers/reader.ts';
import { settled } from '../calls.kit.ts';
import type { BoardError, ReaderKeys } from '../driver.ts';
import { createMemoryWire } from '../serial/memory-wire.ts';
import { COMMAND } from './codes.ts';
import { OsdpConfig } from './config.ts';
import { createPanel } from './panel.ts';
import { createScriptedReader } from './scripted-reader.ts';

export const OWN_KEY = Uint8Array.from({ length: 16 }, (_, i) => i + 1);

/** The code of a command on the line, past its mark, its header and the block it may have. */
export const codeOf = (bytes: Uint8Array | undefined): number | undefined =>
  bytes?.[((bytes[5] ?? 0) & 8) === 0 ? 6 : 6 + (bytes[6] ?? 0)];

/** Keys as a box keeps them, with everything that was ever done to them. */
const memoryKeys = () => {
  const kept = new Map<number, Uint8Array>();
  const said: string[] = [];
  const keys: ReaderKeys & { fails: boolean } = {
    fails: false,
    get: (unit) => kept.get(unit),
    put: (unit, key) => {
      if (keys.fails) return 'refused';
      kept.set(unit, Uint8Array.from(key));
      said.push(`put ${key.length}`);
      return 'stored';
    },
    remove: (unit) => {
      kept.delete(unit);
      said.push('remove');
      return 'stored';
    },
  };
  return { kept, said, keys };
};

/** A control panel on a line in memory, with scripted readers at the addresses that are their units. */
export const aPanel = (given: { secure?: 'required'; key?: Uint8Array; readers?: number; baud?: number } = {}) => {
  const clock = new ManualClock();
  const units = Array.from({ length: given.readers ?? 2 }, (_, i) => i + 1);
  const config = OsdpConfig.parse({
    path: 'memory',
    baud: given.baud ?? 9_600,
    devices: Object.fromEntries(
      [...units, 9].map((unit) => [String(unit), { address: unit, ...(given.secure && { secure: given.secure }) }]),
    ),
  });
  const readers = units.map((unit) => createScriptedReader(unit, clock));
  const wire = createMemoryWire(clock, config.baud, readers);
  const { kept, said, keys } = memoryKeys();
  if (given.key !== undefined) for (const unit of units) kept.set(unit, given.key);
  const logged: string[] = [];
  const write = (detail: object, message: string) => void logged.push(`${message} ${JSON.stringify(detail)}`);
  const log = { info: write, warn: write, error: write };
  let drawn = 0;
  const random = (count: number) => Uint8Array.from({ length: count }, () => 100 + drawn++);
  const bus = createPanel(wire, config, { clock, log, keys }, random);
  const took: ReaderInput[] = [];
  bus.reader?.(1)?.listen({ took: (input) => void took.push(input), changed: () => undefined });
  const [first, second] = readers as [(typeof readers)[0], (typeof readers)[0]];
  return {
    clock,
    wire,
    bus,
    readers,
    first,
    second,
    kept,
    said,
    keys,
    logged,
    took,
    standing: () => bus.reader?.(1)?.standing(),
    /** The commands that went over the line to an address, by their codes. */
    asked: (address = 1) => wire.sent.filter(({ bytes }) => bytes[2] === address).map(({ bytes }) => codeOf(bytes)),
    /** How a call ends, with the clock running on. */
    outcome: <T>(call: Promise<T>): Promise<T | BoardError> => settled(clock, call, Seconds(20)),
    /** Loses the answers to this command, which the reader carries out. */
    loseAnswersTo: (code: number) => {
      const { reply } = wire;
      wire.reply = (honest, nth) => (codeOf(wire.sent.at(-1)?.bytes) === code ? [] : reply(honest, nth));
    },
  };
};

export const OUT = COMMAND.OUT;
