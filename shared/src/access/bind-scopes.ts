import { PROGRAM_HEAD, UNBOUND } from './layout.ts';
import { recordOf } from './record.ts';
import { isProgram } from './sound-record.ts';

/**
 * Writes a facility's numbers for its scope keys into a program, in place: `numbers[i]` for `scopeKeys[i]` of the snapshot. A key
 * without a number stays unbound, which opens nothing, and so does a program that is none.
 */
export const bindScopes = (program: Uint8Array, numbers: readonly number[]): void => {
  const { words } = recordOf(program);
  if (!isProgram(words)) return;
  const view = new DataView(program.buffer, program.byteOffset, program.byteLength);
  let at = PROGRAM_HEAD;
  for (let i = 0; i < (words[2] as number); i++) {
    view.setUint32(at * 4, numbers[i] ?? UNBOUND, true);
    at += words[at + 1] as number;
  }
};
