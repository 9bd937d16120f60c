import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { DoorOverride, OverrideState } from './door-override.ts';

/** How overrides stand, as staff read it. `open` would be read as the door's own state. */
export const OVERRIDE_STATES = ['pending', 'taken', 'refused', 'superseded', 'lapsed'] as const;
export const shownState = (state: OverrideState): (typeof OVERRIDE_STATES)[number] =>
  state === 'open' ? 'pending' : state;

/** An override as staff read it: what was asked for, and what came of it. */
export const OverrideView = z
  .object({
    overrideId: z.string(),
    kind: z.enum(['maintenance', 'lockdown']),
    doorId: z.string(),
    state: z
      .enum(OVERRIDE_STATES)
      .describe(
        '`pending`: the box has not said yet. `taken`: it is in force. `refused`: the box had another state by then. `superseded`: a later override stands for it, or its door was wired anew or went to another box meanwhile. `lapsed`: a force-open that no box took within 60 seconds.',
      ),
    mode: z.enum(['off', 'force-open', 'force-closed']).optional().describe('Of a maintenance.'),
    until: z.iso.datetime().nullable().optional().describe('When the maintenance ends; null without an end.'),
    active: z.boolean().optional().describe('Of a lockdown: whether it begins or ends one.'),
    by: z.string(),
    reason: z.string(),
    seen: z.int().describe('The generation that it was made looking at.'),
    madeAt: z.iso.datetime(),
    settledAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'DoorOverride' });

export const viewOfOverride = (override: DoorOverride): z.output<typeof OverrideView> => ({
  overrideId: override.overrideId,
  kind: override.kind,
  doorId: override.doorId,
  state: shownState(override.state),
  ...(override.kind === 'maintenance'
    ? { mode: override.mode, until: override.untilMs === null ? null : isoOf(override.untilMs) }
    : { active: override.active }),
  by: override.by,
  reason: override.reason,
  seen: override.seen,
  madeAt: isoOf(override.madeAtMs),
  settledAt: override.settledAtMs === null ? null : isoOf(override.settledAtMs),
});

const LONGEST_WAIT_S = 10;

/** How long a caller wants to wait for what the box says (RFC 7240, `Prefer: wait=N`): not at all unless told. */
export const waitOf = (prefer: string | undefined) => {
  const requested = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,4})"?(?:$|[,;\s])/i.exec(prefer ?? '')?.[1];
  return Seconds(Math.min(LONGEST_WAIT_S, Number(requested ?? 0)));
};
