import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { wrongField } from '../../kit/http/validate.ts';
import { liveFaults } from '../../platform/live/live.faults.ts';
import { socketParameter } from '../../platform/live/live.module.ts';
import { BY_SAM, By, oneNamedBy } from '../../platform/users/actor-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { dbSyncFaults } from './db-sync.faults.ts';
import type { DbSyncService } from './db-sync.service.ts';
import type { TableCounts } from './sync-tables.repo.ts';

const endpoint = platformEndpoint<{ readonly dbSync: DbSyncService }>();
const gate = { needs: 'super-admin', in: 'platform' } as const;
const tool = { omit: 'It is about the databases of installations, which whoever runs them looks after.' };
const LINES_MAX = 500;

const table = z.string().max(60).describe('The table.');
const count = z.int().nonnegative();
const RunId = z
  .string()
  .max(60)
  .describe('The sync, by the `runId` of its beginning.')
  .meta({ examples: ['run_0123456789abcdef'] });
const Table = z
  .object({
    table,
    policy: z.enum(['copy', 'mask', 'never']).describe('`mask`: copied, with some columns as masks alone.'),
    masked: z.array(z.string()).describe('The columns of which masks alone are taken.'),
    dependsOn: z.array(z.string()).describe('What has to be copied along, since it refers to it.'),
    sourceRows: count
      .nullable()
      .describe('How many rows the source has; null where it was not asked, or did not say in time.'),
    lastSyncedAt: z.iso.datetime().nullable().describe('When it was last copied here.'),
  })
  .meta({ id: 'SyncTable' });
const Counts = z.object({
  table,
  sourceRows: count.describe('Rows that were read of the source.'),
  new: count.describe('Rows that were not here.'),
  changed: count.describe('Rows that were different here.'),
  gone: count.describe('Rows here that the source does not have.'),
  removed: count.nullable().describe('Of those the ones that went: nothing here refers to them. Null of a dry run.'),
});
const Line = z.object({
  seq: z.int().describe('The number of the line, from 1 on.'),
  at: z.iso.datetime().describe('When it was told.'),
  level: z.enum(['info', 'warning', 'error']).describe('How grave it is.'),
  text: z.string().describe('What was done.'),
  done: count.nullable().describe('How many tables are read.'),
  of: count.nullable().describe('Of how many.'),
});
const Run = z
  .object({
    runId: z.string().describe('The sync.'),
    dryRun: z.boolean().describe('Whether it only counts.'),
    state: z.enum(['queued', 'running', 'done', 'failed']).describe('`failed`: nothing was changed.'),
    order: z.array(z.string()).describe('The tables, in the order of copying.'),
    startedBy: By.describe('Who ordered it.'),
    startedAt: z.iso.datetime().describe('When it was ordered.'),
    finishedAt: z.iso.datetime().nullable().describe('When it ended.'),
    error: z.string().nullable().describe('Why it failed.'),
    counts: z.array(Counts).describe('What came of each table. Empty until it has ended.'),
    lines: z.array(Line).describe(`The newest ${LINES_MAX} lines of its log, the oldest first.`),
  })
  .meta({ id: 'SyncRun' });

export const listTables = endpoint({
  id: 'db-sync.list-tables',
  method: 'GET',
  path: '/api/admin/db-sync/list-tables',
  tool,
  summary: 'List what may be copied to staging',
  description:
    'Every table of every module, by name, with what a sync may do with it. At a staging also how much its source has.',
  gate,
  query: z.strictObject({}),
  success: { status: 200, description: 'The tables.', schema: z.object({ data: z.array(Table) }) },
  examples: {
    success: {
      data: [
        {
          table: 'platform_user',
          policy: 'mask',
          masked: ['email', 'first_name', 'last_name', 'phone_number'],
          dependsOn: [],
          sourceRows: 412,
          lastSyncedAt: '2026-01-01T09:30:00.000Z',
        },
      ],
    },
  },
  faults: {},
  audit: { event: 'db-sync.tables-listed', target: () => undefined },
  handle: async ({ dbSync }, _input, { read }) => ({
    data: (await dbSync.list(read)).map(({ policy, lastSyncedAt, dependsOn, ...shown }) => {
      const masked = Object.keys(policy?.masked ?? {});
      return {
        ...shown,
        policy: policy === undefined ? ('never' as const) : masked.length > 0 ? ('mask' as const) : ('copy' as const),
        masked,
        dependsOn: [...dependsOn],
        lastSyncedAt: lastSyncedAt === null ? null : isoOf(lastSyncedAt),
      };
    }),
  }),
});

