import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { printAnswer } from '../print-answer.ts';

interface Asked {
  readonly data: string;
  readonly state?: string;
  readonly kind?: string;
  readonly after?: string;
  readonly limit: number;
}

const data = () =>
  new Option('--data <dir>', 'the data folder of the running cloud').env('DATA_DIR').default('data/cloud');
const count = (text: string): number => {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 200) throw new InvalidArgumentError('1 to 200');
  return number;
};

/** `gatehouse cloud jobs`, and what to do with a dead one. */
export const addJobCommands = (cloud: Command): void => {
  cloud
    .command('jobs')
    .description('List background jobs, the newest first, and count them by state.')
    .addOption(data())
    .addOption(new Option('--state <state>', 'only these').choices(['queued', 'running', 'done', 'dead']))
    .option('--kind <kind>', 'only jobs of this kind')
    .option('--after <job>', 'go on after this one')
    .option('--limit <count>', 'how many', count, 50)
    .action(async ({ data, ...filter }: Asked) => printAnswer(await callControl(data, 'jobs', filter)));
  cloud
    .command('retry-job <job>')
    .description('Try a dead job again.')
    .addOption(data())
    .action(async (jobId: string, { data }: Asked) => printAnswer(await callControl(data, 'retry-job', { jobId })));
  cloud
    .command('discard-job <job>')
    .description('Forget a dead job: what it was to do will not be done.')
    .addOption(data())
    .action(async (jobId: string, { data }: Asked) => printAnswer(await callControl(data, 'discard-job', { jobId })));
};
