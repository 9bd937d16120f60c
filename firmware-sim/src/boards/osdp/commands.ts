import type { OsdpCommand } from './command.ts';
import { comset } from './commands/comset.ts';
import { cap, id } from './commands/identify.ts';
import { out } from './commands/out.ts';
import { poll } from './commands/poll.ts';
import { receiveSize } from './commands/receive-size.ts';
import { buz, led, text } from './commands/signal.ts';
import { istat, lstat, ostat, rstat } from './commands/status.ts';

/** Everything the reader understands but the handshake and the change of its key, by code. */
export const COMMANDS: ReadonlyMap<number, OsdpCommand> = new Map(
  [poll, id, cap, lstat, istat, ostat, rstat, out, led, buz, text, comset, receiveSize].map((c) => [c.code, c]),
);
