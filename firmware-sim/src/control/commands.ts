import { boardCommands, busCommands } from './bus-commands.ts';
import type { Command } from './command.ts';
import { doorCommands } from './door-commands.ts';
import { controllerCommands, lanReaderCommands } from './lan-commands.ts';
import { playCommands } from './play-commands.ts';
import { readerCommands } from './reader-commands.ts';
import { siteCommands } from './site-commands.ts';
import { wireCommands } from './wire-commands.ts';

const PARTS: readonly Command[] = [
  ...doorCommands,
  ...siteCommands,
  ...wireCommands,
  ...busCommands,
  ...boardCommands,
  ...controllerCommands,
  ...readerCommands,
  ...lanReaderCommands,
];

/** Everything that can be done to the building. */
export const COMMANDS: readonly Command[] = [...PARTS, ...playCommands(PARTS)];
