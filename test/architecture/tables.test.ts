import { areas } from '@gatehouse/cloud/areas.ts';
import { KIT_TABLES } from '@gatehouse/cloud/kit/modules/table-policy.ts';
import { describe, expect, it } from 'vitest';
import { matches, prove } from './source/rule.ts';
import { isTestCode, lineAt, type SourceFile, sourceFile, sourceFiles } from './source/source-file.ts';

const owners = [
  ...areas.flatMap(({ name: area, modules }) =>
    modules.map(({ name, owns }) => ({ folder: `cloud/src/${area}/${name}/`, owns: Object.keys(owns) })),
  ),
  ...Object.entries(KIT_TABLES).map(([folder, owns]) => ({ folder, owns })),
];
const cloudCode = sourceFiles().filter(({ path }) => path.startsWith('cloud/src/') && !isTestCode(path));
/** A migration brings the rows of any table to its new form. */
const isMigration = ({ path }: SourceFile): boolean => path.startsWith('cloud/src/kit/db/migrations/');

/** By the query builder, or by what records of every kind have in common. */
const WRITES = /\b(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto|ownedRecords)\((?:tx,)?\s*(['"`])(\w+)/g;
const RAW_WRITES =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+"?([a-z_]+)"?\s+(?:set\b|values\b|where\b|using\b|\(|as\b)/gi;

/** Every table that a file writes, by query builder or by SQL text. */
const writesOf = (file: SourceFile): { table: string; line: number }[] => [
  ...[...file.statements.matchAll(WRITES)].map((m) => ({ table: m[2] ?? '', line: lineAt(file.text, m.index) })),
  ...[...file.statements.matchAll(RAW_WRITES)].map((m) => ({ table: m[1] ?? '', line: lineAt(file.text, m.index) })),
];

prove({
  name: 'A table is written by its owner only',
  why: 'A table that two places write has two sets of rules. Ask the owner’s service.',
  files: cloudCode.filter((file) => !isMigration(file)),
  floor: { least: 20, unit: 'writes', count: (file) => writesOf(file).length },
  check: (file) =>
    writesOf(file).flatMap(({ table, line }) => {
      const owner = owners.find(({ owns }) => owns.includes(table));
      return owner !== undefined && file.path.startsWith(owner.folder)
        ? []
        : [`${file.path}:${line}: writes ${table}, which ${owner?.folder ?? 'nobody'} owns`];
    }),
  planted: [
    sourceFile('cloud/src/sites/doors/doors.repo.ts', "tx.insertInto('box').values(row)"),
    sourceFile('cloud/src/sites/boxes/boxes.repo.ts', "tx.updateTable('unlock_attempt').set(row)"),
    sourceFile('cloud/src/link/x.ts', "tx\n  .deleteFrom(\n    'door')"),
    sourceFile('cloud/src/sites/doors/doors.repo.ts', 'sql`update partner set name = 1`'),
    sourceFile('cloud/src/sites/doors/doors.repo.ts', "tx.insertInto('no_such_table')"),
    sourceFile('cloud/src/content/faqs/faqs.repo.ts', "ownedRecords(tx, 'press_item').remove(id)"),
  ],
});

/** SQL outside a `*.repo.ts`, and why it is there. */
const SQL_ELSEWHERE: Readonly<Record<string, string>> = {
  'cloud/src/kit/db/': 'the engines, the migrations and the unit of work itself',
  'cloud/src/kit/http/audit.ts': 'the kit’s own table',
  'cloud/src/kit/http/rate-limit-sql.ts': 'the kit’s own table',
  'cloud/src/kit/http/request-log.ts': 'the kit’s own table',
  'cloud/src/link/challenges.ts': 'the link’s own table',
  'edge/src/store/': 'the box’s stores',
  'edge/src/journal/': 'the box’s journal',
  'edge/src/access/': 'the box’s snapshot, and what it remembers of bans, PINs and passes',
};
const SQL =
  /\b(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto|selectNoFrom)\(|\bsql\s*(?:<[^>]*>)?`|\.prepare\(/g;

prove({
  name: 'SQL is in repositories',
  why: 'A query that is not in a *.repo.ts is not tested on both databases, and nobody finds it who changes a table.',
  files: sourceFiles().filter(({ path }) => !isTestCode(path)),
  floor: { least: 40, unit: 'queries', count: (file) => matches(file, SQL, '').length },
  check: (file) =>
    /^cloud\/.*\.repo\.ts$/.test(file.path) || Object.keys(SQL_ELSEWHERE).some((path) => file.path.startsWith(path))
      ? []
      : matches(file, SQL, 'SQL outside a repository'),
  planted: [
    sourceFile('cloud/src/sites/doors/doors.service.ts', "await tx.selectFrom('door').selectAll().execute()"),
    sourceFile('cloud/src/compose.ts', 'await sql`select 1`.execute(db)'),
    sourceFile('edge/src/uplink/x.ts', "db.prepare('select 1')"),
  ],
});

describe('Tables and their owners', () => {
  const created = sourceFiles()
    .filter(({ path }) => /^cloud\/src\/kit\/db\/migrations\/.*\.ts$/.test(path))
    .flatMap(({ statements }) =>
      [...statements.matchAll(/createTable\(\s*\w+,\s*\w+,\s*`(\w+) \(/g)].map((m) => m[1] ?? ''),
    );

  it('every table that a migration makes has exactly one owner', () => {
    expect(created.length).toBeGreaterThanOrEqual(18);
    for (const table of created)
      expect([table, owners.filter(({ owns }) => owns.includes(table)).length]).toEqual([table, 1]);
  });
  it('nobody owns a table that no migration makes', () => {
    const claimed = owners.flatMap(({ owns }) => owns).filter((table) => !table.startsWith('schema_migration'));
    expect(claimed.filter((table) => !created.includes(table))).toEqual([]);
  });
  it('every place named as an exception still has SQL in it', () => {
    for (const path of Object.keys(SQL_ELSEWHERE))
      expect([
        path,
        sourceFiles().some((file) => file.path.startsWith(path) && matches(file, SQL, '').length > 0),
      ]).toEqual([path, true]);
  });
});
