import { questionOf } from '../drivers/modbus-rtu/framing.ts';
import { ADDRESS_REGISTER, EVERY_BOARD, readRegister, VERSION_REGISTER } from '../drivers/modbus-rtu/registers.ts';
import type { Line, OpenLine } from './line.ts';

export interface FoundBoard {
  readonly baud: number;
  readonly address: number;
  /** Whether it answered to reading its inputs. */
  readonly inputs: boolean;
  /** As its maker's register says it, such as 2.00; null where there is no such register. */
  readonly version: string | null;
}

export interface Search {
  readonly bauds: readonly number[];
  readonly addresses: readonly number[];
  /** Told before each speed. */
  readonly onBaud: (baud: number) => void;
}

const versionOf = async (line: Line, address: number): Promise<string | null> => {
  const reply = await line.ask(readRegister(address, VERSION_REGISTER));
  return reply?.kind === 'value' ? (reply.value / 100).toFixed(2) : null;
};

/** What is at an address. Nothing is written: coils and inputs are read, an exception is an answer too. */
const boardAt = async (line: Line, baud: number, address: number): Promise<FoundBoard | undefined> => {
  const coils = await line.ask(questionOf({ kind: 'read-coils', unit: address, count: 1 }));
  if (coils === undefined) return undefined;
  const inputs = await line.ask(questionOf({ kind: 'read-inputs', unit: address, count: 1 }));
  return { baud, address, inputs: inputs?.kind === 'bits', version: await versionOf(line, address) };
};

const boardsAt = async (line: Line, baud: number, addresses: readonly number[]): Promise<FoundBoard[]> => {
  // One board alone says its address when all are asked, also one beyond those that are tried.
  const alone = await line.askAll(readRegister(EVERY_BOARD, ADDRESS_REGISTER));
  const first = alone?.kind === 'value' ? [alone.value] : [];
  const found: FoundBoard[] = [];
  const lookAt = async (wanted: readonly number[]): Promise<void> => {
    for (const address of wanted) {
      const board = await boardAt(line, baud, address);
      if (board !== undefined) found.push(board);
    }
  };
  await lookAt([...first, ...addresses.filter((address) => !first.includes(address))]);
  // Where one answers, others may have been missed: a word that is lost is no proof of absence.
  const missing = addresses.filter((address) => !found.some((board) => board.address === address));
  if (found.length > 0) await lookAt(missing);
  return found.sort((a, b) => a.address - b.address);
};

/** Looks for boards at each speed and address. Reads only. Rejects with a `BoardsError`. */
export const findBoards = async (open: OpenLine, { bauds, addresses, onBaud }: Search): Promise<FoundBoard[]> => {
  const found: FoundBoard[] = [];
  for (const baud of bauds) {
    onBaud(baud);
    const line = await open(baud);
    try {
      found.push(...(await boardsAt(line, baud, addresses)));
    } finally {
      await line.close();
    }
  }
  return found;
};
