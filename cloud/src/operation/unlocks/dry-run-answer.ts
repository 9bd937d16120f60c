import { newCommandId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Door } from '../../sites/doors/door-view.ts';
import { failed, inMaintenance, type UnlockAnswer, type UnlockIds } from './unlock-answer.ts';
import type { DryRunFailure } from './unlocks.ports.ts';

/** What a dryrun key is answered: what refuses a live one too, what it rehearses, or that the door would have been asked. */
export const dryRunAnswer = (
  refusal: UnlockAnswer | undefined,
  rehearsed: DryRunFailure | undefined,
  { ids, door, random }: { readonly ids: UnlockIds; readonly door: Door; readonly random: RandomBytes },
): UnlockAnswer => {
  const failure = refusal ?? (rehearsed && failureOf(ids, rehearsed));
  if (failure !== undefined) return { ...failure, body: { ...failure.body, 'dry-run': true } };
  return {
    outcome: 'unlocked',
    status: 200,
    body: {
      status: 'unlocked',
      'dry-run': true,
      door_id: ids.doorId,
      facility_id: ids.facilityId,
      event_id: ids.eventId,
      command_id: newCommandId(random).replace('cmd', 'dry'),
      hold_time_seconds: door.config.holdSeconds,
    },
  };
};

/** As the same failure of a box is answered, without the wait for it. */
const failureOf = (ids: UnlockIds, { scenario, untilMs }: DryRunFailure): UnlockAnswer => {
  switch (scenario) {
    case 'offline':
      return failed(ids, 'device_offline');
    case 'jam':
      return failed(ids, 'relay_fault');
    case 'slow_confirmation':
      return failed(ids, 'unlock_confirmation_timeout');
    case 'maintenance':
      return inMaintenance(ids, { mode: 'force-closed', untilMs });
    case 'integration_not_enabled':
      return failed(ids, 'integration_not_enabled');
  }
};
