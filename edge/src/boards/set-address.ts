import { questionOf } from '../drivers/modbus-rtu/framing.ts';
import { ADDRESS_REGISTER, EVERY_BOARD, readRegister, writeRegister } from '../drivers/modbus-rtu/registers.ts';
import { BoardsError, type Line } from './line.ts';

export interface AddressChange {
  /** The address it has; undefined: the only board on the line, whichever address it has. */
  readonly from: number | undefined;
  readonly to: number;
}

const ASKED_TIMES = 3;

/** Asked again where nothing comes: a word that is lost must not make an address look free. */
const answers = async (line: Line, address: number): Promise<boolean> => {
  for (let time = 0; time < ASKED_TIMES; time++)
    if ((await line.ask(questionOf({ kind: 'read-coils', unit: address, count: 1 }))) !== undefined) return true;
  return false;
};

const addressNow = async (line: Line, from: number | undefined): Promise<number> => {
  if (from !== undefined) {
    if (await answers(line, from)) return from;
    throw new BoardsError(`No board answers at address ${from}.`);
  }
  const single = new BoardsError('No single board answers: is there none on the line, or more than one?');
  let now: number | undefined;
  // Two boards may answer over each other and look like one; seldom each time.
  for (let time = 0; time < ASKED_TIMES; time++) {
    const reply = await line.askAll(readRegister(EVERY_BOARD, ADDRESS_REGISTER));
    if (reply?.kind !== 'value' || (now !== undefined && reply.value !== now)) throw single;
    now = reply.value;
  }
  if (now === undefined || !(await answers(line, now))) throw single;
  return now;
};

/**
 * Gives a board another address, and looks whether it answers there. Refuses an address that is taken already: of two boards
 * at one address, a command to either moves both. Rejects with a `BoardsError`.
 */
export const setAddress = async (line: Line, { from, to }: AddressChange): Promise<{ from: number; to: number }> => {
  const now = await addressNow(line, from);
  if (now === to) return { from: now, to };
  if (await answers(line, to)) throw new BoardsError(`There is a board at address ${to} already.`);
  const written = await line.ask(writeRegister(from === undefined ? EVERY_BOARD : now, ADDRESS_REGISTER, to));
  if (written?.kind === 'exception')
    throw new BoardsError(`The board at address ${now} refuses (exception ${written.code}).`);
  // Its word for it is not enough, and its silence no proof of the contrary.
  if (await answers(line, to)) return { from: now, to };
  const still = (await answers(line, now)) ? `it still answers at ${now}` : `it no longer answers at ${now} either`;
  throw new BoardsError(`The board does not answer at address ${to}; ${still}. Switch it off and on, and look again.`);
};
