import type { SerialProtocol } from '../../buses/pty/protocol.ts';
import { createLineCutter, textWords } from '../lines.ts';

/** It is a USB device of its own (full speed, a packet of 64 bytes a millisecond): no speed of a serial line slows it. */
const USB_BYTE_MS = 1 / 64;

/** Lines of text both ways; nothing in them tells a wrong character from a right one. */
export const numatoProtocol: SerialProtocol = {
  cut: createLineCutter,
  describe: (bytes) => textWords(bytes),
  byteMs: () => USB_BYTE_MS,
  gapMs: () => 0,
  garbleFrom: 0,
};
