import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';

/** A line as the kernel and the world have it. */
export interface MemoryLine {
  driven: boolean | undefined;
  /** What the world does to it; the pull decides where it does nothing. */
  outside: boolean | undefined;
  pull: 'up' | 'down' | undefined;
  request: MemoryRequest | undefined;
  /** The value after debounce, in the raw. */
  settled: boolean;
  settling: Timer | undefined;
}
/** Lines that somebody holds together. */
export interface MemoryRequest {
  readonly fd: number;
  readonly chip: MemoryChip;
  readonly offsets: readonly number[];
  readonly consumer: string;
  readonly eventsMax: number;
  flags: bigint;
  debounceMs: number;
  seqno: number;
  events: Buffer[];
}
export interface MemoryChip {
  readonly name: string;
  readonly label: string;
  readonly lines: readonly MemoryLine[];
  readonly interrupts: boolean;
  present: boolean;
}

export const refuse = (code: string): never => {
  throw Object.assign(new Error(`${code}: refused by the pretended kernel`), { code });
};
export const levelOf = (line: MemoryLine): boolean => line.driven ?? line.outside ?? line.pull === 'up';
export const lineAt = (chip: MemoryChip, offset: number): MemoryLine => chip.lines[offset] ?? refuse('EINVAL');

export const memoryChip = (name: string, label: string, count: number, interrupts: boolean): MemoryChip => ({
  name,
  label,
  interrupts,
  present: true,
  lines: Array.from({ length: count }, () => ({
    driven: undefined,
    outside: undefined,
    pull: undefined,
    request: undefined,
    settled: false,
    settling: undefined,
  })),
});

/** Levels, their debounce, and the events that holders of lines asked for: in a queue that throws away its oldest. */
export const createMemoryLines = (clock: Clock, deliver: (fd: number) => void) => {
  const levels: string[] = [];

  const tell = (chip: MemoryChip, offset: number, raw: boolean): void => {
    const request = chip.lines[offset]?.request;
    if (request === undefined) return;
    const logical = raw !== ((request.flags & 2n) !== 0n);
    if ((request.flags & (logical ? 16n : 32n)) === 0n) return;
    const event = Buffer.alloc(48);
    event.writeBigUInt64LE(BigInt(Math.round(clock.monoMs() * 1e6)), 0);
    event.writeUInt32LE(logical ? 1 : 2, 8);
    event.writeUInt32LE(offset, 12);
    event.writeUInt32LE(++request.seqno, 16);
    event.writeUInt32LE(request.seqno, 20);
    request.events.push(event);
    if (request.events.length > request.eventsMax) request.events.shift();
    deliver(request.fd);
  };

  const settle = (chip: MemoryChip, offset: number): void => {
    const line = lineAt(chip, offset);
    const take = (): void => {
      if (line.settled === levelOf(line)) return;
      line.settled = levelOf(line);
      if (line.driven === undefined) tell(chip, offset, line.settled);
    };
    line.settling?.cancel();
    const debounceMs = line.request?.debounceMs ?? 0;
    if (debounceMs > 0) line.settling = clock.after(Milliseconds(debounceMs), take);
    else take();
  };

  const change = (chip: MemoryChip, offset: number, how: (line: MemoryLine) => void): void => {
    const line = lineAt(chip, offset);
    const was = levelOf(line);
    how(line);
    if (levelOf(line) === was) return;
    levels.push(`${chip.label}/${offset}=${levelOf(line) ? 1 : 0}`);
    settle(chip, offset);
  };

  return {
    /** Every change of a level, whoever made it, as `label/line=level`. */
    levels,
    change,
  };
};
