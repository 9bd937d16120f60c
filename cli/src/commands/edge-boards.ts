import type { Command } from 'commander';
import { PROGRAMS } from '../process-files.ts';
import { runProgram } from '../run-program.ts';

interface LineOptions {
  readonly path: string;
  readonly baud?: string;
}

/** `gatehouse edge boards …`: Modbus relay boards on a line that no agent uses. */
export const addBoardOrders = (edge: Command): void => {
  const boards = edge
    .command('boards')
    .description('Modbus relay boards on a serial line that no agent has open: find them, give them addresses.');
  const given = (flag: string, value: string | undefined) => (value === undefined ? [] : [flag, value]);
  boards
    .command('find')
    .description('Look for boards at every speed and address. Reads only: nothing moves, nothing is changed.')
    .requiredOption('--path <file>', 'the serial line, such as /dev/serial/by-id/…')
    .option('--baud <n>', 'at this speed only')
    .option('--up-to <n>', 'look at addresses from 1 to this one', '32')
    .action(({ path, baud, upTo }: LineOptions & { upTo: string }) =>
      runProgram(PROGRAMS.edgeBoards, ['find', '--path', path, ...given('--baud', baud), '--up-to', upTo]),
    );
  boards
    .command('set-address')
    .description('Give a board another address. Refuses one that is taken already.')
    .requiredOption('--path <file>', 'the serial line')
    .requiredOption('--baud <n>', 'the speed that the board has')
    .requiredOption('--to <n>', 'the new address, 1 to 247')
    .option('--from <n>', 'the address that it has')
    .option('--alone', 'or: it is the only board on the line, whichever address it has')
    .action(({ path, baud, to, from, alone }: LineOptions & { to: string; from?: string; alone?: true }) =>
      runProgram(PROGRAMS.edgeBoards, [
        'set-address',
        '--path',
        path,
        ...given('--baud', baud),
        '--to',
        to,
        ...given('--from', from),
        ...(alone ? ['--alone'] : []),
      ]),
    );
};
