import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { aBoxWith, card, factsOf, shortId } from './access.kit.ts';
import { aPerson, cardKey, memberKey, shortIdKey } from './snapshot.kit.ts';

/** Everything in every table of every database in a folder, bytes as they are. */
const saidIn = (dir: string): string => {
  const files = readdirSync(dir).filter((name) => name.endsWith('.db'));
  return files
    .flatMap((name) => {
      const db = new Database(join(dir, name), { readonly: true });
      const tables = db.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
      const values = tables.flatMap((table) => db.prepare(`SELECT * FROM "${table}"`).raw().all().flat());
      db.close();
      return values.map((value) => (Buffer.isBuffer(value) ? value.toString('base64url') : String(value)));
    })
    .join('\n');
};

it('of somebody whom the cloud has erased a box keeps the number in its facts, and nothing that it was given of them', async () => {
  const name = Buffer.from('sealed: Xanthippe Quill').toString('base64');
  const keys = [memberKey('M-7'), cardKey('A7'), shortIdKey('4711')];
  const { box, run } = await aBoxWith([
    { kind: 'person', id: '7', data: aPerson({}, { keys, name }) },
    { kind: 'person', id: '8', data: aPerson({}, { keys: [cardKey('A8')] }) },
  ]);
  await run.present(card('A7'));
  await run.present(shortId('4711', '999999'));
  const given = [name, ...keys.map(({ hash }) => hash)];
  const before = saidIn(box.dir);
  expect(given.filter((text) => before.includes(text))).toEqual(given);

  box.cloud.put({ kind: 'person', id: '7', data: null });
  await run.access.pull();
  expect([run.reasonFor(card('A7')), run.reasonFor(card('A8'))]).toEqual(['unknown_credential', 'granted']);
  const after = saidIn(box.dir);
  expect(given.filter((text) => after.includes(text))).toEqual([]);
  expect(factsOf(box, 'access.granted')).toMatchObject([{ person: 7 }]);
  const told = JSON.stringify(box.facts);
  expect(given.filter((text) => told.includes(text))).toEqual([]);
  await run.stop();
  expect(readFileSync(join(box.dir, 'box.db')).includes(name)).toBe(false);
});
