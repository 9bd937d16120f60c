import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { BY_SAM, By } from '../../platform/users/actor-surface.ts';
import { OVERRIDE_STATES, shownState } from '../../sites/doors/doors.module.ts';
import type { LockdownsService } from './lockdowns.service.ts';

const State = z.enum(OVERRIDE_STATES).nullable();

/** A lockdown as staff read it: who ordered it, and what came of it at each door. */
export const LockdownView = z
  .object({
    lockdownId: z.string(),
    layer: z.enum(['door', 'scope', 'facility']),
    targetId: z.string().describe('The door, the access scope or the facility.'),
    reason: z.string().describe('Why it was begun. Empty while nobody has said.'),
    reasonBy: By.nullable().describe('Who said why afterwards. Null: it was said as it began, or nobody has yet.'),
    reasonAt: z.iso.datetime().nullable().describe('When that was said afterwards (UTC). Null likewise.'),
    seen: z
      .string()
      .describe('Changes when it is released, and when mode or lockdown of one of its doors change: for `ifSeen`.'),
    begunBy: By,
    begunAt: z.iso.datetime(),
    releasedBy: By.nullable(),
    releasedAt: z.iso.datetime().nullable(),
    releaseReason: z.string().nullable(),
    doors: z.array(
      z.object({
        doorId: z.string(),
        name: z.string().nullable(),
        lockedDown: z.boolean().describe('What the door’s box said last.'),
        wasLockedDown: z
          .boolean()
          .describe('Somebody had locked it down before, at the box or a panel: the release leaves that as it is.'),
        begin: State.describe(
          'What came of the override to begin, `pending` while the box has not said yet; null without a box.',
        ),
        release: State.describe(
          'What came of the override to end, likewise; null while there is none, and where another lockdown stands over the door.',
        ),
      }),
    ),
  })
  .meta({ id: 'Lockdown' });

export const A_DOOR_IN_LOCKDOWN: z.input<typeof LockdownView>['doors'][number] = {
  doorId: 'door_0123456789abcdef',
  name: 'Front door',
  lockedDown: true,
  wasLockedDown: false,
  begin: 'taken',
  release: null,
};
export const A_LOCKDOWN: z.input<typeof LockdownView> = {
  lockdownId: 'ldn_0123456789abcdef',
  layer: 'scope',
  targetId: 'scp_0123456789abcdef',
  reason: 'A person with a knife',
  reasonBy: null,
  reasonAt: null,
  seen: 'Xr2kT7wZ0bQmLd4a',
  begunBy: BY_SAM,
  begunAt: '2026-01-01T09:30:00.000Z',
  releasedBy: null,
  releasedAt: null,
  releaseReason: null,
  doors: [A_DOOR_IN_LOCKDOWN],
};
type Found = NonNullable<Awaited<ReturnType<LockdownsService['find']>>>;
export const viewOfLockdown = (row: Found): z.output<typeof LockdownView> => ({
  lockdownId: row.id,
  layer: row.layer,
  targetId: row.target_id,
  reason: row.reason,
  reasonBy: row.reason_by === null ? null : { kind: 'user', id: row.reason_by, name: row.reason_by_name },
  reasonAt: row.reason_at === null ? null : isoOf(row.reason_at),
  seen: row.seen,
  begunBy: { kind: 'user', id: row.begun_by, name: row.begun_by_name },
  begunAt: isoOf(row.begun_at),
  releasedBy: row.released_by === null ? null : { kind: 'user', id: row.released_by, name: row.released_by_name },
  releasedAt: row.released_at === null ? null : isoOf(row.released_at),
  releaseReason: row.release_reason,
  doors: row.doors.map(({ begin, release, ...door }) => ({
    ...door,
    begin: begin && shownState(begin),
    release: release && shownState(release),
  })),
});
