// Finds relay boards on a serial line that no agent uses, and gives them their addresses. The answer is JSON.
import { parseArgs } from 'node:util';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { openSerialWire } from '../drivers/serial/serial-wire.ts';
import { findBoards } from './find-boards.ts';
import { BoardsError, type OpenLine, openLine } from './line.ts';
import { setAddress } from './set-address.ts';

const USAGE = `Usage: find --path FILE [--baud N] [--up-to N]
       set-address --path FILE --baud N (--from N | --alone) --to N`;
/** The likeliest first. */
const BAUDS = [9_600, 115_200, 19_200, 38_400, 57_600, 4_800];
const ADDRESS_MAX = 247;
const REPLY_ALLOWANCE_MS = 100;

/** A number of the command line. Throws a `BoardsError` that names what was wrong. */
const numberIn = (name: string, text: string, least: number, most: number): number => {
  const value = Number(text);
  if (/^\d{1,7}$/.test(text) && value >= least && value <= most) return value;
  throw new BoardsError(`--${name} must be a number from ${least} to ${most}, not ${text}.`);
};

const opening =
  (path: string): OpenLine =>
  (baud) => {
    let why = `There is no serial line at ${path}.`;
    const note = (detail: object): void => {
      const said = 'why' in detail ? String(detail.why) : '';
      why = /lock/i.test(said)
        ? `${path} is in use. Stop the agent, or whatever else has it open, first.`
        : `${path} cannot be opened: ${said}.`;
    };
    const silent = (): void => undefined;
    const log = { info: silent, warn: note, error: note };
    const wire = openSerialWire({ path, baud }, { clock: systemClock, log });
    return openLine(wire, { baud, replyAllowanceMs: REPLY_ALLOWANCE_MS }, systemClock, () => why);
  };

const run = async (): Promise<unknown> => {
  const text = { type: 'string' } as const;
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      path: text,
      baud: text,
      'up-to': text,
      from: text,
      to: text,
      alone: { type: 'boolean', default: false },
    },
  });
  const { path, baud, from, to, alone } = values;
  const [what] = positionals;
  if (path === undefined) throw new BoardsError(USAGE);
  const speed = baud === undefined ? undefined : numberIn('baud', baud, 1_200, 256_000);
  if (what === 'find') {
    const upTo = numberIn('up-to', values['up-to'] ?? '32', 1, ADDRESS_MAX);
    return {
      boards: await findBoards(opening(path), {
        bauds: speed === undefined ? BAUDS : [speed],
        addresses: Array.from({ length: upTo }, (_, i) => i + 1),
        onBaud: (now) => console.error(`Looking at ${now} baud …`),
      }),
    };
  }
  if (what !== 'set-address' || speed === undefined || to === undefined || alone === (from !== undefined))
    throw new BoardsError(USAGE);
  const change = {
    from: from === undefined ? undefined : numberIn('from', from, 1, ADDRESS_MAX),
    to: numberIn('to', to, 1, ADDRESS_MAX),
  };
  const line = await opening(path)(speed);
  try {
    return await setAddress(line, change);
  } finally {
    await line.close();
  }
};

try {
  process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`);
} catch (error) {
  console.error(error instanceof BoardsError ? error.message : error);
  process.exitCode = 1;
}
