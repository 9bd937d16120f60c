import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { expect, it } from 'vitest';
import { BoardError } from '../drivers/driver.ts';
import type { ReaderView } from '../panel/panel-state.ts';
import { readerCommands } from './reader-commands.ts';

const doorId = DoorId.parse('door_0123456789abcdef');
const FRONT: ReaderView = {
  name: 'front',
  doorId,
  doorName: 'Front door',
  bus: 'rs485',
  unit: 3,
  state: 'online',
  tampered: false,
  secure: true,
  trouble: null,
  lastReadMs: Date.parse('2026-01-01T00:00:00Z'),
};

const commands = (trouble?: Error) => {
  const facts: FactBody[] = [];
  const done: string[] = [];
  const pair = (how: string) => async (unit: number) => {
    if (trouble !== undefined) throw trouble;
    done.push(`${how} ${unit}`);
  };
  const all = readerCommands({
    look: () => ({ readers: [FRONT, { ...FRONT, name: 'scanner', bus: 'usb', lastReadMs: null }] }),
    pairing: async (bus) =>
      bus === 'rs485' ? { install: pair('install'), rekey: pair('rekey'), forget: pair('forget') } : undefined,
    record: (fact) => facts.push(fact),
  });
  const run = async (name: string, body: object) => all[name]!.run(all[name]!.body.parse(body));
  return { run, done, facts };
};

it('lists readers by their doors, and nothing of what they read but when', async () => {
  const { run } = commands();
  expect(await run('reader-list', {})).toMatchObject({
    readers: [
      { name: 'front', door: 'Front door', secure: true, lastRead: '2026-01-01T00:00:00.000Z' },
      { name: 'scanner', lastRead: null },
    ],
  });
});

it.each([
  ['reader-install', 'install 3', 'installed'],
  ['reader-rekey', 'rekey 3', 'renewed'],
  ['reader-forget', 'forget 3', 'forgotten'],
])('changes a reader’s key by %s, once, and states who did it', async (name, did, change) => {
  const { run, done, facts } = commands();
  expect(await run(name, { name: 'front', by: 'Sam' })).toEqual({ reader: 'front', key: change });
  expect(done).toEqual([did]);
  expect(facts).toEqual([{ kind: 'reader.key_changed', data: { reader: 'front', doorId, change, by: 'Sam' } }]);
});

it('says why a key was not changed, and states nothing', async () => {
  const { run, facts } = commands(new BoardError('refused', true, 'it is not in install mode'));
  await expect(run('reader-install', { name: 'front', by: 'Sam' })).rejects.toMatchObject({
    code: 'readers.refused',
    message: expect.stringContaining('it is not in install mode'),
  });
  await expect(run('reader-install', { name: 'scanner', by: 'Sam' })).rejects.toMatchObject({
    code: 'readers.not_paired',
  });
  await expect(run('reader-install', { name: 'back', by: 'Sam' })).rejects.toMatchObject({
    code: 'readers.unknown',
    message: expect.stringContaining('front, scanner'),
  });
  await expect(run('reader-install', { name: 'front' })).rejects.toThrow('by');
  expect(facts).toEqual([]);
});
