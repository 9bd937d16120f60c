import { callControl } from '@gatehouse/shared/control/control-client.ts';
import type { Command } from 'commander';
import { printAnswer } from '../print-answer.ts';
import { readSecret } from '../read-secret.ts';

interface Who {
  readonly data: string;
  readonly card?: true;
  readonly shortId?: true;
  readonly member?: string;
  readonly partner?: string;
}
interface PresentOptions extends Who {
  readonly pin?: true;
  readonly pass?: string;
}
interface BanOptions extends Who {
  readonly person?: number;
  readonly by: string;
  readonly reason: string;
}

/** What was asked, as the agent takes it: numbers and PINs come by the standard input, where no other process reads them. */
const asked = async <Options extends PresentOptions>({ data: _, card, shortId, pin, ...rest }: Options) => {
  if (card !== true && shortId !== true) return rest;
  const line = await readSecret(`${card === true ? 'Card number' : 'Short id'}${pin === true ? ' and PIN' : ''}`);
  const [number, typed] = pin === true ? line.split(/\s+/) : [line];
  return {
    ...rest,
    ...(card === true ? { card: number } : { shortId: number }),
    ...(typed !== undefined && { pin: typed }),
  };
};

/** `gatehouse edge access | why | ban | present`: who may enter, by what the box itself knows. */
export const addAccessOrders = (order: (name: string, description: string) => Command): void => {
  const who = (command: Command) =>
    command
      .option('--card', 'by a card, whose number is asked for or read from the standard input')
      .option('--short-id', 'by the number that is typed before a PIN; asked for likewise')
      .option('--member <id>', 'a partner’s own id of a member')
      .option('--partner <id>', 'whose member id it is, where several partners could mean it');

  order('access', 'Show which snapshot of the access rules the doors enforce, and how old it is.')
    .option('--pull', 'ask the cloud for a newer one first')
    .action(async ({ data, pull }: { data: string; pull?: true }) =>
      printAnswer(await callControl(data, 'access', { pull: pull === true })),
    );
  who(order('why <door>', 'Explain whether somebody gets in at a door now, rule by rule. Opens nothing.')).action(
    async (door: string, options: Who) =>
      printAnswer(await callControl(options.data, 'why', { door, ...(await asked(options)) })),
  );
  who(order('ban', 'Keep somebody out from now on, with or without the cloud. Only the cloud’s staff lift it.'))
    .option('--person <number>', 'the person’s number at the facility', Number)
    .option('--reason <text>', 'why', '')
    .option('--by <name>', 'who', process.env.USER ?? 'operator')
    .action(async (options: BanOptions) => printAnswer(await callControl(options.data, 'ban', await asked(options))));
  who(order('present <door>', 'Present something at a door as a reader would. Only beside a simulator.'))
    .option('--pin', 'with the PIN, on the same line behind the number')
    .option('--pass <text>', 'an outage pass, as a phone shows it')
    .action(async (door: string, options: PresentOptions) =>
      printAnswer(await callControl(options.data, 'present', { door, ...(await asked(options)) })),
    );
};
