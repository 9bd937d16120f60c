import { characterMs } from '../../buses/pty/character.ts';
import type { SerialProtocol } from '../../buses/pty/protocol.ts';
import { createLineCutter, textWords } from '../lines.ts';

/** Lines of text to the master. Nothing goes the other way that anybody would hear. */
export const scannerProtocol: SerialProtocol = {
  cut: createLineCutter,
  describe: (bytes, direction) => `${direction === 'request' ? 'unheard ' : ''}${textWords(bytes)}`,
  byteMs: characterMs,
  gapMs: () => 0,
  garbleFrom: 0,
  speaks: 'device',
};
