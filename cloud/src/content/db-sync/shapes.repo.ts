import type { Engine } from '../../kit/db/unit-of-work.ts';

/** Asks a database by SQL text with `$1` and its kind. */
export type Ask = (text: string, parameters?: readonly unknown[]) => Promise<readonly Row[]>;
type Row = Readonly<Record<string, unknown>>;

/** A foreign key: its columns, and those of the other table that they name. */
export interface Reference {
  readonly columns: readonly string[];
  readonly to: string;
  readonly toColumns: readonly string[];
}
export interface TableShape {
  /** The type of each column, by name. */
  readonly types: ReadonlyMap<string, string>;
  readonly key: readonly string[];
  readonly references: readonly Reference[];
}
export type Shapes = ReadonlyMap<string, TableShape>;

const SQLITE_COLUMNS = `select m.name as t, c.name as c, c.type as type, c.pk as pk
  from sqlite_schema m, pragma_table_info(m.name) c
  where m.type = 'table' and m.name not like 'sqlite_%' order by m.name, c.cid`;
const SQLITE_REFERENCES = `select m.name as t, f.id as name, f."table" as target, f."from" as c, f."to" as to_c
  from sqlite_schema m, pragma_foreign_key_list(m.name) f
  where m.type = 'table' order by m.name, f.id, f.seq`;
const POSTGRES_COLUMNS = `select f.relname as t, a.attname as c, format_type(a.atttypid, a.atttypmod) as type,
    coalesce(array_position(k.conkey, a.attnum), 0) as pk
  from pg_class f
  join pg_attribute a on a.attrelid = f.oid and a.attnum > 0 and not a.attisdropped
  left join pg_constraint k on k.conrelid = f.oid and k.contype = 'p'
  where f.relkind = 'r' and f.relnamespace = current_schema()::regnamespace order by f.relname, a.attnum`;
const POSTGRES_REFERENCES = `select f.relname as t, k.conname as name, g.relname as target, a.attname as c, b.attname as to_c
  from pg_constraint k
  join pg_class f on f.oid = k.conrelid
  join pg_class g on g.oid = k.confrelid
  cross join unnest(k.conkey, k.confkey) with ordinality as pair (c, to_c, place)
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.c
  join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.to_c
  where k.contype = 'f' and k.connamespace = current_schema()::regnamespace order by f.relname, k.conname, pair.place`;

/** What the tables of a database look like: their columns, keys and references. */
export const readShapes = async (engine: Engine, ask: Ask): Promise<Shapes> => {
  const columns = await ask(engine === 'sqlite' ? SQLITE_COLUMNS : POSTGRES_COLUMNS);
  const references = await ask(engine === 'sqlite' ? SQLITE_REFERENCES : POSTGRES_REFERENCES);
  const referencesOf = Map.groupBy(references, ({ t }) => String(t));
  return new Map(
    [...Map.groupBy(columns, ({ t }) => String(t))].map(([table, of]) => {
      const key = of.filter(({ pk }) => Number(pk) > 0).toSorted((a, b) => Number(a.pk) - Number(b.pk));
      const shape: TableShape = {
        types: new Map(of.map(({ c, type }) => [String(c), String(type)])),
        key: key.map(({ c }) => String(c)),
        references: [...Map.groupBy(referencesOf.get(table) ?? [], ({ name }) => String(name)).values()].map(
          (parts) => ({
            columns: parts.map(({ c }) => String(c)),
            to: String(parts[0]?.target),
            toColumns: parts.map(({ to_c }) => String(to_c)),
          }),
        ),
      };
      return [table, shape];
    }),
  );
};

/** Every migration that the database has seen. */
export const readMigrations = async (ask: Ask): Promise<readonly string[]> =>
  (await ask('select name from schema_migration order by name')).map(({ name }) => String(name));
