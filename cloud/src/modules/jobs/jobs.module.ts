import type { Module } from '../../http/module.ts';

export type { AnyJobKind, JobKind, JobRun } from './job-kind.ts';
export { type JobRunner, startJobRunner } from './job-runner.ts';
export { createJobsService, type JobsService } from './jobs.service.ts';

export const jobsModule = (): Module => ({
  name: 'jobs',
  owns: ['job', 'job_schedule'],
  faults: {},
  endpoints: [],
});
