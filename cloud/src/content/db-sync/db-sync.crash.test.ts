// @module-tag long
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { readMigrations, readShapes } from './shapes.repo.ts';
import { copiedOf, fingerprintOf, inOrderOfReferences } from './sync-plan.ts';
import { aProduction, tables } from './testing/a-production.ts';
import { dumpOf, onConnection } from './testing/filled.ts';

const PROGRAM = fileURLToPath(new URL('./testing/dying-sync.ts', import.meta.url));

describe.each(ENGINES)('A sync that is killed on $name', (engine) => {
  const tablesCount = copiedOf(tables).size;
  const points = [1, tablesCount, tablesCount + 1, Math.round(tablesCount * 1.5), 2 * tablesCount];

  it('has changed nothing, wherever it was, and the next one does all', async () => {
    const { made } = await aProduction(engine);
    const sourceUrl = await made();
    const own = await engine.freshUrl();
    const copied = copiedOf(tables);
    const order = await onConnection(own, async ({ ask }) => {
      const names = inOrderOfReferences([...copied.keys()], tables, await readShapes(engine.name, ask));
      await ask(`insert into sync_run (id, dry_run, tables, state, open, started_by, started_at, live)
        values ('run_0123456789abcdef', 0, '${names.join(',')}', 'running', 1, 'user:usr_1', 1, 0)`);
      return {
        ...{ runId: 'run_0123456789abcdef', sourceUrl, databaseUrl: own, dryRun: false, at: 1 },
        fingerprint: fingerprintOf(await readMigrations(ask), tables),
        tables: names.map((name) => [name, copied.get(name)]),
      };
    });
    const before = await dumpOf(own);
    const ended = async (dies: number) => {
      const child = spawn(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', PROGRAM, JSON.stringify(order), String(dies)],
        {
          stdio: ['ignore', 'ignore', 'inherit'],
        },
      );
      return (await once(child, 'exit')) as [number | null, string | null];
    };
    for (const at of points) {
      expect([at, ...(await ended(at))]).toEqual([at, null, 'SIGKILL']);
      expect(await dumpOf(own)).toEqual(before);
    }
    expect(await ended(0)).toEqual([0, null]);
    const after = await dumpOf(own);
    for (const name of copied.keys()) expect([name, after.get(name)?.length]).toEqual([name, 3]);
    expect(after.get('sync_run')).toMatchObject([{ state: 'done', open: null }]);
  }, 120_000);
});
