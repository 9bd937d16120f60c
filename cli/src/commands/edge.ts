import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { Command, Option } from 'commander';
import { printAnswer } from '../print-answer.ts';
import { PROGRAMS } from '../process-files.ts';
import { CommandFailure } from '../readable-failure.ts';
import { runProgram } from '../run-program.ts';
import { addAccessOrders } from './edge-access.ts';
import { addBoardOrders } from './edge-boards.ts';
import { addReaderOrders } from './edge-readers.ts';

const data = () => new Option('--data <dir>', 'the data folder of the agent').env('EDGE_DATA_DIR').default('data/edge');

interface WithData {
  readonly data: string;
}
interface MaintenanceOptions extends WithData {
  readonly hours?: number;
  readonly until?: string;
  readonly reason?: string;
  readonly by: string;
}

/** `gatehouse edge …`: runs the agent, or gives orders to the one that runs on this box. */
export const edgeCommand = (): Command => {
  const edge = new Command('edge').description(
    'The agent on a facility’s box: run it, or give orders to the one that runs.',
  );

  edge
    .command('run')
    .description('Run in the foreground.')
    .requiredOption('--config <file>', 'the cloud’s address, its CA, and the bus paths (JSON)')
    .addOption(data())
    .option('--panel-port <n>', 'first port tried for the staff panel', '9443')
    .option('--panel-host <address>', 'where the panel listens: this machine only, unless told', '127.0.0.1')
    .option('--log-file <file>', 'log into this file, within bounds, instead of to stderr')
    .action((options: WithData & { config: string; panelPort: string; panelHost: string; logFile?: string }) =>
      runProgram(PROGRAMS.edge, [
        '--config',
        options.config,
        '--data',
        options.data,
        '--panel-port',
        options.panelPort,
        '--panel-host',
        options.panelHost,
        ...(options.logFile === undefined ? [] : ['--log-file', options.logFile]),
      ]),
    );

  const order = (name: string, description: string) => edge.command(name).description(description).addOption(data());

  order('status', 'Show the doors, the link, the clock and the journal.').action(async (options: WithData) =>
    printAnswer(await callControl(options.data, 'status')),
  );
  order('claim-code', 'Show the code that binds this box to a facility.').action(async (options: WithData) =>
    printAnswer(await callControl(options.data, 'claim-code')),
  );
  order('maintenance <door> <mode>', 'Set a door to off, force-open or force-closed. Works without the cloud.')
    .option('--hours <n>', 'how long (force-open: 2 unless told, 12 at most)', Number)
    .option('--until <time>', 'or until when, such as 2026-01-01T18:00:00+10:00')
    .option('--reason <text>', 'why; everybody can read it')
    .option('--by <name>', 'who', process.env.USER ?? 'operator')
    .action(async (door: string, mode: string, options: MaintenanceOptions) => {
      if (mode !== 'off' && options.reason === undefined)
        throw new CommandFailure('Say why: --reason "…". It is shown to everybody who finds the door so.');
      const { hours, until, by, reason = 'Maintenance over' } = options;
      printAnswer(
        await callControl(options.data, 'maintenance', {
          door,
          mode,
          by,
          reason,
          ...(hours === undefined ? {} : { hours }),
          ...(until === undefined ? {} : { until }),
        }),
      );
    });
  order('lockdown <door> <on|off>', 'Let nobody in but by breaking the glass, or end that. Works without the cloud.')
    .option('--reason <text>', 'why; everybody can read it')
    .option('--by <name>', 'who', process.env.USER ?? 'operator')
    .action(async (door: string, to: string, { data: folder, by, reason }: MaintenanceOptions) => {
      if (to !== 'on' && to !== 'off') throw new CommandFailure('Say on or off: a slip must not end a lockdown.');
      if (to === 'on' && reason === undefined)
        throw new CommandFailure('Say why: --reason "…". It is shown to everybody who finds the door so.');
      const change = { door, active: to === 'on', by, reason: reason ?? 'Lockdown over' };
      printAnswer(await callControl(folder, 'lockdown', change));
    });
  order('reset-fire <door>', 'End a latched fire release, once the fire input is at rest.')
    .option('--by <name>', 'who', process.env.USER ?? 'operator')
    .action(async (door: string, options: WithData & { by: string }) =>
      printAnswer(await callControl(options.data, 'reset-fire', { door, by: options.by })),
    );
  const journal = edge.command('journal').description('The box’s own record, with or without a running agent.');
  journal
    .command('verify')
    .description('Check every number and every link of the chain. Exits with 1 when it is broken.')
    .addOption(data())
    .option('--backup <file>', 'the journal in this backup instead')
    .action((options: WithData & { backup?: string }) =>
      runProgram(PROGRAMS.edgeOffline, [
        'verify',
        ...(options.backup === undefined ? ['--data', options.data] : ['--backup', options.backup]),
      ]),
    );
  order('backup', 'Copy the box’s state and journal into one private file, while the agent runs or not.')
    .requiredOption('--to <file>', 'where to; an older file of this name is replaced')
    .option('--with-key', 'also the box’s own key: whoever has the file can then be this box')
    .action((options: WithData & { to: string; withKey?: true }) =>
      runProgram(PROGRAMS.edgeOffline, [
        'backup',
        '--data',
        options.data,
        '--to',
        options.to,
        ...(options.withKey ? ['--with-key'] : []),
      ]),
    );
  order('restore', 'Put a backup back. Only while no agent runs; nothing that was there is deleted.')
    .requiredOption('--from <file>', 'the backup')
    .action((options: WithData & { from: string }) =>
      runProgram(PROGRAMS.edgeOffline, ['restore', '--data', options.data, '--from', options.from]),
    );
  order('update', 'Show how updates stand, or look for a release now.')
    .option('--check', 'ask the cloud now, and take what is newer')
    .option('--to <version>', 'take this version, even an older one that is not below the security floor')
    .action(async (options: WithData & { check?: true; to?: string }) =>
      printAnswer(
        await callControl(options.data, 'update', {
          check: options.check === true,
          ...(options.to === undefined ? {} : { to: options.to }),
        }),
      ),
    );
  addAccessOrders(order);
  addReaderOrders(edge, data);
  addBoardOrders(edge);
  const client = edge
    .command('client')
    .description('Who may connect to the box’s own broker: door controllers, readers, and who only looks.');
  client
    .command('add <name>')
    .description('Let a client in. Its password is shown now and never again.')
    .requiredOption(
      '--kind <kind>',
      'controller (moves relays), reader (presents cards at one door) or observer (sees)',
    )
    .option('--door <door>', 'the door that a reader stands at')
    .addOption(data())
    .action(async (name: string, options: WithData & { kind: string; door?: string }) => {
      const { kind, door } = options;
      printAnswer(
        await callControl(options.data, 'client-add', { name, kind, ...(door === undefined ? {} : { door }) }),
      );
    });
  client
    .command('list')
    .description('Show the clients and which of them are connected.')
    .addOption(data())
    .action(async (options: WithData) => printAnswer(await callControl(options.data, 'client-list')));
  client
    .command('remove <name>')
    .description('Let a client in no longer. If it is connected, it is cut off at once.')
    .addOption(data())
    .action(async (name: string, options: WithData) =>
      printAnswer(await callControl(options.data, 'client-remove', { name })),
    );
  return edge;
};