const given = {
  dryRun: z
    .enum(['true', 'false'])
    .optional()
    .describe('`true` counts what would change, and writes nothing but its log.'),
  tables: z.string().min(1).max(5_000).optional().describe('What to copy, parted by commas.'),
  socketID: socketParameter.socketID.optional(),
};
const Given = z.strictObject(given);
interface Input {
  readonly query: z.output<typeof Given>;
  readonly body?: z.output<typeof Given> | undefined;
}
/** A parameter stands in the query or in the body. */
const oneOf = ({ query, body }: Input, name: keyof z.output<typeof Given>): string | undefined => {
  const [one, other] = [query[name], body?.[name]];
  if (one !== undefined && other !== undefined && one !== other)
    throw wrongField(`query.${name}`, 'equal', 'must be the one that the body names');
  return one ?? other;
};
const needed = (input: Input, name: 'dryRun' | 'tables'): string => {
  const value = oneOf(input, name);
  if (value === undefined) throw wrongField(`query.${name}`, 'required', 'is required, here or in the body');
  return value;
};
const isReal = (input: Input): boolean => input.query.dryRun === 'false' || input.body?.dryRun === 'false';
const askedBy = (input: Input) => {
  const named = needed(input, 'tables').split(',');
  const tables = [...new Set(named.map((name) => name.trim()))].filter((name) => name !== '');
  if (tables.length === 0) throw wrongField('query.tables', 'required', 'names no table');
  return { dryRun: needed(input, 'dryRun') === 'true', tables };
};

export const syncFromProd = endpoint({
  id: 'db-sync.start',
  method: 'POST',
  path: '/api/admin/db-sync/sync-from-prod',
  summary: 'Copy tables of production to this staging',
  description:
    'Each parameter stands in the query or in the body. A job copies what masked views of production show, of one moment, into side tables, and puts all of it in place in one transaction: until then nothing has changed. What the source lacks goes, but for what anything here still refers to. A dry run only counts.',
  gate,
  act: { among: ['write', 'grave:sync'], of: (input) => (isReal(input) ? 'grave:sync' : 'write') },
  stepUp: isReal,
  query: Given,
  body: Given.optional(),
  success: {
    status: 202,
    description: 'A job does it.',
    schema: z.object({
      runId: z
        .string()
        .describe('For `GET /api/admin/db-sync/runs/{runId}`, and the `run` of frames at the live socket.'),
      dryRun: z.boolean().describe('Whether it only counts.'),
      order: z.array(z.string()).describe('The tables, in the order of copying.'),
      tables: z.array(z.string()).describe('The tables, as they were asked for.'),
    }),
  },
  examples: {
    query: { dryRun: 'true', tables: 'organisation,facility' },
    success: {
      runId: 'run_0123456789abcdef',
      dryRun: true,
      order: ['organisation', 'facility'],
      tables: ['organisation', 'facility'],
    },
  },
  faults: {
    not_staging: dbSyncFaults.not_staging,
    same_installation: dbSyncFaults.same_installation,
    schema_differs: dbSyncFaults.schema_differs,
    tables_incomplete: dbSyncFaults.tables_incomplete,
    sync_running: dbSyncFaults.sync_running,
    source_unusable: dbSyncFaults.source_unusable,
    socket_unknown: liveFaults.socket_unknown,
  },
  audit: { event: 'db-sync.started', target: () => undefined },
  prepare: async ({ dbSync }, input, { read }) => {
    const socketId = oneOf(input, 'socketID');
    return { ...(await dbSync.plan(read, askedBy(input))), socketId };
  },
  handle: async ({ dbSync }, _input, { tx, caller, prepared: { socketId, ...prepared }, about }) => {
    const { runId, dryRun, order, tables } = await dbSync.start(tx, prepared, { caller, socketId });
    about(`${runId}${dryRun ? ' dry run' : ''}`);
    return { runId, dryRun, order: [...order], tables: [...tables] };
  },
});

export const readRun = endpoint({
  id: 'db-sync.read-run',
  method: 'GET',
  path: '/api/admin/db-sync/runs/:runId',
  tool,
  summary: 'Read a sync',
  description: 'How it stands, what it found, and the end of its log.',
  gate,
  params: z.strictObject({ runId: RunId }),
  query: z.strictObject({}),
  success: { status: 200, description: 'The sync.', schema: Run },
  examples: {
    success: {
      ...{ runId: 'run_0123456789abcdef', dryRun: true, state: 'done', order: ['organisation'], error: null },
      startedBy: BY_SAM,
      startedAt: '2026-01-01T09:30:00.000Z',
      finishedAt: '2026-01-01T09:30:02.000Z',
      counts: [{ table: 'organisation', sourceRows: 12, new: 1, changed: 2, gone: 0, removed: null }],
      lines: [
        { seq: 1, at: '2026-01-01T09:30:01.000Z', level: 'info', text: 'organisation: 12 rows read', done: 1, of: 1 },
      ],
    },
  },
  faults: { sync_run_unknown: dbSyncFaults.sync_run_unknown },
  audit: { event: 'db-sync.read', target: ({ params }) => params.runId },
  handle: ({ dbSync }, { params }, { read }) =>
    read(async (tx) => {
      const { row, lines } = await dbSync.read(tx, params.runId, LINES_MAX);
      return oneNamedBy(
        tx,
        {
          runId: row.id,
          dryRun: row.dry_run === 1,
          state: row.state,
          order: row.tables.split(','),
          startedBy: row.started_by,
          startedAt: isoOf(Number(row.started_at)),
          finishedAt: row.finished_at === null ? null : isoOf(Number(row.finished_at)),
          error: row.error,
          counts: row.counts === null ? [] : (JSON.parse(row.counts) as TableCounts[]),
          lines: lines.map(({ seq, at, level, text, done, total }) => ({
            ...{ seq: Number(seq), at: isoOf(Number(at)), level, text },
            done: done === null ? null : Number(done),
            of: total === null ? null : Number(total),
          })),
        },
        'startedBy',
      );
    }),
});
