import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { z } from 'zod';
import { reply } from '../../kit/http/endpoint.ts';
import { keptObject } from '../../kit/http/kept-object.ts';
import { withheld } from '../../kit/http/shown-fields.ts';
import { facilityLinkFields } from '../../partner/partners/partner-link.ts';
import { partnerEndpoint } from '../../partner/partners/partner-surface.ts';
import { partnersFaults } from '../../partner/partners/partners.faults.ts';
import { WAIT_IN_WORDS } from './unlock-timing.ts';
import { replayMark, unlockFailure, unlocksFaults } from './unlocks.faults.ts';
import type { UnlocksService } from './unlocks.service.ts';

interface Deps {
  readonly unlocks: Pick<UnlocksService, 'unlock'>;
}

const name = (max: number) => z.string().trim().min(1).max(max);
/** Kept as sent, to the space: it has to name what the same text names elsewhere. */
const identifier = (max: number) => z.string().min(1).max(max);

const UnlockBody = z
  .object({
    ...facilityLinkFields,
    member_id: withheld(identifier(120)).describe('Your identifier of the person, for the record.'),
    first_name: withheld(name(120)),
    last_name: withheld(z.string().trim().max(120)).describe('Empty for who has none.'),
    full_name: withheld(name(250)).optional().describe('First and last name joined, unless given.'),
    check_in_id: withheld(identifier(120)).optional().describe('For your own correlation.'),
    source: withheld(identifier(120)).optional().describe('Where the request comes from, such as an app or a kiosk.'),
    idempotency_key: withheld(identifier(200))
      .optional()
      .describe('The same key for this door within 24 hours gives the same answer and moves nothing.'),
    metadata: keptObject()
      .optional()
      .describe(
        'Kept with the record of the unlock; beyond 16 384 characters of JSON beside it, for as long as the facility’s platform keeps such.',
      ),
  })
  .meta({ id: 'UnlockRequest' });

const Unlocked = z
  .object({
    status: z.literal('unlocked'),
    door_id: z.string(),
    facility_id: z.string(),
    event_id: z.string(),
    command_id: z.string(),
    hold_time_seconds: z.int(),
    confirmed_at: z.iso.datetime().optional().describe('When physical evidence had seen the lock unlocked.'),
    confirmed_by: z.enum(['lock-sense', 'relay-contact']).optional().describe('Which evidence that was.'),
    'dry-run': z.literal(true).optional().describe('Only for a dryrun key: nothing was sent to the door.'),
  })
  .meta({ id: 'Unlocked' });

const Failed = z
  .object({
    status: z.literal('failed'),
    reason: z.string().describe('Why, in one word. More may be added: tolerate ones that you do not know.'),
    door_id: z.string(),
    facility_id: z.string(),
    event_id: z.string(),
    message: z.string(),
    request_id: z.string(),
    mode: z.enum(['force-open', 'force-closed']).optional().describe('With maintenance_mode_active.'),
    until: z.iso.datetime().nullable().optional().describe('When the maintenance ends; null when nobody said.'),
    'dry-run': z.literal(true).optional(),
  })
  .meta({ id: 'UnlockFailed' });

/** The unlock's own reasons answer the `failed` object; everything before them the plain error. */
const failedBody = (reason: keyof typeof unlocksFaults) => ({
  schema: Failed,
  example: {
    status: 'failed',
    reason,
    door_id: 'door_0123456789abcdef',
    facility_id: 'fac_0123456789abcdef',
    event_id: 'evt_0123456789abcdef',
    message: unlocksFaults[reason].title,
    request_id: 'req_0123456789abcdef',
  },
});

export const unlockDoor = partnerEndpoint<Deps>()({
  id: 'doors.unlock',
  method: 'POST',
  unit: 'own',
  path: '/partner/v1/access-control/doors/:door_id/unlock',
  summary: 'Unlock a door',
  description:
    'Opens one door now, for its configured hold time, and answers 200 only after evidence independent of the relay has seen the lock unlocked. Your system decides who may enter; Gatehouse checks the key, the facility, the door and its state. A command that is not confirmed in time has expired on the box before you are told so. `Prefer: wait=N` shortens the wait, not below 2 seconds. Send an `idempotency_key` and repeat the request with it if an answer gets lost; use a new key after a 409, 502, 503 or 504 that you received.',
  gate: { key: 'write' },
  hot: true,
  ownIdempotency: true,
  prefersWait: WAIT_IN_WORDS,
  params: z.object({
    door_id: z.string().max(120).describe('The door, by the `door_id` of the list.').brand<'DoorId'>(),
  }),
  body: UnlockBody,
  examples: {
    params: { door_id: 'door_0123456789abcdef' },
    body: {
      facility_id: 'fac_0123456789abcdef',
      member_id: 'M-1001',
      first_name: 'Ada',
      last_name: 'Byron',
      idempotency_key: 'visit-2026-01-01-0001',
    },
    success: {
      status: 'unlocked',
      door_id: 'door_0123456789abcdef',
      facility_id: 'fac_0123456789abcdef',
      event_id: 'evt_0123456789abcdef',
      command_id: 'cmd_0123456789abcdef',
      hold_time_seconds: 5,
      confirmed_at: '2026-01-01T09:30:00.412Z',
      confirmed_by: 'lock-sense',
    },
  },
  success: { status: 200, description: 'The lock was seen unlocked.', schema: Unlocked },
  faults: {
    ...unlocksFaults,
    not_found: partnersFaults.not_found,
  },
  faultBodies: {
    integration_not_enabled: failedBody('integration_not_enabled'),
    maintenance_mode_active: failedBody('maintenance_mode_active'),
    device_offline: failedBody('device_offline'),
    unlock_confirmation_timeout: failedBody('unlock_confirmation_timeout'),
    relay_fault: failedBody('relay_fault'),
  },
  audit: { event: 'door.unlock', target: ({ params }) => params.door_id },
  handle: async ({ unlocks }, { params, body }, call) => {
    const answer = await unlocks.unlock({ ...body, doorId: params.door_id }, call);
    const { outcome, body: answered } = answer;
    if (outcome === 'unlocked') return reply(answered as z.output<typeof Unlocked>, replayMark(answer));
    if (outcome === 'commanded') throw new Bug('a partner was told of an unlock that nothing has seen');
    throw unlockFailure(outcome, answered, answer);
  },
});
