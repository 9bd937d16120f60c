import { CHANNELS } from '../coil-bank.ts';
import { readBits } from './read-bits.ts';

/** FC02: the levels on the input terminals at this instant; nothing is debounced or latched. */
export const readDiscreteInputs = readBits({
  code: 0x02,
  name: 'read inputs',
  levels: ({ input }) => Array.from({ length: CHANNELS }, (_, number) => input(number)),
});
