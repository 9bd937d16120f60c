import type { CopiedTable } from '../../kit/modules/table-policy.ts';
import type { Connection } from './connections.repo.ts';
import { type Ask, type Reference, readShapes, type Shapes, type TableShape } from './shapes.repo.ts';
import { takenOf } from './sync-plan.ts';
import type { SyncSource } from './sync-source.repo.ts';

const ROWS_AT_ONCE = 1_000;

/** What came of a table. `gone`: what the source lacks; `removed`: of those the ones that nothing here refers to. */
export interface TableCounts {
  readonly table: string;
  readonly sourceRows: number;
  readonly new: number;
  readonly changed: number;
  readonly gone: number;
  /** Null in a dry run. */
  readonly removed: number | null;
}

export interface SyncTables {
  readonly source: Pick<SyncSource, 'rows' | 'copied'>;
  readonly target: Connection;
  /** Those that are copied, by name, each after those that it refers to. */
  readonly tables: ReadonlyMap<string, CopiedTable>;
  readonly dryRun: boolean;
  /** Told as it goes on. */
  readonly tell: (text: string, done: number) => void;
  /** Runs the one transaction that changes something, while nobody else writes. */
  readonly alone: (swap: () => Promise<void>) => Promise<void>;
  /** The last statements of that transaction. */
  readonly noteDone: (ask: Ask, counts: readonly TableCounts[]) => Promise<void>;
}

interface Part {
  readonly table: string;
  readonly side: string;
  readonly policy: CopiedTable;
  readonly shape: TableShape;
  readonly columns: readonly string[];
  /** Columns that are taken and are none of the key. */
  readonly values: readonly string[];
}

/**
 * Copies tables from a source into side tables, checks what they refer to, and puts them in the place of what is there, in one
 * transaction: whoever is killed before its commit has changed nothing. A dry run ends with the counting.
 */
export const syncTables = async (of: SyncTables): Promise<readonly TableCounts[]> => {
  const { target, tables, dryRun, tell } = of;
  const shapes = await readShapes(target.engine, target.ask);
  const parts = [...tables].map(([table, policy]) => partOf(table, policy, shapes));
  const counts = new Map<string, TableCounts>();
  for (const [at, part] of parts.entries()) {
    const sourceRows = await fillSide(of, part);
    tell(`${part.table}: ${sourceRows} rows read`, at + 1);
    counts.set(part.table, {
      table: part.table,
      sourceRows,
      ...(await compare(target.ask, part)),
      removed: dryRun ? null : 0,
    });
  }
  for (const part of parts) await checkReferences(target.ask, part, parts);
  if (dryRun) return [...counts.values()];

  await of.alone(async () => {
    await target.ask(target.engine === 'sqlite' ? 'begin immediate' : 'begin');
    try {
      await removeGone(target.ask, { parts, shapes, counts });
      for (const part of parts) {
        await put(target.ask, part, counts.get(part.table));
        tell(`${part.table}: put in place`, parts.length);
      }
      // What referred to something that is gone refers to something else by now.
      await removeGone(target.ask, { parts, shapes, counts });
      await of.noteDone(target.ask, [...counts.values()]);
      await target.ask('commit');
    } catch (error) {
      await target.ask('rollback').catch(() => undefined);
      throw error;
    }
  });
  return [...counts.values()];
};

const partOf = (table: string, policy: CopiedTable, shapes: Shapes): Part => {
  const shape = shapes.get(table);
  if (shape === undefined) throw new Error(`there is no table ${table} here`);
  const columns = takenOf(policy);
  return {
    table,
    side: `side_${table}`,
    policy,
    shape,
    columns,
    values: columns.filter((column) => !shape.key.includes(column)),
  };
};

/** Resolves with the number of rows. Two rows of one key fail. */
const fillSide = async (
  { source, target }: SyncTables,
  { table, side, policy, shape, columns }: Part,
): Promise<number> => {
  await target.ask(`create temporary table ${side} as select ${columns.join(', ')} from ${table} where 1 = 0`);
  const rows = await filled({ source, target }, { table, side, policy, shape, columns });
  await target.ask(`create unique index ${side}_key on ${side} (${shape.key.join(', ')})`);
  return rows;
};

const filled = async (
  { source, target }: Pick<SyncTables, 'source' | 'target'>,
  { table, side, policy, shape, columns }: Pick<Part, 'table' | 'side' | 'policy' | 'shape' | 'columns'>,
): Promise<number> => {
  // From one PostgreSQL to another nobody needs to read the rows in between.
  const copied = target.copyIn && source.copied?.(table, policy);
  if (target.copyIn && copied) return target.copyIn(side, columns, copied);
  const typed = columns.map((name) => [name, shape.types.get(name) ?? 'text'] as const);
  let rows = 0;
  for await (const chunk of source.rows(table, policy, ROWS_AT_ONCE)) {
    await target.load(side, typed, chunk);
    rows += chunk.length;
  }
  return rows;
};

