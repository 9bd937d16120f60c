import { readFileSync } from 'node:fs';
import { leftBy } from '../kit/db/test-migrate.ts';
import type { Engine } from '../kit/db/unit-of-work.ts';
import type { ClientRequest } from '../kit/http/testing/https-client.ts';

type Value = string | number | null | { readonly hex: string };
export type KeptRow = Readonly<Record<string, Value>>;
/** What a request with an idempotency key was answered. */
export interface KeptAnswer {
  readonly answered: string;
  readonly request: ClientRequest;
  readonly status: number;
  readonly json: unknown;
}

/**
 * A database as a release left it: what its own code wrote, and in every table that this left empty a row of made-up
 * values. Parents come before their children.
 */
const lines = readFileSync(new URL('release-0105.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as { readonly table: string; readonly row: KeptRow } | KeptAnswer);
const rows = lines.filter((line) => 'table' in line);

export const keptAnswers: readonly KeptAnswer[] = lines.filter((line) => 'answered' in line);
export const keptTables: ReadonlyMap<string, readonly KeptRow[]> = new Map(
  [...Map.groupBy(rows, ({ table }) => table)].map(([table, of]) => [table, of.map(({ row }) => row)]),
);

const literal = (engine: Engine, value: Value): string => {
  if (value === null) return 'null';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  return engine === 'sqlite' ? `x'${value.hex}'` : `'\\x${value.hex}'`;
};
/** PostgreSQL numbers the rows of feeds itself, from 1 on, as they come. */
const isNumbered = (engine: Engine, column: string): boolean => engine === 'postgres' && column === 'written';
const insertOf = (engine: Engine, table: string, row: KeptRow): string => {
  const given = Object.entries(row).filter(([column]) => !isNumbered(engine, column));
  const columns = given.map(([column]) => `"${column}"`);
  const values = given.map(([, value]) => literal(engine, value));
  return `insert into "${table}" (${columns.join(', ')}) values (${values.join(', ')})`;
};

/** Makes an empty database that one. */
export const asTheReleaseLeftIt = (engine: Engine, url: string): Promise<void> =>
  leftBy(engine, url, {
    through: '0105-indoor-readings',
    rows: rows.map(({ table, row }) => insertOf(engine, table, row)),
  });
