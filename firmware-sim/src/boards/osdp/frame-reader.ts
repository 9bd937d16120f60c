import { type Frame, frameLength, LONGEST_FRAME, MARK, parseFrame, SHORTEST_FRAME, SOM } from './frame.ts';

/** A pause this long inside a message means that its rest will not come. Milliseconds. */
const LONGEST_PAUSE_MS = 20;

export interface FrameReader {
  /** Bytes that came without a pause, the first of them beginning at `startMs`, the last ending at `endMs`. */
  receive(bytes: Uint8Array, startMs: number, endMs: number): void;
  /** Forgets what has come so far. */
  reset(): void;
}

export interface FrameReaderDeps {
  /** A frame whose check characters are right, and the bytes that it was, mark included where there was one. */
  readonly onFrame: (frame: Frame, bytes: Uint8Array) => void;
  /** Bytes of a plausible length with a start in front, and wrong check characters. */
  readonly onBroken: (bytes: Uint8Array) => void;
}

/**
 * Finds frames in a stream of bytes. A start byte may be part of something else: where what follows is no frame, the
 * search goes on right behind it, so that nothing on the line can hide the next good frame for longer than it lasts.
 */
export const createFrameReader = ({ onFrame, onBroken }: FrameReaderDeps): FrameReader => {
  let held: number[] = [];
  let heardMs = 0;

  /** Takes one frame or one useless byte off the front. False where more bytes are needed. */
  const step = (): boolean => {
    const start = held.indexOf(SOM);
    if (start < 0) {
      held = held.at(-1) === MARK ? [MARK] : [];
      return false;
    }
    const marked = held[start - 1] === MARK;
    const bytes = Uint8Array.from(held.slice(start));
    const length = frameLength(bytes);
    if (length === undefined) return false;
    if (length < SHORTEST_FRAME || length > LONGEST_FRAME) {
      held = held.slice(start + 1);
      return held.length > 0;
    }
    if (bytes.length < length) return false;
    const whole = bytes.subarray(0, length);
    const frame = parseFrame(whole);
    const seen = marked ? Uint8Array.of(MARK, ...whole) : whole;
    held = held.slice(start + (frame === undefined ? 1 : length));
    if (frame === undefined) onBroken(seen);
    else onFrame(frame, seen);
    return held.length > 0;
  };

  return {
    receive: (bytes, startMs, endMs) => {
      if (startMs - heardMs > LONGEST_PAUSE_MS) held = [];
      heardMs = endMs;
      for (const byte of bytes) {
        held.push(byte);
        // Looked at before it grows beyond a frame, so that it never does.
        if (held.length > LONGEST_FRAME) while (step());
      }
      while (step());
    },
    reset: () => {
      held = [];
    },
  };
};
