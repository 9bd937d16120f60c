import { readBits } from './read-bits.ts';

/** FC01: the coils' registers. They say what was commanded, not what a lock did. */
export const readCoils = readBits({ code: 0x01, name: 'read coils', levels: ({ coils }) => coils.states });
