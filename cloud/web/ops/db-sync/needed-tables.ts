import type { SyncTable } from '../../client/platform-api.gen.ts';

type Depending = Pick<SyncTable, 'table' | 'dependsOn'>;

/** What has to be copied for some tables: those, and whatever they refer to. */
export const withNeeded = (tables: readonly Depending[], chosen: ReadonlySet<string>): ReadonlySet<string> => {
  const all = new Set(chosen);
  for (const name of all)
    for (const other of tables.find(({ table }) => table === name)?.dependsOn ?? []) all.add(other);
  return all;
};

/** What is left of a choice where some table is taken off it: whatever refers to that goes too. */
export const withoutNeeding = (
  tables: readonly Depending[],
  chosen: ReadonlySet<string>,
  off: string,
): ReadonlySet<string> => new Set([...chosen].filter((name) => !withNeeded(tables, new Set([name])).has(off)));
