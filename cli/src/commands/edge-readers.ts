import { BUILT_IN_FORMATS } from '@gatehouse/shared/card/built-in-formats.ts';
import { readLine } from '@gatehouse/shared/card/read-card.ts';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import type { Command, Option } from 'commander';
import { printAnswer } from '../print-answer.ts';
import { readSecret } from '../read-secret.ts';
import { CommandFailure } from '../readable-failure.ts';

const CHANGES = [
  [
    'install <reader>',
    'Give a reader that is in install mode a key of its own. Once: from then on it is never spoken to without.',
  ],
  ['rekey <reader>', 'Give a reader a new key, over the channel that stands under the one that it has.'],
  ['forget <reader>', 'Forget the key of a reader that was replaced. The new one then has to be installed.'],
] as const;

/** `gatehouse edge reader …`: the readers on the box's buses, their keys, and what a printed number is to them. */
export const addReaderOrders = (edge: Command, data: () => Option): void => {
  const reader = edge.command('reader').description('The readers on this box’s buses, and their keys.');
  reader
    .command('list')
    .description('Show the readers, their doors, and how they stand.')
    .addOption(data())
    .action(async (options: { data: string }) => printAnswer(await callControl(options.data, 'reader-list')));
  for (const [usage, description] of CHANGES)
    reader
      .command(usage)
      .description(description)
      .option('--by <name>', 'who', process.env.USER ?? 'operator')
      .addOption(data())
      .action(async (name: string, options: { data: string; by: string }) =>
        printAnswer(await callControl(options.data, `reader-${usage.split(' ')[0]}`, { name, by: options.by })),
      );
  reader
    .command('number')
    .description('Show which credential a number is that is printed on a card, or typed by a reader.')
    .option('--format <name>', 'how it is written: decimal, hex or fc,cn', 'decimal')
    .action(async (options: { format: string }) => {
      const format = BUILT_IN_FORMATS.get(options.format);
      if (format === undefined || !('parts' in format))
        throw new CommandFailure(`"${options.format}" is no way to write a number: use decimal, hex or fc,cn.`);
      const read = readLine([format], (await readSecret('Number')).trim());
      if (!read.ok) throw new CommandFailure(`That is no card’s number written as ${options.format}.`);
      printAnswer({ card: read.card });
    });
};
