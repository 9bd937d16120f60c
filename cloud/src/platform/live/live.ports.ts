import type { Tx } from '../../kit/db/unit-of-work.ts';
import { topicsFor } from '../../kit/live/topic.ts';
import { question } from '../../kit/modules/ports.ts';
import { platformSurface } from '../users/platform-surface.ts';

/** Declares a topic whose gate is of the platform API. */
export const platformTopic = topicsFor(platformSurface);

/**
 * Says that what a topic shows has changed, once the unit at hand commits; without one at once. Whoever watches it is told sooner
 * for it, and would be within a second anyway.
 */
export const liveChanged = question<(tx: Tx | undefined, topic: string, key: string) => void>(
  'live.changed',
  () => undefined,
);
