import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import { question } from '../../kit/modules/ports.ts';
import type { AnyJobKind } from './job-kind.ts';

/** When the first thing that is still known happened here: ms since 1970. */
export const oldestKnown = question<() => Promise<number | undefined>>('jobs.oldestKnown');

/** For what a module lists in `jobs`: something that is done again and again (five fields, UTC), and needs to be told nothing. */
export const onSchedule = (name: string, cron: string, run: (signal: AbortSignal) => Promise<unknown>): AnyJobKind => ({
  name,
  cron,
  payload: z.strictObject({}),
  backOff: () => Minutes(1),
  run: async (_payload, { signal }) => void (await run(signal)),
});
