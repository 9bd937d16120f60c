import { z } from 'zod';
import type { Made } from '../../kit/modules/make-modules.ts';
import type { JobKind } from './job-kind.ts';

/** Tells somebody of what has happened. They are places of their own: one that hangs keeps no other work from its turn. */
export const afterwardsJob = ({ kind, hear }: Made<unknown>['afterwards'][number]): JobKind<readonly unknown[]> => ({
  name: kind,
  payload: z.array(z.unknown()),
  atOnce: 2,
  run: async (what) => void (await hear(...what)),
});
