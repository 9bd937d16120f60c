import { createHash } from 'node:crypto';
import type { CopiedTable, Owned } from '../../kit/modules/table-policy.ts';
import type { Shapes } from './shapes.repo.ts';

/** The schema of the views at a source on PostgreSQL: it holds nothing else, and its reader may read nothing else. */
export const VIEWS = 'gatehouse_sync';

/** The tables that are copied, by name. */
export const copiedOf = (tables: Owned): ReadonlyMap<string, CopiedTable> =>
  new Map(Object.entries(tables).flatMap(([name, policy]) => (policy === 'never' ? [] : [[name, policy] as const])));

/** Every column that is taken, as it is or masked. */
export const takenOf = ({ copied, masked }: CopiedTable): readonly string[] => [...copied, ...Object.keys(masked)];

/** What must be equal at both ends: which migrations have run, and what is taken of which table. */
export const fingerprintOf = (migrations: readonly string[], tables: Owned): string => {
  const taken = [...copiedOf(tables)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([migrations, taken]))
    .digest('hex');
};

/** The tables that a table refers to by what is taken of it, itself left out. */
export const dependsOn = (table: string, tables: Owned, shapes: Shapes): readonly string[] => {
  const policy = tables[table];
  if (policy === undefined || policy === 'never') return [];
  const taken = takenOf(policy);
  const named = (shapes.get(table)?.references ?? [])
    .filter(({ columns, to }) => to !== table && columns.every((column) => taken.includes(column)))
    .map(({ to }) => to);
  return [...new Set(named)].sort();
};

/** These tables, each after those of them that it refers to. */
export const inOrderOfReferences = (names: readonly string[], tables: Owned, shapes: Shapes): readonly string[] => {
  const order: string[] = [];
  const place = (name: string): void => {
    if (order.includes(name)) return;
    for (const other of dependsOn(name, tables, shapes)) if (names.includes(other)) place(other);
    order.push(name);
  };
  for (const name of [...names].sort()) place(name);
  return order;
};
