import type { CopiedTable } from '../../kit/modules/table-policy.ts';
import { dbSyncRepo, schemaOf } from './db-sync.repo.ts';
import type { DbSyncDeps } from './db-sync.service.ts';
import type { SyncRunTable } from './db-sync.tables.ts';
import type { Watched } from './run-sync.ts';
import { fingerprintOf } from './sync-plan.ts';
import type { TableCounts } from './sync-tables.repo.ts';

type Deps = Pick<DbSyncDeps, 'db' | 'clock' | 'live' | 'staging' | 'tables'> & {
  readonly copied: ReadonlyMap<string, CopiedTable>;
};
const ERROR_CHARS_MAX = 500;

/** What a job does with a run that was ordered. */
export const createCarryOut = (deps: Deps) => {
  const { db, clock, live, staging, tables, copied } = deps;
  const find = (runId: string) => db.read((tx) => dbSyncRepo(tx).find(runId));
  const end = (runId: string, to: { readonly error: string } | { readonly counts: string }) =>
    db.write((tx) =>
      dbSyncRepo(tx).end(runId, {
        error: null,
        ...to,
        state: 'error' in to ? 'failed' : 'done',
        finished_at: clock.wallMs(),
      }),
    );
  const policyOf = (name: string): CopiedTable => {
    const policy = copied.get(name);
    if (policy === undefined) throw new Error(`${name} is not copied any more`);
    return policy;
  };
  const copy = async (row: SyncRunTable, watched: Watched): Promise<readonly TableCounts[]> => {
    if (staging === undefined) throw new Error('this installation is no staging any more');
    const { migrations } = await db.read((tx) => schemaOf(tx, db.engine));
    const order = {
      runId: row.id,
      dryRun: row.dry_run === 1,
      at: clock.wallMs(),
      fingerprint: fingerprintOf(migrations, tables),
      tables: row.tables.split(',').map((name) => [name, policyOf(name)] as const),
    };
    return staging.run(order, watched);
  };

  /** A run that was begun before has died with its process, and changed nothing: it has failed. */
  return async (runId: string, signal: AbortSignal): Promise<void> => {
    const row = await find(runId);
    if (row === undefined || row.open === null) return;
    const teller = createTeller({ db, clock, live }, row);
    const fail = async (why: string): Promise<void> => {
      await teller.told({ level: 'error', text: `Nothing was changed: ${why}` });
      await end(runId, { error: why });
    };
    if (!(await db.write((tx) => dbSyncRepo(tx).start(runId)))) {
      await fail('the process that did it ended');
      return;
    }
    try {
      const counts = await copy(row, {
        signal,
        tell: (text, done) => teller.tell({ level: 'info', text, done }),
        apart: (work) => db.apart(work),
      });
      for (const one of counts) teller.tell({ level: 'info', text: wordsOf(one) });
      await teller.told({ level: 'info', text: row.dry_run === 1 ? 'A dry run: nothing was changed.' : 'Done.' });
      await end(runId, { counts: JSON.stringify(counts) });
    } catch (error) {
      // A thread may die right after the transaction that has ended the run.
      if ((await find(runId))?.open === null) return;
      const why = error instanceof Error ? error.message : String(error);
      await fail(why.replaceAll('\0', '').slice(0, ERROR_CHARS_MAX));
    }
  };
};

const wordsOf = ({ table, new: fresh, changed, gone, removed }: TableCounts): string =>
  `${table}: ${fresh} new, ${changed} changed, ${gone} gone${removed === null ? '' : `, ${removed} removed`}`;

interface Told {
  readonly level: 'info' | 'error';
  readonly text: string;
  readonly done?: number;
}

/** Writes the lines of a run one after another, each in a unit of its own, and tells them to its live socket. */
const createTeller = ({ db, clock, live }: Pick<Deps, 'db' | 'clock' | 'live'>, run: SyncRunTable) => {
  const of = run.tables.split(',').length;
  let last: Promise<unknown> = Promise.resolve();
  let seq = run.state === 'queued' ? 0 : undefined;
  const write = async (at: number, { level, text, done }: Told): Promise<void> => {
    seq = seq === undefined ? await db.read((tx) => dbSyncRepo(tx).lastSeq(run.id)) : seq;
    seq++;
    const row = { run_id: run.id, seq, at, level, text, done: done ?? null, total: done === undefined ? null : of };
    await db.write((tx) => dbSyncRepo(tx).insertLine(row));
    if (run.live === 1) await live.progressOf(run.id)({ level, text, ...(done !== undefined && { done, of }) });
  };
  const tell = (line: Told): void => {
    const at = clock.wallMs();
    last = last.then(() => write(at, line));
    last.catch(() => undefined); // Whoever waits for it hears of it.
  };
  return {
    tell,
    /** Tells it, and resolves once all is written. */
    told: (line: Told): Promise<unknown> => {
      tell(line);
      return last;
    },
  };
};
