import { existsSync, renameSync, rmSync } from 'node:fs';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import Sqlite from 'better-sqlite3';
import type { CopiedTable, Owned } from '../../kit/modules/table-policy.ts';
import { type Connection, openConnection, sqlitePathOf } from './connections.repo.ts';
import { createMasks, hmacBlocks, maskExpression } from './masks.ts';
import { type Ask, readMigrations, readShapes } from './shapes.repo.ts';
import { copiedOf, fingerprintOf, takenOf, VIEWS } from './sync-plan.ts';

const ROWS_AT_ONCE = 1_000;

export interface MakeSource {
  /** The database of production, as its own cloud has it. */
  readonly databaseUrl: string;
  readonly tables: Owned;
  readonly random: RandomBytes;
}

/** The installation's own id and the key of its masks: made at the first call, and the same ever after. */
const identityOf = async (ask: Ask, random: RandomBytes): Promise<{ readonly id: string; readonly key: string }> => {
  const fresh = [randomId('ins', random), Buffer.from(random(32)).toString('hex')];
  await ask('insert into sync_installation (only_one, id) values (1, $1) on conflict (only_one) do nothing', [
    fresh[0],
  ]);
  await ask('update sync_installation set mask_key = $1 where mask_key is null', [fresh[1]]);
  const [row] = await ask('select id, mask_key from sync_installation');
  return { id: String(row?.id), key: String(row?.mask_key) };
};

/**
 * PostgreSQL: makes the masked views of what may be copied, anew, in a schema of their own, and lets `reader`, a role that is there,
 * read them. Throws if that role can read a table itself. The key is reckoned with inside the views, where their reader cannot see it.
 */
export const makeViews = async ({ databaseUrl, tables, random }: MakeSource, reader: string): Promise<void> => {
  const connection = await openConnection(databaseUrl);
  const { ask } = connection;
  try {
    await ask('begin');
    const [role] = await ask(`select rolname, rolsuper from pg_roles where rolname = $1`, [reader]);
    if (role === undefined)
      throw new Error(`There is no role ${reader}. Make it first: create role ${reader} login password '…'`);
    const open = await ask(
      `select table_name from information_schema.tables where table_schema = current_schema()
        and has_table_privilege($1, quote_ident(table_schema) || '.' || quote_ident(table_name), 'select') limit 1`,
      [reader],
    );
    if (role.rolsuper === true || open.length > 0)
      throw new Error(`The role ${reader} can read tables themselves. It may have no rights but those given here.`);
    const identity = await identityOf(ask, random);
    const blocks = hmacBlocks(identity.key);
    const [{ schema } = { schema: 'public' }] = await ask('select quote_ident(current_schema()) as schema');
    await ask(`drop schema if exists ${VIEWS} cascade`);
    await ask(`create schema ${VIEWS}`);
    await ask(`create table ${VIEWS}.mask_block (inner_hex text not null, outer_hex text not null)`);
    await ask(`insert into ${VIEWS}.mask_block values ($1, $2)`, [blocks.inner, blocks.outer]);
    for (const [table, policy] of copiedOf(tables))
      await ask(
        `create view ${VIEWS}.${table} with (security_barrier) as
          select ${viewColumns(policy)} from ${schema}.${table} of_table cross join ${VIEWS}.mask_block block`,
      );
    const fingerprint = fingerprintOf(await readMigrations(ask), tables);
    await ask(
      `create view ${VIEWS}.manifest as select '${identity.id}'::text as installation, '${fingerprint}'::text as fingerprint`,
    );
    const [{ name } = { name: '' }] = await ask('select quote_ident($1) as name', [reader]);
    await ask(`grant usage on schema ${VIEWS} to ${name}`);
    for (const view of ['manifest', ...copiedOf(tables).keys()])
      await ask(`grant select on ${VIEWS}.${view} to ${name}`);
    await ask('commit');
  } finally {
    await connection.close(); // What is not committed is undone with it.
  }
};

const viewColumns = ({ copied, masked }: CopiedTable): string =>
  [
    ...copied.map((column) => `of_table.${column}`),
    ...Object.entries(masked).map(([column, mask]) => {
      const blocks = { inner: 'block.inner_hex', outer: 'block.outer_hex' };
      return `${maskExpression(mask, `of_table.${column}`, blocks)} as ${column}`;
    }),
  ].join(', ');

/** SQLite: writes what may be copied, masked, as of one moment, into a file that has its name once it is whole. */
export const writeMaskedFile = async ({ databaseUrl, tables, random }: MakeSource, to: string): Promise<void> => {
  const from = await openConnection(databaseUrl);
  const part = `${to}.part`;
  try {
    if (existsSync(to)) throw new Error(`${to} is there already. Move it away first.`);
    const identity = await identityOf(from.ask, random);
    await from.ask('begin');
    rmSync(part, { force: true });
    const file = new Sqlite(part);
    try {
      await writeTables(from, file, { tables, key: identity.key });
      const fingerprint = fingerprintOf(await readMigrations(from.ask), tables);
      file.exec('create table manifest (installation text not null, fingerprint text not null) strict');
      file.prepare('insert into main.manifest values (?, ?)').run(identity.id, fingerprint);
    } finally {
      file.close();
    }
    renameSync(part, to);
  } finally {
    await from.close();
    rmSync(part, { force: true });
  }
};

const writeTables = async (
  from: Connection,
  file: Sqlite.Database,
  { tables, key }: { readonly tables: Owned; readonly key: string },
): Promise<void> => {
  const masks = createMasks(key);
  const shapes = await readShapes('sqlite', from.ask);
  for (const [table, policy] of copiedOf(tables)) {
    const columns = takenOf(policy);
    const types = shapes.get(table)?.types;
    file.exec(`create table ${table} (${columns.map((c) => `${c} ${types?.get(c) ?? 'text'}`).join(', ')}) strict`);
    const insert = file.prepare(`insert into ${table} values (${columns.map(() => '?').join(', ')})`);
    const write = file.transaction((rows: readonly (readonly unknown[])[]) => {
      for (const row of rows)
        insert.run(
          row.map((value, at) => {
            const mask = policy.masked[columns[at] ?? ''];
            return mask === undefined ? value : masks(mask, value);
          }),
        );
    });
    for await (const rows of from.chunks(`select ${columns.join(', ')} from ${table}`, ROWS_AT_ONCE)) write(rows);
  }
};

/** Makes an installation the source of a staging: `to` is the role that reads the views, or on SQLite the file to write. */
export const makeSource = (of: MakeSource, to: string): Promise<void> =>
  sqlitePathOf(of.databaseUrl) === undefined ? makeViews(of, to) : writeMaskedFile(of, to);
