import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { discardJob, type JobsEndpointsDeps, listJobs, retryJob } from './jobs.endpoints.ts';
import { jobsFaults } from './jobs.faults.ts';

export { type AnyJobKind, type JobKind, type JobRun, Later } from './job-kind.ts';
export type { QueueTime } from './job-queue.repo.ts';
export { type JobRunner, startJobRunner } from './job-runner.ts';
export { jobCommands } from './jobs.control.ts';
export { createJobsService, type JobsService } from './jobs.service.ts';

export const jobsModule = (deps: JobsEndpointsDeps): Module => ({
  name: 'jobs',
  owns: ['job', 'job_schedule'],
  faults: jobsFaults,
  endpoints: [mount(listJobs, deps), mount(retryJob, deps), mount(discardJob, deps)],
});
