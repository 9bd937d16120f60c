import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import type { JobKind } from '../../platform/jobs/jobs.module.ts';
import { type CardEvents, LOOK } from './card-events.ts';
import { CHARGE, type Topups } from './topups.ts';

/** Looks into what the provider said has happened. */
export const lookJob = (cardEvents: Pick<CardEvents, 'look'>): JobKind<{ readonly eventId: string }> => ({
  name: LOOK,
  payload: z.strictObject({ eventId: z.string().max(255) }),
  // Longer than a provider may think.
  lease: Minutes(2),
  atOnce: 2,
  // The provider may be away for a day.
  attempts: 40,
  run: ({ eventId }) => cardEvents.look(eventId),
});

/** Asks for the money of a card that was left for that. Where there is no answer, the reconciler goes on. */
export const chargeJob = (topups: Pick<Topups, 'look'>): JobKind<{ readonly attemptId: string }> => ({
  name: CHARGE,
  payload: z.strictObject({ attemptId: z.string().max(64) }),
  lease: Minutes(2),
  atOnce: 2,
  attempts: 40,
  run: async ({ attemptId }) => void (await topups.look(attemptId)),
});
