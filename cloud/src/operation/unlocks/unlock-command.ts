import type { CommandId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { UnlockOutcome } from '@gatehouse/shared/wire/unlock.ts';
import { letOthersGo } from '../../kit/yield-to-event-loop.ts';
import type { Link, LinkAnswer, UnlockOrder } from '../../link/link.ts';
import type { Door } from '../../sites/doors/door-view.ts';
import {
  commanded,
  failed,
  inMaintenance,
  lockedDown,
  type UnlockAnswer,
  type UnlockIds,
  unlocked,
} from './unlock-answer.ts';
import type { NewAttempt } from './unlock-ledger.ts';

export interface CommandDeps {
  readonly clock: Clock;
  readonly link: Pick<Link, 'unlock'>;
}

/** What can be known without asking the box: it is asked only when nothing here speaks against it. */
export const refusedHere = (ids: UnlockIds, door: Door, asker: 'partner' | 'staff'): UnlockAnswer | undefined => {
  if (door.lockdown.active || door.lockdownAwaited) return lockedDown(ids, asker);
  if (door.maintenance.mode !== 'off') return inMaintenance(ids, door.maintenance);
  return door.online && door.boxId !== undefined ? undefined : failed(ids, 'device_offline');
};

/** Within `goFirst`: asks the box of the door, and resolves with what its caller is answered. */
export const sendCommand = async (
  { clock, link }: CommandDeps,
  door: Door,
  { ids, timing, commandId, by }: NewAttempt,
  startedMonoMs: number,
): Promise<UnlockAnswer> => {
  const { timeout, latestStart } = timing;
  const spent = clock.monoMs() - startedMonoMs;
  if (door.boxId === undefined || commandId === null) return failed(ids, 'device_offline');
  const origin: UnlockOrder['origin'] = by.kind;
  const order: UnlockOrder = {
    commandId,
    eventId: ids.eventId,
    boxId: door.boxId,
    facilityId: door.facilityId,
    doorId: door.id,
    origin,
    startWithinMs: latestStart - spent,
    answerWithinMs: timeout - spent,
  };
  const answer = await letOthersGo(() => link.unlock(order));
  return toAnswer({ ids, commandId, origin, nowMs: clock.wallMs() }, answer);
};

interface Asked {
  readonly ids: UnlockIds;
  readonly commandId: CommandId;
  readonly origin: UnlockOrder['origin'];
  readonly nowMs: number;
}

const toAnswer = (asked: Asked, answer: LinkAnswer): UnlockAnswer => {
  if (answer.kind === 'not_sent') return failed(asked.ids, 'device_offline');
  if (answer.kind === 'no_answer') return failed(asked.ids, 'unlock_confirmation_timeout');
  return fromOutcome(asked, answer.outcome);
};

const fromOutcome = ({ ids, commandId, origin, nowMs }: Asked, outcome: UnlockOutcome): UnlockAnswer => {
  switch (outcome.outcome) {
    case 'unlocked': {
      const { holdSeconds, confirmedBy } = outcome;
      return unlocked(ids, { commandId, holdSeconds, confirmedBy, confirmedAtMs: nowMs });
    }
    // To a partner it is a door that lost its evidence since it was looked at: nothing saw the lock, so nothing is confirmed.
    case 'commanded':
      return origin === 'staff'
        ? commanded(ids, { commandId, holdSeconds: outcome.holdSeconds })
        : failed(ids, 'unlock_confirmation_timeout');
    case 'fault':
      return outcome.reason === 'board_lost'
        ? failed(ids, 'relay_fault', {
            message: 'The relay board did not answer: it is not known whether the lock moved.',
          })
        : failed(ids, 'relay_fault');
    case 'refused':
      if (outcome.reason === 'lockdown') return lockedDown(ids, origin);
      if (outcome.reason === 'maintenance')
        return inMaintenance(ids, { mode: outcome.mode ?? 'force-closed', untilMs: outcome.untilMs ?? null });
      return outcome.reason === 'expired' || outcome.reason === 'repeated'
        ? failed(ids, 'unlock_confirmation_timeout')
        : failed(ids, 'device_offline');
  }
};
