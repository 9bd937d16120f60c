import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { wrongField } from '../../kit/http/validate.ts';
import type { Owned } from '../../kit/modules/table-policy.ts';
import type { JobsService } from '../../platform/jobs/jobs.module.ts';
import type { LiveService } from '../../platform/live/live.module.ts';
import { actorOf } from '../../platform/users/facility-surface.ts';
import type { PlatformCaller } from '../../platform/users/platform-surface.ts';
import { createCarryOut } from './carry-out.ts';
import { dbSyncFault } from './db-sync.faults.ts';
import { dbSyncRepo, schemaOf } from './db-sync.repo.ts';
import type { SyncInstallationTable } from './db-sync.tables.ts';
import type { Staging } from './staging.ts';
import { copiedOf, dependsOn, fingerprintOf, inOrderOfReferences } from './sync-plan.ts';
import type { Manifest } from './sync-source.repo.ts';

export const RUN_SYNC = 'db-sync.run';

export interface DbSyncDeps {
  readonly db: Pick<Database, 'read' | 'write' | 'apart' | 'engine'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly tables: Owned;
  readonly jobs: Pick<JobsService, 'enqueue'>;
  readonly live: Pick<LiveService, 'beginRun' | 'progressOf'>;
  readonly staging: Staging | undefined;
}
export type DbSyncService = ReturnType<typeof createDbSync>;

export interface Asked {
  readonly dryRun: boolean;
  readonly tables: readonly string[];
}
/** What was found out before a run is begun. */
export interface Prepared extends Asked {
  readonly order: readonly string[];
  readonly source: Manifest;
}
type Read = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

export const createDbSync = (deps: DbSyncDeps) => {
  const { db, clock, random, tables, jobs, live, staging } = deps;
  const copied = copiedOf(tables);

  return {
    /** Every table with its policy, by name. */
    list: async (read: Read) => {
      const { shapes, syncedAt } = await read(async (tx) => ({
        ...(await schemaOf(tx, db.engine)),
        syncedAt: new Map((await dbSyncRepo(tx).syncedAt()).map(({ name, synced_at }) => [name, Number(synced_at)])),
      }));
      const rows = (await staging?.count([...copied.keys()])) ?? new Map<string, number>();
      return Object.keys(tables)
        .sort()
        .map((table) => ({
          table,
          policy: copied.get(table),
          dependsOn: dependsOn(table, tables, shapes),
          sourceRows: rows.get(table) ?? null,
          lastSyncedAt: syncedAt.get(table) ?? null,
        }));
    },

    /** Asks the source, and refuses what cannot be copied from it. */
    plan: async (read: Read, asked: Asked): Promise<Prepared> => {
      if (staging === undefined) throw dbSyncFault('not_staging', 'This installation is no staging.');
      for (const table of asked.tables)
        if (!copied.has(table)) throw wrongField('tables', 'copied', `names ${table}, which is none that is copied`);
      const { shapes, migrations, own } = await read(async (tx) => ({
        ...(await schemaOf(tx, db.engine)),
        own: await dbSyncRepo(tx).installation(),
      }));
      const missing = asked.tables
        .flatMap((table) => dependsOn(table, tables, shapes))
        .filter((table) => !asked.tables.includes(table));
      if (missing.length > 0) throw dbSyncFault('tables_incomplete', `Add ${[...new Set(missing)].sort().join(', ')}.`);
      const source = await staging.look().catch((error: unknown) => {
        throw dbSyncFault('source_unusable', 'The source does not answer as it should.', {
          headers: { 'Retry-After': '30' },
          internal: { why: error instanceof Error ? error.message : String(error) },
        });
      });
      refuseOwn(own, source);
      if (source.fingerprint !== fingerprintOf(migrations, tables))
        throw dbSyncFault('schema_differs', 'The source has another schema, or its masked views are older than it.');
      return { ...asked, source, order: inOrderOfReferences(asked.tables, tables, shapes) };
    },

    /** Begins a run, in the caller's unit: a job carries it out. Throws `sync_running`, `socket_unknown`. */
    start: async (
      tx: Tx,
      { dryRun, tables: names, order }: Prepared,
      { caller, socketId }: { readonly caller: PlatformCaller; readonly socketId: string | undefined },
    ) => {
      const now = clock.wallMs();
      const runId = socketId === undefined ? randomId('run', random, now) : await live.beginRun(tx, caller, socketId);
      const begun = await dbSyncRepo(tx).begin({
        id: runId,
        dry_run: dryRun ? 1 : 0,
        tables: order.join(','),
        state: 'queued',
        open: 1,
        started_by: actorOf(caller),
        started_at: now,
        live: socketId === undefined ? 0 : 1,
      });
      if (!begun) {
        const open = await dbSyncRepo(tx).open();
        throw dbSyncFault('sync_running', `The sync ${open?.id ?? ''} is under way.`);
      }
      await jobs.enqueue(tx, RUN_SYNC, { runId });
      return { runId, dryRun, order, tables: names };
    },

    /** A run with its newest lines. Throws `sync_run_unknown`. */
    read: async (tx: Tx, runId: string, lines: number) => {
      const row = await dbSyncRepo(tx).find(runId);
      if (row === undefined) throw dbSyncFault('sync_run_unknown', 'There is no such sync.');
      return { row, lines: await dbSyncRepo(tx).lines(runId, lines) };
    },

    carryOut: createCarryOut({ ...deps, copied }),

    forgetBefore: (tx: Tx, at: number, limit: number) => dbSyncRepo(tx).removeBefore(at, limit),
  };
};

/** Neither this installation itself nor the source of another is copied to. */
const refuseOwn = (own: SyncInstallationTable | undefined, source: Manifest): void => {
  if (own?.id === source.installation)
    throw dbSyncFault('same_installation', 'The source is this installation itself.');
  if (own !== undefined && own.mask_key !== null)
    throw dbSyncFault('not_staging', 'This installation is itself the source of a staging.');
};
