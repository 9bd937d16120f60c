import type { Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { characterMs } from '../../buses/pty/character.ts';
import type { FrameCutter, FrameCutterDeps } from '../../buses/pty/protocol.ts';

/** A frame ends where the line has been silent for this many characters (MODBUS over serial line V1.02, 2.5.1.1). */
const SILENT_CHARACTERS = 3.5;
/** Above 19200 baud the standard fixes the silence, so that small processors can keep up. Milliseconds. */
const FIXED_SILENCE_MS = 1.75;
/** The longest frame of the standard. What runs on longer is noise and is thrown away up to the next silence. */
export const LONGEST_FRAME = 256;

export const silenceMs = (baud: number): number =>
  baud > 19_200 ? FIXED_SILENCE_MS : SILENT_CHARACTERS * characterMs(baud);

/** Cuts a stream of bytes into frames by the silence between them. */
export const createFrameReader = ({ clock, baud, onFrame }: FrameCutterDeps): FrameCutter => {
  const buffer = new Uint8Array(LONGEST_FRAME);
  let length = 0;
  let overflown = false;
  let endsMs = 0;
  let timer: Timer | undefined;

  const reset = () => {
    timer?.cancel();
    timer = undefined;
    length = 0;
    overflown = false;
  };
  const finish = () => {
    const frame = overflown || length === 0 ? undefined : buffer.slice(0, length);
    reset();
    if (frame !== undefined) onFrame(frame);
  };
  const listen = () => {
    timer?.cancel();
    const leftMs = endsMs + silenceMs(baud()) - clock.monoMs();
    // A timer of the operating system may fire a fraction early: then the silence is not over.
    if (leftMs > 0) timer = clock.after(Milliseconds(leftMs), listen);
    else finish();
  };

  return {
    receive: (bytes, startMs) => {
      if (bytes.length === 0) return;
      if (length > 0 && startMs - endsMs >= silenceMs(baud())) finish();
      endsMs = startMs + bytes.length * characterMs(baud());
      overflown ||= length + bytes.length > LONGEST_FRAME;
      if (!overflown) {
        buffer.set(bytes, length);
        length += bytes.length;
      }
      listen();
    },
    flush: finish,
    reset,
  };
};
