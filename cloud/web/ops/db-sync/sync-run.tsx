import type { SyncRun } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { utcTime } from '../../kit/facility-time.ts';
import { FiguresTable } from '../../kit/figures-table.tsx';
import { syncWords } from '../../words/db-sync-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { type Told, withTold } from './told.ts';

const EVERY_MS = 1_000;
const TONES: Readonly<Record<SyncRun['state'], string>> = {
  queued: 'calm',
  running: 'calm',
  done: 'good',
  failed: 'alarm',
};
const LINE_TONES = { info: 'calm', warning: 'held', error: 'alarm' } as const;

const isOpen = (run: SyncRun | undefined): boolean => run?.state === 'queued' || run?.state === 'running';

/** A copying, as it goes on: how far it is, what it found, and its log. */
export const SyncRunView = ({ runId, told }: { readonly runId: string; readonly told: Told }) => {
  const { ask } = useConsole();
  const query = useQuery<SyncRun>({
    queryKey: ['db-sync', 'run', runId],
    queryFn: ({ signal }) => ask('GET /api/admin/db-sync/runs/{runId}', { path: { runId } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data === undefined || isOpen(data) ? EVERY_MS : false),
  });
  return (
    <Answered query={query} what={syncWords.lookingAtRun}>
      {(run) => <Shown run={{ ...run, lines: withTold(run.lines, told.get(runId)) }} />}
    </Answered>
  );
};

const Shown = ({ run }: { readonly run: SyncRun }) => {
  const ago = useAgo();
  const { dryRun, state, order, startedBy, startedAt, error, counts, lines } = run;
  const read = lines.reduce((most, { done }) => Math.max(most, done ?? 0), 0);
  return (
    <section class="panel stack" aria-label={syncWords.run(dryRun)}>
      <h2>{syncWords.run(dryRun)}</h2>
      <p role="status">
        <span class="fact" data-tone={TONES[state]}>
          {syncWords.states[state]}
        </span>{' '}
        {isOpen(run) && <span class="quiet small">{syncWords.read(read, order.length)}</span>}
      </p>
      {isOpen(run) && <progress aria-label={syncWords.run(dryRun)} value={read} max={order.length} />}
      {error !== null && (
        <p class="problem">
          <bdi>{error}</bdi>
        </p>
      )}
      <p class="quiet small">
        <bdi>{syncWords.by(startedBy.name ?? startedBy.id, ago(startedAt))}</bdi>
      </p>
      {counts.length > 0 && (
        <FiguresTable
          title={syncWords.counts}
          columns={syncWords.counted}
          rows={counts.map(({ table, sourceRows, new: fresh, changed, gone, removed }) => ({
            key: table,
            name: table,
            cells: [sourceRows, fresh, changed, gone, removed ?? '–'].map(String),
          }))}
        />
      )}
      {lines.length > 0 && (
        <>
          <h3>{syncWords.log}</h3>
          <ol class="records">
            {lines.map(({ seq, at, level, text }) => (
              <li key={seq} data-tone={LINE_TONES[level]}>
                <time class="figures quiet small" dateTime={at}>
                  {utcTime.exactly(Date.parse(at))}
                </time>{' '}
                <bdi>{text}</bdi>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
};