const same = (left: string, right: string, columns: readonly string[]): string =>
  columns.map((column) => `${left}.${column} = ${right}.${column}`).join(' and ');
const differs = (left: string, right: string, columns: readonly string[]): string =>
  columns.map((column) => `${left}.${column} is distinct from ${right}.${column}`).join(' or ') || '1 = 0';

const compare = async (ask: Ask, { table, side, shape, values, policy }: Part) => {
  const number = async (text: string): Promise<number> => Number((await ask(text))[0]?.n);
  const key = same(table, side, shape.key);
  return {
    new: await number(`select count(*) as n from ${side} where not exists (select 1 from ${table} where ${key})`),
    changed: policy.onlyGrows
      ? 0
      : await number(`select count(*) as n from ${side} join ${table} on ${key} where ${differs(table, side, values)}`),
    gone: policy.onlyGrows
      ? 0
      : await number(`select count(*) as n from ${table} where not exists (select 1 from ${side} where ${key})`),
  };
};

/** Whatever is taken refers to something that is taken too. */
const checkReferences = async (
  ask: Ask,
  { table, side, columns, shape }: Part,
  parts: readonly Part[],
): Promise<void> => {
  for (const reference of shape.references) {
    const to = parts.find((part) => part.table === reference.to);
    if (to === undefined || !reference.columns.every((column) => columns.includes(column))) continue;
    const named = reference.columns.map((column) => `${side}.${column} is not null`).join(' and ');
    const met = reference.columns
      .map((column, at) => `other.${reference.toColumns[at]} = ${side}.${column}`)
      .join(' and ');
    const [lost] = await ask(
      `select 1 as n from ${side} where ${named} and not exists (select 1 from ${to.side} other where ${met}) limit 1`,
    );
    if (lost !== undefined) throw new Error(`${table} refers to rows of ${reference.to} that the source does not have`);
  }
};

/**
 * In place of what is there. Columns that are not taken keep what they have. What is here is found by the conflict alone: a look-up
 * in the same statement might be planned as a scan of the very table that grows by it. Where nothing of it was here, nothing is
 * looked for, which costs a sixth of putting it: what came meanwhile under the same key makes the sync fail.
 */
const put = async (
  ask: Ask,
  { table, side, columns, values, shape, policy }: Part,
  counted: TableCounts | undefined,
): Promise<void> => {
  const names = columns.join(', ');
  const insert = `insert into ${table} (${names}) select ${names} from ${side}`;
  if (counted?.new === counted?.sourceRows) {
    await ask(insert);
    return;
  }
  const update = values.map((column) => `${column} = excluded.${column}`).join(', ');
  const conflict =
    policy.onlyGrows || values.length === 0
      ? 'do nothing'
      : `do update set ${update} where ${differs(table, 'excluded', values)}`;
  await ask(`${insert} where 1 = 1 on conflict (${shape.key.join(', ')}) ${conflict}`);
};

interface Removing {
  readonly parts: readonly Part[];
  readonly shapes: Shapes;
  readonly counts: Map<string, TableCounts>;
}

/** What the source lacks goes, but for what anything here still refers to: staging's own things lose nothing with it. */
const removeGone = async (ask: Ask, { parts, shapes, counts }: Removing): Promise<void> => {
  const referring = new Map<string, { readonly by: string; readonly reference: Reference }[]>();
  for (const [by, { references }] of shapes)
    for (const reference of references)
      referring.set(reference.to, [...(referring.get(reference.to) ?? []), { by, reference }]);
  for (const { table, side, shape } of parts.toReversed()) {
    const counted = counts.get(table);
    const removed = counted?.removed ?? 0;
    if (counted === undefined || counted.gone === removed) continue;
    const free = (referring.get(table) ?? []).map(({ by, reference }) => {
      const met = reference.columns
        .map((column, at) => `other.${column} = ${table}.${reference.toColumns[at]}`)
        .join(' and ');
      return `and not exists (select 1 from ${by} other where ${met})`;
    });
    const [{ changes } = { changes: 0 }] = await ask(
      `delete from ${table} where not exists (select 1 from ${side} where ${same(side, table, shape.key)}) ${free.join(' ')}`,
    );
    counts.set(table, { ...counted, removed: removed + Number(changes) });
  }
};
