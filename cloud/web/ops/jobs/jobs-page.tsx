import { useState } from 'preact/hooks';
import type { Job } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { utcTime } from '../../kit/facility-time.ts';
import { Choice, TextFilter, useFilters } from '../../kit/filters.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { doorLabels } from '../../words/doors-en.ts';
import { jobWords } from '../../words/platform-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { PlainPage } from '../frame/plain-page.tsx';

const A_PAGE = 50;
const MOST = 200;
const EVERY_MS = 5_000;
const STATES = ['dead', 'running', 'queued', 'done'] as const;
const TONES: Readonly<Record<Job['state'], string>> = { queued: 'calm', running: 'calm', done: 'calm', dead: 'alarm' };

/** What the cloud does beside requests, and what of it was given up. */
export const JobsPage = () => {
  const { ask } = useConsole();
  const { values, set } = useFilters();
  const [limit, setLimit] = useState(A_PAGE);
  const state = STATES.find((known) => known === values.state);
  const { kind } = values;
  const query = useQuery({
    queryKey: ['jobs', state, kind, limit],
    queryFn: ({ signal }) => ask('GET /api/admin/jobs', { query: { state, kind, limit } }, { signal }),
    refetchInterval: EVERY_MS,
    placeholderData: (before) => before,
  });
  return (
    <PlainPage title={jobWords.title} more={jobWords.more}>
      <div class="filters">
        <Choice
          label={jobWords.which}
          value={state ?? ''}
          options={[['', jobWords.all], ...STATES.map((known) => [known, jobWords.states[known]] as const)]}
          onChoice={(chosen) => set({ state: chosen })}
        />
        <TextFilter label={jobWords.kind} value={kind ?? ''} onText={(text) => set({ kind: text })} />
      </div>
      <Answered query={query} what={jobWords.looking}>
        {({ data, next, counts }) => (
          <section class="panel stack" aria-label={jobWords.title}>
            <p class="facts">
              {STATES.map((known) => (
                <span key={known} class="fact" data-tone={counts[known] > 0 ? TONES[known] : 'calm'}>
                  {jobWords.counted(known, counts[known])}
                </span>
              ))}
            </p>
            {data.length === 0 && <Empty title={jobWords.none}>{jobWords.noneMore}</Empty>}
            <ol class="records">
              {data.map((job) => (
                <OneJob key={job.jobId} job={job} />
              ))}
            </ol>
            {next !== null && limit < MOST && (
              <button type="button" onClick={() => setLimit(Math.min(MOST, limit + A_PAGE))}>
                {doorLabels.older}
              </button>
            )}
          </section>
        )}
      </Answered>
    </PlainPage>
  );
};

const OneJob = ({ job }: { readonly job: Job }) => {
  const ago = useAgo();
  const { kind, key, state, attempt, dueAt, leasedBy, lastError, createdAt, finishedAt } = job;
  return (
    <li>
      <div class="record-head">
        <code>{kind}</code>
        {key !== null && <bdi class="quiet small">{key}</bdi>}
        <span class="fact" data-tone={TONES[state]}>
          {jobWords.states[state]}
        </span>
        <span class="quiet small">
          {jobWords.attempts(attempt)}
          {state === 'queued' && ` · ${jobWords.due(utcTime.exactly(Date.parse(dueAt)))}`}
          {leasedBy !== null && ` · ${jobWords.leased(leasedBy)}`}
          {finishedAt !== null && ` · ${jobWords.ended(ago(finishedAt))}`}
        </span>
        <time class="figures quiet small" dateTime={createdAt}>
          {utcTime.exactly(Date.parse(createdAt))}
        </time>
      </div>
      {lastError !== null && (
        <p class="problem">
          <bdi>{lastError}</bdi>
        </p>
      )}
      {state === 'dead' && <GivenUp job={job} />}
    </li>
  );
};

const GivenUp = ({ job: { jobId } }: { readonly job: Job }) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const done = async (said: string): Promise<void> => {
    announcer.say(said);
    await queries.invalidateQueries({ queryKey: ['jobs'] });
  };
  const retry = () =>
    run(async () => {
      await ask('POST /api/admin/jobs/{jobId}/retry', { path: { jobId } });
      await done(jobWords.retried);
    });
  const discard = () =>
    run(async () => {
      await ask('POST /api/admin/jobs/{jobId}/discard', { path: { jobId } });
      await done(jobWords.discarded);
    });
  return (
    <>
      <div class="buttons">
        <button type="button" aria-disabled={busy} onClick={() => void retry()}>
          {jobWords.retry}
        </button>
        <ConfirmButton
          label={jobWords.discard}
          more={jobWords.discardMore}
          busy={busy}
          onConfirmed={() => void discard()}
        />
      </div>
      {error !== undefined && <Failed error={error} />}
    </>
  );
};
