import { readFileSync } from 'node:fs';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { type Command, Option } from 'commander';
import { printAnswer } from '../print-answer.ts';
import { CommandFailure } from '../readable-failure.ts';

interface Asked {
  readonly data: string;
}

/** `gatehouse cloud facilities|create-organisation|create-facility|create-door|map-scope-key`. */
export const addFacilityCommands = (cloud: Command): void => {
  const order = (name: string, description: string) =>
    cloud
      .command(name)
      .description(description)
      .addOption(
        new Option('--data <dir>', 'the data folder of the running cloud').env('DATA_DIR').default('data/cloud'),
      );
  const send = async ({ data }: Asked, name: string, body: object): Promise<void> =>
    printAnswer(await callControl(data, name, body));

  order('facilities', 'List the organisations and their facilities.').action((asked: Asked) =>
    send(asked, 'facilities', {}),
  );
  order('create-organisation <name>', 'Make an organisation, which facilities belong to.').action(
    (name: string, asked: Asked) => send(asked, 'create-organisation', { name }),
  );
  order(
    'create-facility <of> <name> <timezone>',
    'Make a facility of an organisation, named by its id or by that of another facility of it.',
  ).action((of: string, name: string, timezone: string, asked: Asked) =>
    send(asked, 'create-facility', { of, name, timezone }),
  );
  order(
    'create-door <facility> <file>',
    'Make a door by its settings in a JSON file; see docs/hardware/doors.md.',
  ).action((facilityId: string, file: string, asked: Asked) =>
    send(asked, 'create-door', { facilityId, door: settingsIn(file) }),
  );
  order(
    'map-scope-key <partner> <facility> <key> [door...]',
    'Say which doors a partner’s key opens: all, unless named.',
  ).action((partnerId: string, facilityId: string, key: string, doors: string[], asked: Asked) =>
    send(asked, 'map-scope-key', {
      partnerId,
      facilityId,
      key,
      target: doors.length === 0 ? { to: 'facility' } : { to: 'doors', doorIds: doors },
    }),
  );
};

const settingsIn = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read as JSON: ${(error as Error).message}`);
  }
};
