import type { SerialProtocol } from '../../buses/pty/protocol.ts';
import { createLineCutter, textWords } from '../lines.ts';

/** Lines of text both ways; nothing in them tells a wrong character from a right one. */
export const numatoProtocol: SerialProtocol = {
  cut: createLineCutter,
  describe: (bytes) => textWords(bytes),
  gapMs: () => 0,
  garbleFrom: 0,
};
