import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { describeFrame } from '../../boards/waveshare/describe.ts';
import { characterMs, createFrameReader, silenceMs } from '../../boards/waveshare/frame-reader.ts';
import { createReplyFaults, type ReplyFaults } from './faults.ts';
import { createLine } from './line.ts';
import { openPty, type Pty } from './pty.ts';
import { createTrace, type Trace } from './trace.ts';

/** What a bus needs of a board. */
export interface BusDevice {
  readonly baud: number;
  receive(bytes: Uint8Array, startMs: number): void;
}

/** A serial bus that a master opens at `path`, which is a link to the pseudo terminal of the moment. */
export interface PtyBus {
  readonly name: string;
  readonly path: string;
  readonly plugged: boolean;
  /** What the boards on it are set to when they leave the factory. */
  readonly factoryBaud: number;
  /** What the master set its port to; the bus's own default while nobody has. */
  readonly masterBaud: number;
  readonly faults: ReplyFaults;
  readonly trace: Trace;
  attach(device: BusDevice): void;
  /** A board's reply, sent at the board's pace. */
  reply(frame: Uint8Array, baud: number): void;
  /** Puts stray bytes on the wire to the master. */
  noise(count: number): void;
  /** The adapter is pulled out: the link is gone, clients get a hang-up. False if it was out already. */
  unplug(): boolean;
  /** The adapter is back under the same link, on a new pseudo terminal. */
  plug(): boolean;
  close(): void;
}

export interface PtyBusDeps {
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly name: string;
  /** Folder of the link. */
  readonly dir: string;
  readonly baud: number;
  readonly onPlug: (plugged: boolean) => void;
}

/**
 * The pipe: client → pty → `inward` (at the master's baud) → every board and the trace;
 * board → faults → `outward` (at the board's baud) → pty → client.
 */
export const createPtyBus = ({ clock, random, name, dir, baud, onPlug }: PtyBusDeps): PtyBus => {
  const path = join(dir, name);
  const devices: BusDevice[] = [];
  const delayed = new Set<Timer>();
  const faults = createReplyFaults(random);
  const trace = createTrace(clock, name);
  let pty: Pty | undefined;
  let masterBaud = baud;

  const analyser = createFrameReader({
    clock,
    baud: () => masterBaud,
    onFrame: (frame) => {
      const heard = devices.some((device) => device.baud === masterBaud);
      trace.record(
        'request',
        frame,
        heard ? describeFrame(frame, 'request') : `at ${masterBaud} baud: no board listens at that rate`,
      );
    },
  });
  const inward = createLine({
    clock,
    deliver: (bytes, startMs) => {
      analyser.receive(bytes, startMs);
      // A board set to another rate sees framing errors only.
      for (const device of devices) if (device.baud === masterBaud) device.receive(bytes, startMs);
    },
  });
  const outward = createLine({ clock, deliver: (bytes) => void pty?.write(bytes) });

  const plug = (): boolean => {
    if (pty !== undefined) return false;
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const opened = openPty(baud, {
      onData: (bytes) => {
        masterBaud = opened.baud();
        inward.send(bytes, { byteMs: characterMs(masterBaud) });
      },
    });
    pty = opened;
    // Renamed into place: a link left by a crash is replaced without a moment in which there is none.
    const fresh = `${path}.new`;
    rmSync(fresh, { force: true });
    symlinkSync(opened.path, fresh);
    renameSync(fresh, path);
    onPlug(true);
    return true;
  };
  const unplug = (): boolean => {
    if (pty === undefined) return false;
    rmSync(path, { force: true });
    pty.close();
    pty = undefined;
    inward.clear();
    outward.clear();
    analyser.reset();
    for (const timer of delayed) timer.cancel();
    delayed.clear();
    onPlug(false);
    return true;
  };
  const sendAfter = (ms: number, run: () => void) => {
    if (ms <= 0) return run();
    const timer = clock.after(Milliseconds(ms), () => {
      delayed.delete(timer);
      run();
    });
    delayed.add(timer);
  };

  plug();
  return {
    name,
    path,
    get plugged() {
      return pty !== undefined;
    },
    get masterBaud() {
      return masterBaud;
    },
    factoryBaud: baud,
    faults,
    trace,
    attach: (device) => void devices.push(device),
    reply: (frame, boardBaud) => {
      // Timers of the same instant fire in any order; in the trace the question comes before its answer.
      analyser.flush();
      const { sendings, faults: done } = faults.apply(frame);
      trace.record('reply', frame, describeFrame(frame, 'reply'), done);
      for (const { bytes, delayMs } of sendings)
        sendAfter(delayMs, () => outward.send(bytes, { byteMs: characterMs(boardBaud), gapMs: silenceMs(boardBaud) }));
    },
    noise: (count) => {
      const bytes = random(count);
      trace.record('noise', bytes, `${count} stray bytes`);
      outward.send(bytes, { byteMs: characterMs(masterBaud) });
    },
    unplug,
    plug,
    close: () => void unplug(),
  };
};
