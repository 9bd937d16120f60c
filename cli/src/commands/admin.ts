import { userInfo } from 'node:os';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { Command, InvalidArgumentError, Option } from 'commander';
import { printAnswer } from '../print-answer.ts';
import { auditCommand } from './audit.ts';
import { signaturesCommand } from './signatures.ts';

interface WithData {
  readonly data: string;
}
interface Asked extends WithData {
  readonly by: string;
}

const data = () =>
  new Option('--data <dir>', 'the data folder of the running cloud').env('DATA_DIR').default('data/cloud');
const by = () => new Option('--by <name>', 'who says so, for the record').default(userInfo().username);
const count = (text: string): number => {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 200) throw new InvalidArgumentError('1 to 200');
  return number;
};
const hours = (text: string): number => {
  const number = Number(text);
  if (!(number > 0)) throw new InvalidArgumentError('a number of hours');
  return number;
};

const show = async ({ data }: WithData, name: string, body: object = {}): Promise<void> =>
  printAnswer(await callControl(data, name, body));

/**
 * `gatehouse admin …`: who may work with the platform API. It asks the cloud that runs on this machine, and whoever has the
 * machine may: this is the way in at the first start, and the way back in where keys are lost.
 */
export const adminCommand = (): Command => {
  const admin = new Command('admin').description('Who may work with the platform API: users, their roles, their keys.');
  admin
    .command('first-key')
    .description('Show the key that the first start made, once: it is deleted from the disk.')
    .addOption(data())
    .action((options: WithData) => show(options, 'first-key'));
  admin
    .command('sign-in-link <email>')
    .description('Make a link that signs somebody in at the console once, within 5 minutes: for their first passkey.')
    .addOption(data())
    .addOption(by())
    .action((email: string, { by, ...asked }: Asked) => show(asked, 'sign-in-link', { email, by }));
  admin
    .command('partner-sign-in-link <partner> [email]')
    .description(
      'The same at the partner console, for a contact of a partner: its first owner unless an address is given.',
    )
    .addOption(data())
    .addOption(by())
    .action((partnerId: string, email: string | undefined, { by, ...asked }: Asked) =>
      show(asked, 'partner-sign-in-link', { partnerId, ...(email !== undefined && { email }), by }),
    );
  addUsers(admin.command('users').description('Users and what they hold.'));
  admin.addCommand(auditCommand());
  admin.addCommand(signaturesCommand());
  addKeys(admin.command('key').description('Keys of users, sent as x-api-key.'));
  return admin;
};

const addUsers = (users: Command): void => {
  users
    .command('list')
    .description('List users with their roles.')
    .addOption(data())
    .option('--after <user>', 'go on after this one')
    .option('--limit <count>', 'how many', count, 50)
    .action(({ data, ...page }: WithData & { after?: string; limit: number }) => show({ data }, 'users', page));
  users
    .command('add <email> <first-name> <last-name>')
    .description('Add somebody, who holds nothing yet.')
    .addOption(data())
    .addOption(by())
    .action((email: string, firstName: string, lastName: string, { by, ...asked }: Asked) =>
      show(asked, 'add-user', { email, firstName, lastName, by }),
    );
  users
    .command('grant <user> <role> [place]')
    .description('Give a role on the platform, or on an organisation (org_…) or facility (fac_…). See docs/roles.md.')
    .addOption(data())
    .addOption(by())
    .action((user: string, role: string, place: string | undefined, { by, ...asked }: Asked) =>
      show(asked, 'give-role', { user, role: { role, ...scopeOf(place) }, by }),
    );
  users
    .command('revoke <user> <role-id>')
    .description('Take a role away; `users list` shows its id.')
    .addOption(data())
    .action((user: string, roleId: string, options: WithData) => show(options, 'take-role', { user, roleId }));
  users
    .command('delete <user>')
    .description('Delete somebody: their roles and keys end at once.')
    .addOption(data())
    .action((user: string, options: WithData) => show(options, 'delete-user', { user }));
};

const scopeOf = (place: string | undefined) =>
  place === undefined
    ? { scope: 'platform' }
    : { scope: place.startsWith('org_') ? 'organisation' : 'facility', scopeId: place };

const addKeys = (key: Command): void => {
  key
    .command('list <user>')
    .description('List the keys of a user, without their texts.')
    .addOption(data())
    .action((user: string, options: WithData) => show(options, 'user-keys', { user }));
  key
    .command('create <user>')
    .description('Make a key, whose text is shown this once.')
    .addOption(data())
    .addOption(by())
    .requiredOption('--label <text>', 'what it is used for')
    .option('--hours <number>', 'how long it lasts; for good unless given', hours)
    .action((user: string, { by, label, hours, ...asked }: Asked & { label: string; hours?: number }) =>
      show(asked, 'create-user-key', { user, label, by, ...(hours !== undefined && { hours }) }),
    );
  key
    .command('revoke <user> <key-id>')
    .description('End a key: the very next request with it is refused.')
    .addOption(data())
    .action((user: string, keyId: string, options: WithData) => show(options, 'delete-user-key', { user, keyId }));
  key
    .command('reset <user>')
    .description('End all keys of a user, and make one, whose text is shown this once.')
    .addOption(data())
    .addOption(by())
    .action((user: string, { by, ...asked }: Asked) => show(asked, 'reset-user-keys', { user, by }));
};
