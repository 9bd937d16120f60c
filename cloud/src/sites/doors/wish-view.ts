import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { Wish, WishState } from './wishes.ts';

/** How wishes stand, as staff read it. `open` would be read as the door's own state. */
export const WISH_STATES = ['pending', 'taken', 'refused', 'superseded', 'lapsed'] as const;
export const shownState = (state: WishState): (typeof WISH_STATES)[number] => (state === 'open' ? 'pending' : state);

/** A wish as staff read it: what was asked for, and what came of it. */
export const WishView = z
  .object({
    wishId: z.string(),
    kind: z.enum(['maintenance', 'lockdown']),
    doorId: z.string(),
    state: z
      .enum(WISH_STATES)
      .describe(
        '`pending`: the box has not said yet. `taken`: it is in force. `refused`: the box had another state by then. `superseded`: a later wish stands for it, or its door was wired anew or went to another box meanwhile. `lapsed`: a force-open that no box took within 60 seconds.',
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
  .meta({ id: 'DoorWish' });

export const viewOfWish = (wish: Wish): z.output<typeof WishView> => ({
  wishId: wish.wishId,
  kind: wish.kind,
  doorId: wish.doorId,
  state: shownState(wish.state),
  ...(wish.kind === 'maintenance'
    ? { mode: wish.mode, until: wish.untilMs === null ? null : isoOf(wish.untilMs) }
    : { active: wish.active }),
  by: wish.by,
  reason: wish.reason,
  seen: wish.seen,
  madeAt: isoOf(wish.madeAtMs),
  settledAt: wish.settledAtMs === null ? null : isoOf(wish.settledAtMs),
});

const LONGEST_WAIT_S = 10;

/** How long a caller wishes to wait for what the box says (RFC 7240, `Prefer: wait=N`): not at all unless told. */
export const waitOf = (prefer: string | undefined) => {
  const wished = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,4})"?(?:$|[,;\s])/i.exec(prefer ?? '')?.[1];
  return Seconds(Math.min(LONGEST_WAIT_S, Number(wished ?? 0)));
};
