import { z } from 'zod';
import { reply } from '../../kit/http/endpoint.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { facilityParams, holdsHere, installerReadsAtDesk } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { doorsFaults } from '../../sites/doors/doors.faults.ts';
import { A_STANDING, DoorStanding, ifSeen } from '../../sites/doors/doors.module.ts';
import { walkTestsFault, walkTestsFaults } from '../../sites/walk-tests/walk-tests.faults.ts';
import type { WalkTestsService } from '../../sites/walk-tests/walk-tests.service.ts';
import { WAIT_IN_WORDS } from './unlock-timing.ts';
import { replayMark, staffUnlockFaults, unlockFailure } from './unlocks.faults.ts';
import type { UnlocksService } from './unlocks.service.ts';

interface Deps {
  readonly unlocks: Pick<UnlocksService, 'unlockForStaff'>;
  readonly walkTests: Pick<WalkTestsService, 'isUnderWay'>;
}

const ids = { doorId: z.string(), facilityId: z.string(), eventId: z.string() };

const StaffUnlocked = z
  .object({
    status: z.enum(['unlocked', 'commanded']).describe('`commanded`: the door has nothing that could see its lock.'),
    ...ids,
    commandId: z.string(),
    holdTimeSeconds: z.int(),
    confirmedAt: z.iso.datetime().optional().describe('When physical evidence had seen the lock unlocked.'),
    confirmedBy: z.enum(['lock-sense', 'relay-contact']).optional().describe('Which evidence that was.'),
  })
  .meta({ id: 'StaffUnlocked' });

const StaffUnlockFailed = z
  .object({
    status: z.literal('failed'),
    reason: z.string().describe('Why, in one word. More may be added: tolerate ones that you do not know.'),
    ...ids,
    message: z.string(),
    request_id: z.string(),
    mode: z.enum(['force-open', 'force-closed']).optional().describe('With maintenance_mode_active.'),
    until: z.iso.datetime().nullable().optional().describe('When the maintenance ends; null when nobody said.'),
    current: DoorStanding.optional().describe('How the door stands. With seen_changed.'),
  })
  .meta({ id: 'StaffUnlockFailed' });

const EXAMPLE_IDS = {
  doorId: 'door_0123456789abcdef',
  facilityId: 'fac_0123456789abcdef',
  eventId: 'evt_0123456789abcdef',
};
const failedBody = (reason: keyof typeof staffUnlockFaults) => ({
  schema: StaffUnlockFailed,
  example: {
    status: 'failed',
    reason,
    ...EXAMPLE_IDS,
    message: staffUnlockFaults[reason].title,
    request_id: 'req_0123456789abcdef',
  },
});

const unseen = failedBody('seen_changed');
const seenChangedUnlock = { ...unseen, example: { ...unseen.example, current: A_STANDING } };

export const unlockForStaff = platformEndpoint<Deps>()({
  id: 'unlocks.unlock',
  method: 'POST',
  unit: 'own',
  path: '/api/access-control/:facilityId/doors/:doorId/unlock',
  tool: { offer: 'A token for `unlock` is for this alone, and the door locks again by itself.' },
  summary: 'Unlock a door',
  description:
    'Opens one door now in the caller’s own name, for its hold time, with the timing and the answers of a partner’s unlock: 200 only after evidence independent of the relay has seen the lock unlocked. A door that has no such evidence is commanded and answered 202. A lockdown (`door_under_lockdown`) and a maintenance mode (`maintenance_mode_active`) are answered 409: staff end those first. With `ifSeen`, what was looked at is compared before either (412). `Prefer: wait=N` shortens the wait, not below 2 seconds. `Idempotency-Key`, the caller’s own for this door, gives the same answer for 24 hours, failures too, and moves nothing. Who installs doors there unlocks those of a walk test that is under way (`walk_test_needed`).',
  gate: installerReadsAtDesk,
  act: 'unlock',
  hot: true,
  ownIdempotency: true,
  prefersWait: WAIT_IN_WORDS,
  params: z.object({ ...facilityParams, doorId: z.string().max(120).describe('The door.').brand<'DoorId'>() }),
  body: z
    .strictObject({
      reason: z.string().trim().min(1).max(200).optional().describe('Why, for the record.'),
      ifSeen,
    })
    .meta({ id: 'StaffUnlockRequest' }),
  examples: {
    params: { facilityId: EXAMPLE_IDS.facilityId, doorId: EXAMPLE_IDS.doorId },
    body: { reason: 'A delivery' },
    success: {
      status: 'unlocked',
      ...EXAMPLE_IDS,
      commandId: 'cmd_0123456789abcdef',
      holdTimeSeconds: 5,
      confirmedAt: '2026-01-01T09:30:00.412Z',
      confirmedBy: 'lock-sense',
    },
  },
  success: {
    status: 200,
    description: 'The lock was seen unlocked.',
    schema: StaffUnlocked,
    also: { status: 202, description: 'The relay was driven; nothing can see the lock of this door.' },
  },
  faults: {
    ...staffUnlockFaults,
    door_unknown: doorsFaults.door_unknown,
    walk_test_needed: walkTestsFaults.walk_test_needed,
  },
  faultBodies: {
    maintenance_mode_active: failedBody('maintenance_mode_active'),
    seen_changed: seenChangedUnlock,
    door_under_lockdown: failedBody('door_under_lockdown'),
    device_offline: failedBody('device_offline'),
    unlock_confirmation_timeout: failedBody('unlock_confirmation_timeout'),
    relay_fault: failedBody('relay_fault'),
  },
  audit: { event: 'door.unlock_by_staff', target: ({ params }) => params.doorId },
  handle: async ({ unlocks, walkTests }, { params, body }, call) => {
    const { facilityId, doorId } = params;
    const isStaff = holdsHere(call.caller, 'facility-staff');
    if (!isStaff && !(await call.read((tx) => walkTests.isUnderWay(tx, facilityId, doorId))))
      throw walkTestsFault('walk_test_needed', 'Begin a walk test of this door’s box: it is unlocked to be tried.');
    const idempotencyKey = keyOf(call.header('idempotency-key'));
    const answer = await unlocks.unlockForStaff({ facilityId, doorId, ...body, idempotencyKey }, call);
    const own = inOwnWords(answer.body);
    if (answer.outcome === 'unlocked' || answer.outcome === 'commanded')
      return reply(own as z.output<typeof StaffUnlocked>, replayMark(answer), answer.status);
    throw unlockFailure(answer.outcome, own, answer);
  },
});

/** As everywhere on this API. */
const keyOf = (sent: string | undefined): string | undefined => {
  if (sent !== undefined && !/^[\x21-\x7e]{1,120}$/.test(sent))
    throw kitFault('invalid_request', 'Idempotency-Key: must be 1 to 120 printable characters without spaces.');
  return sent;
};

/** Answers are stored as partners read them; this API has its fields in camel case. */
const inOwnWords = (body: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_all, c: string) => c.toUpperCase()),
      value,
    ]),
  );
