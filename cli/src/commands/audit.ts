import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { Command, Option } from 'commander';
import { printAnswer } from '../print-answer.ts';

interface Asked {
  readonly data: string;
  readonly from?: string;
  readonly to?: string;
}

/** `gatehouse admin audit …`: what only the operator of the machine needs of the audit. */
export const auditCommand = (): Command => {
  const audit = new Command('audit').description('The audit: what was done with the product.');
  audit
    .command('verify')
    .description('Check every day of the audit against its seal. Ends with 1 if anything is not as it was.')
    .addOption(new Option('--data <dir>', 'the data folder of the running cloud').env('DATA_DIR').default('data/cloud'))
    .option('--from <day>', 'the first day, such as 2026-01-31, whose entries are looked at')
    .option('--to <day>', 'the last one')
    .action(async ({ data, ...days }: Asked) => {
      const answer = await callControl(data, 'verify-audit', days);
      printAnswer(answer);
      if ((answer as { intact?: boolean }).intact !== true) process.exitCode = 1;
    });
  return audit;
};
