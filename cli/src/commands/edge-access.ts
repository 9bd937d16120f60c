import { callControl } from '@gatehouse/shared/control/control-client.ts';
import type { Command } from 'commander';
import { printAnswer } from '../print-answer.ts';

interface Who {
  readonly data: string;
  readonly card?: string;
  readonly shortId?: string;
  readonly member?: string;
  readonly partner?: string;
}
interface PresentOptions extends Who {
  readonly pin?: string;
  readonly pass?: string;
}
interface BanOptions extends Who {
  readonly person?: number;
  readonly by: string;
  readonly reason: string;
}

/** Everything but the data folder, as the agent takes it. */
const asked = <Options extends Who>({ data: _, ...options }: Options) => options;

/** `gatehouse edge access | why | ban | present`: who may enter, by what the box itself knows. */
export const addAccessOrders = (order: (name: string, description: string) => Command): void => {
  const who = (command: Command) =>
    command
      .option('--card <hex>', 'a card’s number, as any reader writes it')
      .option('--short-id <digits>', 'a number that is typed before a PIN')
      .option('--member <id>', 'a partner’s own id of a member')
      .option('--partner <id>', 'whose member id it is, where several partners could mean it');

  order('access', 'Show which snapshot of the access rules the doors enforce, and how old it is.')
    .option('--pull', 'ask the cloud for a newer one first')
    .action(async ({ data, pull }: { data: string; pull?: true }) =>
      printAnswer(await callControl(data, 'access', { pull: pull === true })),
    );
  who(order('why <door>', 'Explain whether somebody gets in at a door now, rule by rule. Opens nothing.')).action(
    async (door: string, options: Who) =>
      printAnswer(await callControl(options.data, 'why', { door, ...asked(options) })),
  );
  who(order('ban', 'Keep somebody out from now on, with or without the cloud. Only the cloud’s staff lift it.'))
    .option('--person <number>', 'the person’s number at the facility', Number)
    .option('--reason <text>', 'why', '')
    .option('--by <name>', 'who', process.env.USER ?? 'operator')
    .action(async (options: BanOptions) => printAnswer(await callControl(options.data, 'ban', asked(options))));
  who(order('present <door>', 'Present something at a door as a reader would. Only beside a simulator.'))
    .option('--pin <digits>', 'the PIN that goes with it')
    .option('--pass <text>', 'an outage pass, as a phone shows it')
    .action(async (door: string, options: PresentOptions) =>
      printAnswer(await callControl(options.data, 'present', { door, ...asked(options) })),
    );
};
