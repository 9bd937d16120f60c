import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { areas } from '../areas.ts';
import { ENGINES } from '../kit/db/engines.ts';
import { type CopiedTable, KIT_TABLES, type Owned } from '../kit/modules/table-policy.ts';

const owned: Owned = Object.assign({}, ...areas.flatMap(({ modules }) => modules.map(({ owns }) => owns)));
const copied = Object.entries(owned).filter((one): one is [string, CopiedTable] => one[1] !== 'never');
const takenOf = ({ copied, masked }: CopiedTable): readonly string[] => [...copied, ...Object.keys(masked)];

/** What a table is about that is never copied, by words of its name. */
const NEVER =
  /(?:^|_)(?:key|session|sign_in|passkey|totp|token|credential|pin|secret|box|audit|fact|mail|webhook|job|push|consent|recipient|signature|member|grant)(?:_|$)/;
/** What a column holds that nobody may see elsewhere. */
const SECRET =
  /(?:^|_)(?:secret|hash|token|code|email|phone|password|pin|private|sealed|first_name|last_name|address)(?:_|$)/;

const columnsOf = async () => {
  const [sqlite] = ENGINES.filter(({ name }) => name === 'sqlite');
  const db = await sqlite?.open();
  const { rows } = (await db?.read((tx) =>
    sql<{ t: string; name: string; required: number; preset: string | null }>`
      select m.name as t, c.name, c."notnull" as required, c.dflt_value as preset
      from sqlite_schema m, pragma_table_info(m.name) c where m.type = 'table' and m.name not like 'sqlite_%'`.execute(
      tx,
    ),
  )) ?? { rows: [] };
  const references = (await db?.read((tx) =>
    sql<{ t: string; from: string; to: string; target: string }>`
      select m.name as t, f."from", f."to", f."table" as target
      from sqlite_schema m, pragma_foreign_key_list(m.name) f where m.type = 'table'`.execute(tx),
  )) ?? { rows: [] };
  return { columns: Map.groupBy(rows, ({ t }) => t), references: Map.groupBy(references.rows, ({ t }) => t) };
};

describe('What a sync may do with tables', async () => {
  const { columns, references } = await columnsOf();

  it('is said of every table there is, once', () => {
    expect([...Object.keys(owned), ...Object.values(KIT_TABLES).flat()].sort()).toEqual([...columns.keys()].sort());
  });

  it.each(copied)('%s: every column is named once, and what is left can be', (table, policy) => {
    const all = columns.get(table) ?? [];
    expect([...takenOf(policy), ...policy.left].sort()).toEqual(all.map(({ name }) => name).sort());
    for (const { name, required, preset } of all.filter(({ name }) => policy.left.includes(name)))
      expect([name, required === 0 || preset !== null]).toEqual([name, true]);
  });

  it.each(copied)('%s refers to copied tables only, by the same values', (table, policy) => {
    for (const { from, to, target } of references.get(table) ?? []) {
      if (!takenOf(policy).includes(from)) continue;
      const of = owned[target];
      if (of === undefined || of === 'never')
        throw new Error(`${table}.${from} refers to ${target}, which is never copied`);
      expect([from, policy.masked[from]]).toEqual([from, of.masked[to]]);
    }
  });

  it.each(copied)('%s holds nothing as it is that is secret, or about somebody', (table, policy) => {
    expect(NEVER.test(table)).toBe(false);
    expect(policy.copied.filter((column) => SECRET.test(column))).toEqual([]);
  });
});
