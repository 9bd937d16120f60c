import { resolve } from 'node:path';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { Command, Option } from 'commander';
import { authoritiesPem } from '../authorities-pem.ts';
import { printAnswer } from '../print-answer.ts';
import { PROGRAMS } from '../process-files.ts';
import { CommandFailure } from '../readable-failure.ts';
import { runProgram } from '../run-program.ts';
import { addFacilityCommands } from './facilities.ts';
import { addJobCommands } from './jobs.ts';
import { addPeopleCommands } from './people.ts';

const data = () =>
  new Option('--data <dir>', 'the data folder of the running cloud').env('DATA_DIR').default('data/cloud');

interface WithData {
  readonly data: string;
}

interface OverrideOptions extends WithData {
  readonly reason: string;
  readonly by: string;
  readonly seen?: number;
  readonly until?: string;
}

interface OfferOptions {
  readonly channel?: string;
  readonly facility?: string;
  readonly box?: string;
  readonly percent: number;
}
interface RequestsOptions {
  readonly request?: string;
  readonly status?: number;
  readonly endpoint?: string;
  readonly after?: string;
  readonly limit: number;
}

/** `gatehouse cloud …`: runs the control plane, or gives orders to the one that runs. */
export const cloudCommand = (): Command => {
  const cloud = new Command('cloud').description('The control plane: run it, or give orders to the one that runs.');

  cloud
    .command('run')
    .description('Run in the foreground. Configured by the environment; see docs/runbook.md.')
    .addOption(data())
    .option('--check-config', 'only say whether the environment is usable')
    .action((options: WithData & { checkConfig?: true }) =>
      runProgram(PROGRAMS.cloud, options.checkConfig ? ['--check-config'] : [], { DATA_DIR: options.data }),
    );

  cloud
    .command('sync-source <to>')
    .description(
      'Let a staging copy what may be copied, masked: on PostgreSQL by views that the role <to> reads, on SQLite by a new file <to>. See docs/staging.md.',
    )
    .addOption(data())
    .action((to: string, options: WithData) =>
      runProgram(PROGRAMS.cloud, ['--sync-source', to], { DATA_DIR: options.data }),
    );

  const order = (name: string, description: string) => cloud.command(name).description(description).addOption(data());

  order('boxes', 'List the boxes and when each was last heard of.').action(async (options: WithData) =>
    printAnswer(await callControl(options.data, 'boxes')),
  );
  order('associate <facility> <code>', 'Bind the box that shows <code> to a facility.')
    .option('--door <id...>', 'doors that the box is to drive')
    .action(async (facilityId: string, code: string, options: WithData & { door?: string[] }) =>
      printAnswer(await callControl(options.data, 'associate', { facilityId, code, doorIds: options.door ?? [] })),
    );
  order('assign-doors <facility> <box> <door...>', 'Give doors of a facility to one of its boxes.').action(
    async (facilityId: string, boxId: string, doorIds: string[], options: WithData) =>
      printAnswer(await callControl(options.data, 'assign-doors', { facilityId, boxId, doorIds })),
  );
  order('decommission <box>', 'End a box: its session, its tokens, its commands.').action(
    async (boxId: string, options: WithData) => printAnswer(await callControl(options.data, 'decommission', { boxId })),
  );
  order(
    'broker-folder <dir> <name...>',
    'Make the folder of a separate broker, which is reached by these names.',
  ).action(async (dir: string, names: string[], options: WithData) =>
    printAnswer(await callControl(options.data, 'broker-folder', { dir: resolve(dir), names })),
  );
  order(
    'authority <facility>',
    'Show the certificate authority of a facility’s boxes, which phones and LAN devices trust.',
  )
    .option('--pem', 'only the certificates, to put into a file')
    .action(async (facilityId: string, options: WithData & { pem?: true }) => {
      const answer = await callControl(options.data, 'authority', { facilityId });
      if (options.pem === undefined) printAnswer(answer);
      else process.stdout.write(authoritiesPem(answer));
    });
  order('doors <facility>', 'List the doors of a facility as last reported.').action(
    async (facilityId: string, options: WithData) =>
      printAnswer(await callControl(options.data, 'doors', { facilityId })),
  );
  const override = (name: string, description: string) =>
    order(name, description)
      .requiredOption('--reason <text>', 'why; everybody at the door can read it')
      .option('--by <name>', 'who', process.env.USER ?? 'operator')
      .option(
        '--seen <generation>',
        'the state that was looked at, by its generation: the newest reported, unless given',
        Number,
      );
  override('maintenance <facility> <door> <mode>', 'Ask a door’s box for off, force-open or force-closed.')
    .option('--until <time>', 'until when, such as 2026-01-01T18:00:00+10:00 (force-open: 2 hours unless told)')
    .action(async (facilityId: string, doorId: string, mode: string, { data: folder, ...more }: OverrideOptions) =>
      printAnswer(await callControl(folder, 'maintenance', { facilityId, doorId, mode, ...more })),
    );
  override(
    'lockdown <facility> <door> <on|off>',
    'Ask a door’s box to let nobody in but by breaking the glass, or to end that.',
  ).action(async (facilityId: string, doorId: string, to: string, { data: folder, ...more }: OverrideOptions) => {
    if (to !== 'on' && to !== 'off') throw new CommandFailure('Say on or off: a slip must not end a lockdown.');
    printAnswer(await callControl(folder, 'lockdown', { facilityId, doorId, active: to === 'on', ...more }));
  });
  order('overrides <facility>', 'Show what was asked of doors, and what their boxes made of it.').action(
    async (facilityId: string, options: WithData) =>
      printAnswer(await callControl(options.data, 'overrides', { facilityId })),
  );
  order('facts <box>', 'Show the newest facts of a box’s journal.')
    .option('--limit <n>', 'how many', Number, 50)
    .action(async (boxId: string, options: WithData & { limit: number }) =>
      printAnswer(await callControl(options.data, 'facts', { boxId, limit: options.limit })),
    );
  order('journal', 'Show how far the journal of each box is stored, and what is missing of it.')
    .option('--box <id>', 'only this one')
    .action(async (options: WithData & { box?: string }) =>
      printAnswer(await callControl(options.data, 'journal', options.box === undefined ? {} : { boxId: options.box })),
    );
  order('warnings <facility>', 'Show what somebody should look at.').action(
    async (facilityId: string, options: WithData) =>
      printAnswer(await callControl(options.data, 'warnings', { facilityId })),
  );
  order('keys <partner>', 'List the secret keys of a partner (redacted).').action(
    async (partnerId: string, options: WithData) => printAnswer(await callControl(options.data, 'keys', { partnerId })),
  );
  order('create-key <partner> <type> <label>', 'Make a secret key: live, dryrun or read-only. Shown once.').action(
    async (partnerId: string, type: string, label: string, options: WithData) =>
      printAnswer(await callControl(options.data, 'create-key', { partnerId, type, label })),
  );
  order('rotate-key <key>', 'Make the successor of a key; the old one goes on for a while.')
    .option('--overlap-hours <n>', 'how long the old key goes on', Number, 24)
    .action(async (keyId: string, options: WithData & { overlapHours: number }) =>
      printAnswer(await callControl(options.data, 'rotate-key', { keyId, overlapHours: options.overlapHours })),
    );
  order('revoke-key <key>', 'End a key at once.').action(async (keyId: string, options: WithData) =>
    printAnswer(await callControl(options.data, 'revoke-key', { keyId })),
  );
  order('integration <partner> <facility> <on|off>', 'Enable or disable a partner at a facility.')
    .option('--identifier <text>', 'what the partner calls the facility')
    .action(async (partnerId: string, facilityId: string, to: string, options: WithData & { identifier?: string }) =>
      printAnswer(
        await callControl(options.data, 'integration', {
          partnerId,
          facilityId,
          enabled: to === 'on',
          linkingIdentifier: options.identifier,
        }),
      ),
    );
  order('rate-limits <partner> [limit...]', 'Set requests a second, such as doors.unlock=20; all others are 5.').action(
    async (partnerId: string, given: string[], options: WithData) => {
      const limits = Object.fromEntries(
        given.map((one) => [one.slice(0, one.indexOf('=')), Number(one.slice(one.indexOf('=') + 1))]),
      );
      printAnswer(await callControl(options.data, 'rate-limits', { partnerId, limits }));
    },
  );
  order('requests <partner>', 'Show a partner’s requests of the last 30 days, newest first.')
    .option('--request <id>', 'only this one: the request_id that the partner was told')
    .option('--status <n>', 'only these: 404, or 4 for all of 400 to 499', Number)
    .option('--endpoint <id>', 'only this endpoint, such as doors.unlock')
    .option('--after <next>', 'the page after the one that said so')
    .option('--limit <n>', 'how many', Number, 50)
    .action(async (partnerId: string, { data: folder, request, ...query }: WithData & RequestsOptions) =>
      printAnswer(await callControl(folder, 'requests', { partnerId, requestId: request, ...query })),
    );
  order('sandbox <facility> <on|off>', 'Let partners simulate failures at a facility, or no longer.').action(
    async (facilityId: string, to: string, options: WithData) =>
      printAnswer(await callControl(options.data, 'sandbox', { facilityId, enabled: to === 'on' })),
  );
  addJobCommands(cloud);
  addPeopleCommands(cloud);
  addFacilityCommands(cloud);
  const release = cloud
    .command('release')
    .description('Releases of the edge agent: take one in, and offer it to boxes.');
  const releaseOrder = (name: string, description: string) =>
    release.command(name).description(description).addOption(data());
  releaseOrder('add <note>', 'Take a release in: its signed note, the archive beside. Offers it to nobody yet.').action(
    async (note: string, options: WithData) =>
      printAnswer(await callControl(options.data, 'release-add', { path: resolve(note) })),
  );
  releaseOrder('offer <version>', 'Offer a release to one channel, facility or box. The same again offers it anew.')
    .option('--channel <name>', 'boxes that are configured for this channel')
    .option('--facility <id>', 'boxes of this facility')
    .option('--box <id>', 'this box')
    .option('--percent <n>', 'to how many of them; more later only adds boxes', Number, 100)
    .action(async (version: string, options: WithData & OfferOptions) => {
      const scopes = (['channel', 'facility', 'box'] as const).filter((name) => options[name] !== undefined);
      const [scope, another] = scopes;
      if (scope === undefined || another !== undefined)
        throw new CommandFailure('Say to whom: one of --channel, --facility and --box.');
      const to = { scope, target: options[scope] };
      printAnswer(await callControl(options.data, 'release-offer', { version, to, percent: options.percent }));
    });
  releaseOrder('withdraw <version>', 'Hand a release out no longer. Boxes that run it go on.').action(
    async (version: string, options: WithData) =>
      printAnswer(await callControl(options.data, 'release-withdraw', { version })),
  );
  releaseOrder('list', 'Show every release, to whom it is offered, and which box runs what.').action(
    async (options: WithData) => printAnswer(await callControl(options.data, 'releases')),
  );
  return cloud;
};
