import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { expect, it } from 'vitest';
import type { LocalClient, LocalClients } from '../broker/local-clients.ts';
import { clientCommands } from './client-commands.ts';

const doorId = DoorId.parse('door_0123456789abcdef');
const READER: LocalClient = { name: 'front-reader', kind: 'reader', doorId, madeMs: 0 };

const commands = () => {
  const done: string[] = [];
  const clients: LocalClients = {
    list: () => [READER],
    find: () => undefined,
    add: ({ name, kind, doorId: at }) => {
      done.push(`${name} ${kind} ${at}`);
      return { password: 'shown-once' };
    },
    remove: (name) => void done.push(`gone ${name}`),
    prove: () => undefined,
    onRemoved: () => () => {},
    onChanged: () => () => {},
  };
  const all = clientCommands({
    clients,
    broker: undefined,
    findDoor: (wanted) => ({ doorId, name: wanted }),
    doorName: () => 'Front door',
  });
  const run = (name: string, body: object) => all[name]!.run(all[name]!.body.parse(body));
  return { run, done };
};

it('makes a client at a door by its name, and shows the password once', async () => {
  const { run, done } = commands();
  expect(await run('client-add', { name: 'front-reader', kind: 'reader', door: 'front door' })).toEqual({
    name: 'front-reader',
    kind: 'reader',
    door: 'Front door',
    password: 'shown-once',
  });
  expect(done).toEqual([`front-reader reader ${doorId}`]);
  expect(JSON.stringify(await run('client-list', {}))).not.toContain('shown-once');
});

it('lists who may connect, and that there is no broker to connect to', async () => {
  expect(await commands().run('client-list', {})).toEqual({
    brokerPort: null,
    clients: [
      { name: 'front-reader', kind: 'reader', door: 'Front door', connected: false, added: '1970-01-01T00:00:00.000Z' },
    ],
  });
});

it('lets one go, and takes no name that is none', async () => {
  const { run, done } = commands();
  await run('client-remove', { name: 'front-reader' });
  expect(done).toEqual(['gone front-reader']);
  expect(() => run('client-add', { name: '../up', kind: 'observer' })).toThrow();
  expect(() => run('client-add', { name: 'a', kind: 'admin' })).toThrow();
});
