import { RefusedError } from '../../client/request-errors.ts';

export const SETTINGS = ['settings'];
/** What another linking method breaks: of no use once that is the one. */
export const BREAKS = ['linking-breaks'];

/** Whether what was looked at is not so any more. */
export const hasMovedOn = (error: unknown): boolean => error instanceof RefusedError && error.refusal.status === 412;
