import { characterMs } from '../../buses/pty/character.ts';
import type { SerialProtocol } from '../../buses/pty/protocol.ts';
import { createCommandFinder } from './command.ts';

const describe = (bytes: Uint8Array): string => {
  let words = `${bytes.length} bytes that are no command`;
  createCommandFinder((_, command) => {
    words =
      command === undefined ? 'something it does not do' : `relay ${command.channel} ${command.on ? 'on' : 'off'}`;
  }).receive(bytes);
  return words;
};

/** Commands of four bytes, and no answers at all. */
export const lcusProtocol: SerialProtocol = {
  cut: ({ onFrame }) => {
    const finder = createCommandFinder(onFrame);
    return { receive: finder.receive, flush: () => undefined, reset: finder.reset };
  },
  describe,
  byteMs: characterMs,
  gapMs: () => 0,
  garbleFrom: 0,
  speaks: 'master',
};
