import { MaintenanceMode } from '@gatehouse/shared/door/door-config.ts';
import { Fault } from '@gatehouse/shared/fault/fault.ts';
import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { Doors } from '../door/doors.ts';
import type { Handler } from './answers.ts';
import { OWNER } from './identify.ts';
import { panelFault } from './panel.faults.ts';
import type { staffPost } from './posts.ts';

const Seen = z.int('Name the state of the door that you saw.').nonnegative();
const Door = z.string('Name the door.').pipe(DoorId);
const Reason = z.string('Say why.').trim().max(200, 'A reason has 200 characters at most.').default('');
const SAY_WHY = 'Say why: everybody who finds the door so can read it.';

const MaintenanceBody = z
  .strictObject({
    doorId: Door,
    mode: z.enum(MaintenanceMode.options, 'Choose what the door does.'),
    untilMs: z.int('Choose an end.').nonnegative().nullable(),
    reason: Reason,
    seen: Seen,
  })
  .refine(({ mode, reason }) => mode === 'off' || reason !== '', { path: ['reason'], error: SAY_WHY });

const LockdownBody = z
  .strictObject({
    doors: z
      .array(z.strictObject({ doorId: Door, seen: Seen }))
      .min(1, 'Name a door.')
      .max(64),
    active: z.boolean('Say whether it begins or ends.'),
    reason: Reason,
  })
  .refine(({ active, reason }) => !active || reason !== '', { path: ['reason'], error: SAY_WHY });

const FireBody = z.strictObject({ doorId: Door });

export interface DoorPostsDeps {
  readonly doors: Pick<Doors, 'setMaintenance' | 'setLockdown' | 'resetFire'>;
  readonly post: ReturnType<typeof staffPost>;
}

/**
 * What staff do to doors. Everybody may set maintenance and begin a lockdown; a manager ends one and resets a fire release.
 * Each change names the state that was seen, and is refused where somebody was faster.
 */
export const doorPosts = ({ doors, post }: DoorPostsDeps): Readonly<Record<string, Handler>> => ({
  'POST /maintenance': post({ body: MaintenanceBody }, async (change, { who }) => ({
    maintenance: await doors.setMaintenance({ ...change, by: who.name }),
  })),

  'POST /lockdown': post({ body: LockdownBody }, async ({ doors: wanted, active, reason }, { who }) => {
    if (!active && who.role !== 'manager')
      throw panelFault('panel.manager_only', 'Only a manager may end a lockdown. Ask one to sign in.');
    // Who holds the PIN of the box is nobody by name.
    const named = !active && who.staffId !== OWNER.staffId ? { manager: true } : {};
    const refused: Fault[] = [];
    const done: string[] = [];
    for (const { doorId, seen } of wanted) {
      try {
        await doors.setLockdown({ doorId, active, by: who.name, reason, seen, ...named });
        done.push(doorId);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        refused.push(error);
      }
    }
    const [first] = refused;
    if (first !== undefined && done.length === 0) throw first;
    return { done, refused: refused.map(({ code, message }) => ({ error: code, message })) };
  }),

  'POST /fire-reset': post({ body: FireBody, role: 'manager' }, ({ doorId }, { who }) =>
    doors.resetFire(doorId, who.name),
  ),
});
