import { userInfo } from 'node:os';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { type Command, Option } from 'commander';
import { printAnswer } from '../print-answer.ts';
import { readSecret } from '../read-secret.ts';

interface Asked {
  readonly data: string;
  readonly by: string;
}

const OPTIONS = [
  () => new Option('--data <dir>', 'the data folder of the running cloud').env('DATA_DIR').default('data/cloud'),
  () => new Option('--by <name>', 'who says so, for the record').default(userInfo().username),
];

const under = (parent: Command) => (name: string, description: string) => {
  const command = parent.command(name).description(description);
  for (const option of OPTIONS) command.addOption(option());
  return command;
};
const send = async ({ data }: Asked, name: string, body: object): Promise<void> =>
  printAnswer(await callControl(data, name, body));

/** `gatehouse cloud person|ban|extend|card|pin|staff …`. Numbers and PINs are asked for, or read from the standard input. */
export const addPeopleCommands = (cloud: Command): void => {
  const order = under(cloud);
  order('person <facility> <partner> <member>', 'Say which person a partner’s member is; makes one if need be.').action(
    (facilityId: string, partnerId: string, memberId: string, asked: Asked) =>
      send(asked, 'person', { facilityId, partnerId, memberId, by: asked.by }),
  );
  order('ban <facility> <person> <on|off>', 'Keep a person out whatever partners send, or no longer.')
    .requiredOption('--reason <text>', 'why')
    .action((facilityId: string, personId: string, to: string, { reason, ...asked }: Asked & { reason: string }) =>
      send(asked, 'ban', { facilityId, personId, banned: to === 'on', reason, by: asked.by }),
    );
  order(
    'extend <facility> <person> <on|off>',
    'Let doors stay released for longer when a person enters, or no longer.',
  ).action((facilityId: string, personId: string, to: string, asked: Asked) =>
    send(asked, 'extend', { facilityId, personId, extended: to === 'on' }),
  );
  addCards(cloud.command('card').description('Cards and short ids of persons.'));
  addPins(cloud.command('pin').description('PINs of persons.'));
  addStaff(cloud.command('staff').description('Who may sign in at the panels of a facility’s boxes.'));
};

const addCards = (card: Command): void => {
  const order = under(card);
  order('list <facility> <person>', 'Show a person’s cards and short ids, by how they end.').action(
    (facilityId: string, personId: string, asked: Asked) => send(asked, 'credentials', { facilityId, personId }),
  );
  order('add <facility> <person>', 'Give a person a card. Its number is asked for: as the reader gives it, in hex.')
    .option('--short-id', 'a number to type, of 3 to 10 digits; counts only with the PIN')
    .option('--asks-pin', 'the card counts only with the PIN')
    .action(
      async (
        facilityId: string,
        personId: string,
        { shortId, asksPin, ...asked }: Asked & { shortId?: true; asksPin?: true },
      ) => {
        const kind = shortId ? 'short_id' : 'card';
        const text = await readSecret(shortId ? 'Short id' : 'Card number');
        await send(asked, 'add-credential', {
          facilityId,
          personId,
          kind,
          text,
          asksPin: asksPin ?? false,
          by: asked.by,
        });
      },
    );
  order('replace <facility> <card>', 'Put another number in the place of one that was lost.').action(
    async (facilityId: string, credentialId: string, asked: Asked) => {
      const text = await readSecret('New number');
      await send(asked, 'replace-credential', { facilityId, credentialId, text, by: asked.by });
    },
  );
  for (const [name, disabled] of [
    ['disable', true],
    ['enable', false],
  ] as const)
    order(
      `${name} <facility> <card>`,
      disabled ? 'Let a card open nothing; it stays the person’s.' : 'End that.',
    ).action((facilityId: string, credentialId: string, asked: Asked) =>
      send(asked, 'disable-credential', { facilityId, credentialId, disabled }),
    );
  order('remove <facility> <card>', 'Take a card away. Somebody else may get it from then on.').action(
    (facilityId: string, credentialId: string, asked: Asked) =>
      send(asked, 'remove-credential', { facilityId, credentialId }),
  );
};

const addPins = (pin: Command): void => {
  const order = under(pin);
  order('set <facility> <person>', 'Set or change a person’s PIN, of 6 to 12 digits, which is asked for.').action(
    async (facilityId: string, personId: string, asked: Asked) =>
      send(asked, 'set-pin', { facilityId, personId, pin: await readSecret('PIN'), by: asked.by }),
  );
  order('remove <facility> <person>', 'Take a person’s PIN away, once nothing asks for it any more.').action(
    (facilityId: string, personId: string, asked: Asked) => send(asked, 'remove-pin', { facilityId, personId }),
  );
};

const addStaff = (staff: Command): void => {
  const order = under(staff);
  order('list <facility>', 'Show who may sign in.').action((facilityId: string, asked: Asked) =>
    send(asked, 'staff', { facilityId }),
  );
  order('add <facility> <name> <staff|manager>', 'Let somebody sign in, by a PIN which is asked for.').action(
    async (facilityId: string, name: string, role: string, asked: Asked) =>
      send(asked, 'add-staff', { facilityId, name, role, pin: await readSecret('PIN'), by: asked.by }),
  );
  order('pin <facility> <staff>', 'Change somebody’s PIN, which is asked for.').action(
    async (facilityId: string, staffId: string, asked: Asked) =>
      send(asked, 'set-staff-pin', { facilityId, staffId, pin: await readSecret('PIN'), by: asked.by }),
  );
  order('role <facility> <staff> <staff|manager>', 'Change what somebody may do.').action(
    (facilityId: string, staffId: string, role: string, asked: Asked) =>
      send(asked, 'set-staff-role', { facilityId, staffId, role, by: asked.by }),
  );
  order('remove <facility> <staff>', 'Let somebody sign in no longer.').action(
    (facilityId: string, staffId: string, asked: Asked) => send(asked, 'remove-staff', { facilityId, staffId }),
  );
};
