import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { tagOf } from '../../kit/http/tag-of.ts';
import type { Door } from './door-view.ts';
import { doorsFault } from './doors.faults.ts';

type Standing = Pick<Door, 'maintenance' | 'lockdown' | 'lockdownAwaited'>;
const ByStaff = { by: z.string().nullable(), reason: z.string().nullable(), generation: z.int() };

/** What staff have decided about a door, as a refusal shows it to whoever looked at something older. */
export const DoorStanding = z
  .object({
    seen: z.string().describe('The tag of all of this: what `ifSeen` names.'),
    maintenance: z.object({
      mode: z.enum(['off', 'force-open', 'force-closed']),
      until: z.iso.datetime().nullable(),
      ...ByStaff,
    }),
    lockdown: z.object({
      active: z.boolean(),
      ...ByStaff,
      awaited: z.boolean().describe('A lockdown was ordered, and the box has not said yet that it took it.'),
    }),
  })
  .meta({ id: 'DoorStanding' });

export const A_STANDING: z.input<typeof DoorStanding> = {
  seen: 'mJ0wR5oXq1cVtYb2',
  maintenance: { mode: 'off', until: null, by: null, reason: null, generation: 4 },
  lockdown: { active: true, by: 'Kim Example', reason: 'A person with a knife', generation: 1, awaited: false },
};

/** An optional member of requests for a door: what its caller looked at. */
export const ifSeen = z
  .string()
  .min(1)
  .max(64)
  .optional()
  .describe(
    'The `seen` that you looked at. Refused with 412 and how it is now where mode or lockdown have changed since; without it, nothing is compared.',
  );

/**
 * A tag of a door's mode and lockdown: equal for equal ones, on every replica, and the same whatever else happens at the
 * door. Generations count only of what stands, so that a box that confirms what has ended by itself changes nothing.
 */
export const seenOf = ({ maintenance: { mode, untilMs, generation }, lockdown, lockdownAwaited }: Standing): string =>
  tagOf([
    mode === 'off' ? [mode] : [mode, untilMs, generation],
    lockdown.active ? lockdown.generation : null,
    lockdownAwaited,
  ]);

export const standingOf = (door: Standing): z.output<typeof DoorStanding> => {
  const { maintenance, lockdown } = door;
  return {
    seen: seenOf(door),
    maintenance: {
      mode: maintenance.mode,
      until: maintenance.untilMs === null ? null : isoOf(maintenance.untilMs),
      by: maintenance.by,
      reason: maintenance.reason,
      generation: maintenance.generation,
    },
    lockdown: {
      active: lockdown.active,
      by: lockdown.by,
      reason: lockdown.reason,
      generation: lockdown.generation,
      awaited: door.lockdownAwaited,
    },
  };
};

/** The body of a refusal that shows `current`; one for all that take `ifSeen`. */
export const seenChangedBody = <Current extends z.ZodType<object>>(current: Current, now: z.input<Current>) => ({
  schema: z.object({
    error: z.literal('seen_changed'),
    message: z.string(),
    current: current.describe('How it stands now.'),
  }),
  example: { error: 'seen_changed', message: SEEN_CHANGED, current: now },
});
export const SEEN_CHANGED = 'Mode or lockdown have changed since you looked: nothing was done.';

/** Throws 412, with how it is now, where the caller looked at another state than this. */
export const refuseUnseen = (ifSeen: string | undefined, current: { readonly seen: string }): void => {
  if (ifSeen === undefined || ifSeen === current.seen) return;
  throw doorsFault('seen_changed', SEEN_CHANGED, { body: { error: 'seen_changed', message: SEEN_CHANGED, current } });
};
