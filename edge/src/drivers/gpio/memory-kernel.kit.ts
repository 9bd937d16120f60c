import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { FdListener } from '../fd-events/fd-events.ts';
import type { GpioKernel } from './kernel.ts';
import {
  createMemoryLines,
  levelOf,
  lineAt,
  type MemoryChip,
  type MemoryRequest,
  memoryChip,
  refuse,
} from './memory-lines.kit.ts';

interface Watch {
  readonly fd: number;
  readonly chunkBytes: number;
  readonly listener: FdListener;
}

const PULLS: { readonly [flag: string]: 'up' | 'down' | undefined } = { '256': 'up', '512': 'down' };

/**
 * GPIO as the kernel has it, in memory: chips, lines, who holds them, events with their numbers and a queue that overflows.
 * It takes the structs apart by offsets of its own, so that a wrong one of the driver's does not pass.
 */
export const createMemoryKernel = (clock: Clock) => {
  const chips: MemoryChip[] = [];
  const files = new Map<string, string>();
  const opened = new Map<number, { readonly chip: MemoryChip } | MemoryRequest>();
  const watches = new Set<Watch>();
  let lastFd = 2;

  const isRequest = (one: { readonly chip: MemoryChip } | MemoryRequest): one is MemoryRequest => 'offsets' in one;
  const at = (fd: number) => opened.get(fd) ?? refuse('EBADF');
  const requestAt = (fd: number): MemoryRequest => {
    const one = at(fd);
    if (!isRequest(one)) return refuse('ENOTTY');
    return one.chip.present ? one : refuse('ENODEV');
  };

  const deliver = (fd: number): void =>
    queueMicrotask(() => {
      const request = opened.get(fd);
      for (const watch of watches) {
        if (watch.fd !== fd || request === undefined || !isRequest(request) || model.deaf) continue;
        while (request.events.length > 0)
          watch.listener.bytes(Buffer.concat(request.events.splice(0, watch.chunkBytes / 48)));
      }
    });

  const { levels, change } = createMemoryLines(clock, deliver);

  const configure = (request: MemoryRequest, config: Buffer): void => {
    const flags = config.readBigUInt64LE(0);
    const [input, output] = [(flags & 4n) !== 0n, (flags & 8n) !== 0n];
    if ((input && output) || ((flags & 48n) !== 0n && !input)) refuse('EINVAL');
    if ((flags & 48n) !== 0n && !request.chip.interrupts) refuse('ENXIO');
    request.flags = flags;
    let values: bigint | undefined;
    request.debounceMs = 0;
    for (let i = 0; i < config.readUInt32LE(8); i++) {
      const attribute = config.subarray(32 + 24 * i);
      if (attribute.readUInt32LE(0) === 2) values = attribute.readBigUInt64LE(8);
      else if (attribute.readUInt32LE(0) === 3) request.debounceMs = attribute.readUInt32LE(8) / 1_000;
      else refuse('EINVAL');
    }
    const activeLow = (flags & 2n) !== 0n;
    const levelsBefore = levels.length;
    for (const [i, offset] of request.offsets.entries())
      change(request.chip, offset, (line) => {
        if (input || output) line.pull = PULLS[String(flags & 768n)];
        if (input) line.driven = undefined;
        if (output) line.driven = ((((values ?? 0n) >> BigInt(i)) & 1n) === 1n) !== activeLow;
      });
    model.movedByConfig += levels.length - levelsBefore;
  };

  const getLine = (chip: MemoryChip, bytes: Buffer): void => {
    const count = bytes.readUInt32LE(560);
    if (count < 1 || count > 64) refuse('EINVAL');
    const offsets = Array.from({ length: count }, (_, i) => bytes.readUInt32LE(4 * i));
    const lines = offsets.map((offset) => lineAt(chip, offset));
    if (lines.some((line) => line.request !== undefined)) refuse('EBUSY');
    const consumer = bytes.toString('utf8', 256, bytes.indexOf(0, 256));
    const eventsMax = Math.min(bytes.readUInt32LE(564) || 16 * count, 1_024);
    const fd = ++lastFd;
    const request: MemoryRequest = {
      fd,
      chip,
      offsets,
      consumer,
      eventsMax,
      flags: 0n,
      debounceMs: 0,
      seqno: 0,
      events: [],
    };
    configure(request, bytes.subarray(288, 560));
    for (const line of lines) {
      line.request = request;
      line.settled = levelOf(line);
    }
    opened.set(fd, request);
    bytes.writeInt32LE(fd, 588);
  };

  const setValues = (request: MemoryRequest, bytes: Buffer): void => {
    if ((request.flags & 8n) === 0n) refuse('EPERM');
    for (const [i, offset] of request.offsets.entries())
      if (((bytes.readBigUInt64LE(8) >> BigInt(i)) & 1n) === 1n) {
        model.writes++;
        const on = ((bytes.readBigUInt64LE(0) >> BigInt(i)) & 1n) === 1n;
        change(request.chip, offset, (line) => {
          line.driven = on !== ((request.flags & 2n) !== 0n);
        });
        if (model.mute) refuse('EREMOTEIO');
      }
  };

  const ioctl = (fd: number, number: number, raw: Uint8Array): void => {
    const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
    const on = at(fd);
    if (((number >>> 16) & 0x3fff) !== bytes.length) refuse('EFAULT');
    if (!on.chip.present) refuse('ENODEV');
    switch (number) {
      case 0x8044b401:
        bytes.write(on.chip.name, 0);
        bytes.write(on.chip.label, 32);
        bytes.writeUInt32LE(on.chip.lines.length, 64);
        return;
      case 0xc100b405: {
        const line = lineAt(on.chip, bytes.readUInt32LE(64));
        bytes.write(line.request?.consumer ?? '', 32);
        bytes.writeBigUInt64LE((line.request ? 1n : 0n) | (line.driven === undefined ? 4n : 8n), 72);
        return;
      }
      case 0xc250b407:
        getLine(on.chip, bytes);
        return;
      case 0xc110b40d:
        configure(requestAt(fd), bytes);
        return;
      case 0xc010b40e: {
        const request = requestAt(fd);
        const of = (offset: number) => {
          const line = lineAt(request.chip, offset);
          return (request.debounceMs > 0 ? line.settled : levelOf(line)) !== ((request.flags & 2n) !== 0n);
        };
        bytes.writeBigUInt64LE(
          request.offsets.reduce((bits, offset, i) => (of(offset) ? bits | (1n << BigInt(i)) : bits), 0n),
        );
        return;
      }
      case 0xc010b40f:
        setValues(requestAt(fd), bytes);
        return;
      default:
        refuse('EINVAL');
    }
  };

  const close = (fd: number): void => {
    const one = at(fd);
    opened.delete(fd);
    if (!isRequest(one)) return;
    for (const offset of one.offsets)
      change(one.chip, offset, (line) => {
        line.request = undefined;
        line.settling?.cancel();
        if (!model.outputsStay) line.driven = undefined;
      });
  };

  const kernel: GpioKernel = {
    chipPaths: () => chips.filter(({ present }) => present).map(({ name }) => `/dev/${name}`),
    open: (path) => {
      const chip = chips.find(({ name, present }) => present && `/dev/${name}` === path) ?? refuse('ENOENT');
      if (model.forbidden) refuse('EACCES');
      opened.set(++lastFd, { chip });
      return lastFd;
    },
    ioctl,
    close,
    watch: (fd, chunkBytes, listener) => {
      if (model.unwatchable > 0) {
        model.unwatchable--;
        throw new Error('no thread can be started');
      }
      const watch = { fd, chunkBytes, listener };
      watches.add(watch);
      deliver(fd);
      return () => void watches.delete(watch);
    },
    isQuiet: (fd) => requestAt(fd).events.length === 0,
    readText: (path) => files.get(path),
    shutDown: async () => undefined,
  };

  const model = {
    kernel,
    files,
    /** Every change of a line's level, whoever made it, as `label/line=level`. */
    levels,
    /** How often the value of an output was set. */
    writes: 0,
    /** How many levels changed because lines were taken. */
    movedByConfig: 0,
    /** Whether values are set and the call fails all the same, as on an expander with a bad cable. */
    mute: false,
    /** Whether outputs stay as they were driven when they are let go. */
    outputsStay: false,
    forbidden: false,
    /** How often nothing can be watched. */
    unwatchable: 0,
    /** While true, events wait in the kernel. */
    deaf: false,
    addChip: (label: string, count: number, interrupts = true): MemoryChip => {
      const chip = memoryChip(`gpiochip${chips.length}`, label, count, interrupts);
      chips.push(chip);
      return chip;
    },
    level: (chip: MemoryChip, offset: number): boolean => levelOf(lineAt(chip, offset)),
    /** What the world does to a line: undefined lets it go. */
    drive: (chip: MemoryChip, offset: number, raw: boolean | undefined): void =>
      change(chip, offset, (line) => {
        line.outside = raw;
      }),
    unplug: (chip: MemoryChip): void => {
      chip.present = false;
      for (const watch of [...watches]) if (opened.get(watch.fd)?.chip === chip) watch.listener.gone('it hung up');
      for (const line of chip.lines) line.driven = undefined;
    },
    plugIn: (chip: MemoryChip): void => {
      chip.present = true;
    },
    consumer: (chip: MemoryChip, offset: number): string | undefined => lineAt(chip, offset).request?.consumer,
    hear: (): void => {
      model.deaf = false;
      for (const fd of opened.keys()) deliver(fd);
    },
    /** As the end of the process that holds everything, by `kill -9`. */
    kill: (): void => {
      watches.clear();
      for (const fd of [...opened.keys()]) close(fd);
    },
    openDescriptors: (): number => opened.size,
  };
  return model;
};
