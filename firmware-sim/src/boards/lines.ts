import type { FrameCutter, FrameCutterDeps } from '../buses/pty/protocol.ts';

const [CR, LF] = [0x0d, 0x0a];
/** A longer line is no line of any device here. */
const LONGEST_LINE = 256;

/** Cuts a stream into lines, each without its end. An empty line is none: CR and LF together end one. */
export const createLineCutter = ({ onFrame }: Pick<FrameCutterDeps, 'onFrame'>): FrameCutter => {
  let held: number[] = [];
  const end = () => {
    const line = held;
    held = [];
    if (line.length > 0) onFrame(Uint8Array.from(line));
  };
  return {
    receive: (bytes) => {
      for (const byte of bytes) {
        if (byte === CR || byte === LF) end();
        else held.push(byte);
        if (held.length >= LONGEST_LINE) end();
      }
    },
    flush: end,
    reset: () => {
      held = [];
    },
  };
};

/** Bytes as a person reads them: text in quotes, with what cannot be printed as escapes. */
export const textWords = (bytes: Uint8Array): string =>
  `"${Array.from(bytes, (byte) => {
    if (byte === CR) return '\\r';
    if (byte === LF) return '\\n';
    return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
  }).join('')}"`;
