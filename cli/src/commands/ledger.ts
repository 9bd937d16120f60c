import { userInfo } from 'node:os';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { Command, Option } from 'commander';
import { printAnswer } from '../print-answer.ts';

interface WithData {
  readonly data: string;
}
interface Days extends WithData {
  readonly from: string;
  readonly to: string;
}
interface By extends WithData {
  readonly by: string;
}
interface JournalPart {
  readonly text: string;
  readonly next: string | null;
}

const data = () =>
  new Option('--data <dir>', 'the data folder of the running cloud').env('DATA_DIR').default('data/cloud');

/** `gatehouse ledger …`: the books, for whoever has the machine and for whoever audits them. */
export const ledgerCommand = (): Command => {
  const ledger = new Command('ledger').description('The books: whether they are whole, and what is in them.');
  ledger
    .command('verify')
    .description(
      'Check every day against its seal, and every balance against its transfers. Ends with 1 if anything differs.',
    )
    .addOption(data())
    .action(async ({ data }: WithData) => {
      const answer = await callControl(data, 'verify-ledger', {});
      printAnswer(answer);
      if ((answer as { intact?: boolean }).intact !== true) process.exitCode = 1;
    });
  ledger
    .command('export')
    .description('Print the journal of some days, as hledger and its relatives read it.')
    .addOption(data())
    .option('--from <day>', 'the first day, such as 2026-01-31', '0001-01-01')
    .option('--to <day>', 'the last one', '9999-12-31')
    .action(async ({ data, ...days }: Days) => {
      for (let after: string | null | undefined; after !== null; ) {
        const part = await callControl(data, 'export-ledger', { ...days, ...(after !== undefined && { after }) });
        const { text, next } = part as JournalPart;
        process.stdout.write(text);
        after = next;
      }
    });
  ledger
    .command('balance <month>')
    .description('Print the trial balance of a month, such as 2026-01.')
    .addOption(data())
    .action(async (month: string, { data }: WithData) =>
      printAnswer(await callControl(data, 'trial-balance', { month })),
    );
  ledger
    .command('close <month>')
    .description('Close a month for good, once all of its days are sealed.')
    .addOption(data())
    .addOption(new Option('--by <name>', 'who says so, for the record').default(userInfo().username))
    .action(async (month: string, { data, by }: By) => {
      const answer = await callControl(data, 'close-ledger', { month, by });
      printAnswer(answer);
      if ((answer as { closed?: boolean }).closed !== true) process.exitCode = 1;
    });
  ledger
    .command('thaw <account>')
    .description('Let a frozen account post again, once its balance is the sum of its transfers.')
    .addOption(data())
    .action(async (account: string, { data }: WithData) =>
      printAnswer(await callControl(data, 'thaw-ledger', { account })),
    );
  return ledger;
};
