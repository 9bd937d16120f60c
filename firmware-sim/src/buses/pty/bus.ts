import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { createReplyFaults, type ReplyFaults } from './faults.ts';
import { createLine } from './line.ts';
import type { SerialProtocol } from './protocol.ts';
import { openPty, type Pty } from './pty.ts';
import { createTrace, type Trace } from './trace.ts';

/** What a bus needs of a board or reader. */
export interface BusDevice {
  readonly baud: number;
  receive(bytes: Uint8Array, startMs: number): void;
  /** What it made of a frame that it heard or sent just now, where only it can know. */
  words?(bytes: Uint8Array): string | undefined;
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
  /**
   * The reply of the device `from`, or what it says unasked, sent at the device's pace. To a master at another rate it is
   * noise, and so is what two devices say at once. Without the adapter nobody hears it.
   */
  reply(frame: Uint8Array, baud: number, from: string): void;
  /** Puts stray bytes on the wire to the master. False where no adapter hears them. */
  noise(count: number): boolean;
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
  /** How those on it talk. */
  readonly protocol: SerialProtocol;
  readonly onPlug: (plugged: boolean) => void;
}

/**
 * The pipe: client → pty → `inward` (at the master's baud) → every board and the trace;
 * board → faults → `outward` (at the board's baud) → pty → client.
 */
export const createPtyBus = ({ clock, random, name, dir, baud, protocol, onPlug }: PtyBusDeps): PtyBus => {
  const path = join(dir, name);
  const devices: BusDevice[] = [];
  const delayed = new Set<Timer>();
  const faults = createReplyFaults(random, protocol);
  const trace = createTrace(clock, name);
  let pty: Pty | undefined;
  let masterBaud = baud;
  let speaking: { readonly from: string; readonly endMs: number } | undefined;

  const wordsOf = (frame: Uint8Array): string | undefined => {
    for (const device of devices) {
      const words = device.words?.(frame);
      if (words !== undefined) return words;
    }
    return undefined;
  };
  // Requests are written down once those who heard them can say what they were, and before any answer.
  let delivering = false;
  const unwritten: Uint8Array[] = [];
  const writeDown = () => {
    const heard = devices.some((device) => device.baud === masterBaud);
    for (const frame of unwritten.splice(0))
      trace.record(
        'request',
        frame,
        heard
          ? protocol.describe(frame, 'request', wordsOf(frame))
          : `at ${masterBaud} baud: nothing listens at that rate`,
      );
  };
  const analyser = protocol.cut({
    clock,
    baud: () => masterBaud,
    onFrame: (frame) => {
      unwritten.push(frame);
      if (!delivering) writeDown();
    },
  });
  const inward = createLine({
    clock,
    deliver: (bytes, startMs) => {
      if (faults.loseRequest()) return trace.record('request', bytes, 'lost on the way', ['deaf']);
      delivering = true;
      analyser.receive(bytes, startMs);
      // What is set to another rate sees framing errors only.
      for (const device of devices) if (device.baud === masterBaud) device.receive(bytes, startMs);
      delivering = false;
      writeDown();
    },
  });
  const outward = createLine({ clock, deliver: (bytes) => void pty?.write(bytes) });

  const plug = (): boolean => {
    if (pty !== undefined) return false;
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const opened = openPty(baud, {
      onData: (bytes) => {
        masterBaud = opened.baud();
        inward.send(bytes, { byteMs: protocol.byteMs(masterBaud) });
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
    reply: (frame, deviceBaud, from) => {
      if (pty === undefined) return;
      // Timers of the same instant fire in any order; in the trace the question comes before its answer.
      analyser.flush();
      writeDown();
      masterBaud = pty.baud();
      const words = protocol.describe(frame, 'reply', wordsOf(frame));
      const pace = { byteMs: protocol.byteMs(deviceBaud), gapMs: protocol.gapMs(deviceBaud) };
      const endMs = clock.monoMs() + pace.gapMs + frame.length * pace.byteMs;
      if (speaking !== undefined && speaking.from !== from && clock.monoMs() < speaking.endMs) {
        trace.record('reply', frame, words, ['collision']);
        outward.clear();
        outward.send(random(frame.length), pace);
        speaking = { from, endMs: Math.max(endMs, speaking.endMs) };
        return;
      }
      speaking = { from, endMs };
      const { sendings, faults: done } = faults.apply(frame);
      trace.record('reply', frame, words, done);
      for (const { bytes, delayMs } of sendings) {
        const seen =
          deviceBaud === masterBaud ? bytes : random(Math.ceil((bytes.length * masterBaud) / deviceBaud) || 1);
        sendAfter(delayMs, () => outward.send(seen, pace));
      }
    },
    noise: (count) => {
      if (pty === undefined) return false;
      const bytes = random(count);
      trace.record('noise', bytes, `${count} stray bytes`);
      outward.send(bytes, { byteMs: protocol.byteMs(masterBaud) });
      return true;
    },
    unplug,
    plug,
    close: () => void unplug(),
  };
};
