import { characterMs } from '../../buses/pty/character.ts';
import type { SerialProtocol } from '../../buses/pty/protocol.ts';
import { describeFrame } from './describe.ts';
import { ANYBODY, encodeFrame, parseFrame } from './frame.ts';
import { createFrameReader } from './frame-reader.ts';

/** Whoever speaks leaves the line idle for so many characters before (IEC 60839-11-5, the timing of messages). */
const IDLE_CHARACTERS = 2;

export const osdpProtocol: SerialProtocol = {
  cut: ({ baud, onFrame }) => {
    const reader = createFrameReader({ onFrame: (_, bytes) => onFrame(bytes), onBroken: onFrame });
    return {
      receive: (bytes, startMs) => reader.receive(bytes, startMs, startMs + bytes.length * characterMs(baud())),
      flush: () => undefined,
      reset: reader.reset,
    };
  },
  describe: (bytes, _, words) => describeFrame(bytes, words),
  byteMs: characterMs,
  gapMs: (baud) => IDLE_CHARACTERS * characterMs(baud),
  // A flipped bit of the mark changes nothing.
  garbleFrom: 1,
  misaddress: (reply) => {
    const frame = parseFrame(reply);
    if (frame === undefined) return reply;
    const { mac } = frame;
    return encodeFrame({ ...frame, address: (frame.address + 1) % ANYBODY }, mac && (() => mac));
  },
};
