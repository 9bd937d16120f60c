import { type Connection, openConnection } from '../connections.repo.ts';
import { type Ask, readShapes, type Shapes, type TableShape } from '../shapes.repo.ts';

type Row = Readonly<Record<string, unknown>>;

/** Words where a table takes certain ones only. */
const WORDS: Readonly<Record<string, string>> = {
  'partner.linking_method': 'facility_id',
  'agreement.kind': 'club',
  'agreement.state': 'draft',
  'agreement.audience': 'all',
  'agreement_audience.scope': 'facility',
  'agreement_version.requirement': 'none',
};
const ROWS = 3;

/** Opens a database, and sees to its end. */
export const onConnection = async <T>(url: string, work: (connection: Connection) => Promise<T>): Promise<T> => {
  const connection = await openConnection(url);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
};

const plantedIn = (table: string, column: string, { type, row }: { readonly type: string; readonly row: number }) => {
  if (/^(bytea|blob)$/i.test(type)) return Buffer.from(`bytes of ${table}.${column}.${row}`);
  if (/^(bigint|integer)$/i.test(type)) return column === 'only_one' ? 1 : row;
  if (/^(double precision|real)$/i.test(type)) return row + 0.5;
  return WORDS[`${table}.${column}`] ?? `planted ${table}.${column}.${row}`;
};

interface Filling {
  readonly ask: Ask;
  readonly shape: TableShape;
  readonly filled: ReadonlyMap<string, readonly Row[]>;
}

/** One row; undefined where the table does not take it. */
const putRow = async (name: string, at: number, { ask, shape, filled }: Filling): Promise<Row | undefined> => {
  const values = new Map(
    [...shape.types].map(([column, type]) => [column, plantedIn(name, column, { type, row: at })]),
  );
  for (const { columns, to, toColumns } of shape.references)
    for (const [place, column] of columns.entries())
      values.set(column, filled.get(to)?.[at - 1]?.[toColumns[place] ?? ''] as string);
  const names = [...values.keys()];
  const places = names.map((_, place) => `$${place + 1}`).join(', ');
  await ask('savepoint one');
  return ask(`insert into ${name} (${names.join(', ')}) values (${places})`, [...values.values()]).then(
    () => Object.fromEntries(values),
    async () => {
      await ask('rollback to savepoint one');
      return undefined;
    },
  );
};

/**
 * Puts rows into every table that takes them, with a text of its own in each column: what is found elsewhere says where it came from.
 * Resolves with the names of the tables that are filled.
 */
export const fill = (url: string): Promise<ReadonlySet<string>> =>
  onConnection(url, async ({ engine, ask }) => {
    const shapes = await readShapes(engine, ask);
    const filled = new Map<string, readonly Row[]>();
    const tried = new Set<string>(['schema_migration', 'schema_migration_lock', 'sync_installation']);
    const ready = () =>
      [...shapes].filter(
        ([name, { references }]) => !tried.has(name) && references.every(({ to }) => to === name || filled.has(to)),
      );
    await ask('begin');
    for (let next = ready(); next.length > 0; next = ready())
      for (const [name, shape] of next) {
        tried.add(name);
        const rows: Row[] = [];
        for (let at = 1; at <= ROWS; at++) {
          const row = await putRow(name, at, { ask, shape, filled });
          if (row !== undefined) rows.push(row);
        }
        if (rows.length === ROWS) filled.set(name, rows);
      }
    await ask('commit');
    return new Set(filled.keys());
  });

/** All that a database holds, by table. */
export const dumpOf = (url: string): Promise<ReadonlyMap<string, readonly Row[]>> =>
  onConnection(url, async ({ engine, ask }) => {
    const shapes: Shapes = await readShapes(engine, ask);
    const dump = new Map<string, readonly Row[]>();
    for (const [name, { key }] of shapes) {
      const order = key.length === 0 ? '' : ` order by ${key.join(', ')}`;
      dump.set(name, await ask(`select * from ${name}${order}`));
    }
    return dump;
  });

/** A value as a text that can be searched for. */
export const textOf = (value: unknown): string => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value));
