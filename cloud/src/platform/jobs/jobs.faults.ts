import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const jobsFaults = defineFaults({
  job_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such job',
    help: 'There is no job with this id. Jobs that are done are forgotten after a few days, and discarded ones at once.',
  },
  job_not_dead: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'This job is not dead',
    help: 'Only a job whose last attempt failed can be retried or discarded by hand. The others are tried again by themselves.',
  },
  job_key_taken: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'There is an open job for the same thing',
    help: 'Since this job died, another one for the same thing was put into the queue. Wait for that one, and discard this one.',
  },
});
export const jobsFault = faultsOf(jobsFaults);
