import { inBlocks } from '@gatehouse/shared/ids/random.ts';
import { serveTopic } from '../../kit/live/topic.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { answer, toOutbox } from '../../kit/modules/ports.ts';
import { liveChanged } from '../live/live.ports.ts';
import { retentionPolicy, YEAR } from '../retention/retention.ports.ts';
import { clockJumpGuard } from './clock-jump-guard.ts';
import type { AnyJobKind } from './job-kind.ts';
import type { QueueTime } from './job-queue.repo.ts';
import { jobCommands } from './jobs.control.ts';
import { discardJob, listJobs, retryJob } from './jobs.endpoints.ts';
import { jobsFaults } from './jobs.faults.ts';
import { oldestKnown } from './jobs.ports.ts';
import { createJobsService } from './jobs.service.ts';
import { jobsTopic, jobTopic } from './jobs.topic.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** What due times of jobs go by: the clock unless told otherwise. */
    readonly jobTime?: QueueTime;
  }
  interface ModuleParts<Deps> {
    /** What runs beside requests. */
    readonly jobs?: (deps: Deps) => readonly AnyJobKind[];
  }
}

export { afterwardsJob } from './afterwards.job.ts';
export { type AnyJobKind, type JobKind, type JobRun, RetryLater } from './job-kind.ts';
export type { QueueTime } from './job-queue.repo.ts';
export { type JobRunner, startJobRunner } from './job-runner.ts';
export type { JobsService } from './jobs.service.ts';

export const jobsModule = defineModule('jobs', {
  owns: {
    job: 'never',
    job_schedule: 'never',
  },
  faults: jobsFaults,
  asks: { oldestKnown, liveChanged },
  create: ({ db, clock, jobTime, random, log, oldestKnown, liveChanged }) => {
    const jobs = createJobsService({
      db,
      clock,
      time: jobTime ?? clock,
      random: inBlocks(random),
      changed: liveChanged,
    });
    return { jobs, guardedFromClockJumps: clockJumpGuard({ clock, jobs, oldest: oldestKnown, log }) };
  },
})({
  endpoints: [listJobs, retryJob, discardJob],
  topics: (deps) => [serveTopic(jobTopic, deps), serveTopic(jobsTopic, deps)],
  retention: ({ jobs }) => [
    retentionPolicy('dead_job', 'jobs whose last attempt failed', [7, 90, YEAR], jobs.forgetDeadBefore),
    retentionPolicy('done_job', 'jobs that are done', [1, 7, 90], jobs.forgetDoneBefore),
  ],
  answers: ({ jobs }) => [answer(toOutbox, jobs.enqueue)],
  operator: jobCommands,
});
