import { type DoorId, type FacilityId, newCommandId, newEventId } from '@gatehouse/shared/ids/ids.ts';
import type { AuditOutcome, OwnCall } from '../../kit/http/endpoint.ts';
import { letOthersGo } from '../../kit/yield-to-event-loop.ts';
import type { PlatformCaller } from '../../platform/users/platform-surface.ts';
import { doorsFault } from '../../sites/doors/doors.faults.ts';
import { seenOf } from '../../sites/doors/doors.module.ts';
import { replayed } from './replayed.ts';
import { seenChanged } from './unlock-answer.ts';
import { refusedHere, sendCommand } from './unlock-command.ts';
import { COMMIT_GRACE, KEY_LIFE, type NewAttempt, type UnlockLedger } from './unlock-ledger.ts';
import { unlockTiming } from './unlock-timing.ts';
import type { Answered, UnlocksDeps } from './unlocks.service.ts';

/** As the audit has them: with the status of their answer, where it is not the usual one. */
const SUCCESSES: ReadonlyMap<string, AuditOutcome> = new Map([
  ['unlocked', { outcome: 'ok' }],
  ['commanded', { outcome: 'ok', status: 202 }],
]);

export interface StaffUnlock {
  readonly facilityId: FacilityId;
  readonly doorId: DoorId;
  readonly reason?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** The tag of the door's mode and lockdown that was looked at. */
  readonly ifSeen?: string | undefined;
}

/**
 * Opens a door because somebody of staff says so, in their name: recorded, timed, confirmed and repeated as a partner's unlock
 * is. Any door of the facility, also one that nothing can confirm. Throws a fault for an unknown door; every other refusal is
 * an answer.
 */
export const createStaffUnlock =
  (deps: UnlocksDeps, ledger: UnlockLedger) =>
  async ({ facilityId, doorId, ...request }: StaffUnlock, call: OwnCall<PlatformCaller>): Promise<Answered> => {
    const { db, clock, random, doors } = deps;
    const door = await db.read((tx) => doors.find(tx, facilityId, doorId));
    if (door === undefined) throw doorsFault('door_unknown', `There is no door ${doorId} at this facility.`);
    const ids = { eventId: newEventId(random, clock.wallMs()), doorId: door.id, facilityId };
    const isUnseen = request.ifSeen !== undefined && request.ifSeen !== seenOf(door);
    const timing = unlockTiming(door.config.confirmationTimeoutSeconds, call.header('prefer'));
    const attempt: NewAttempt = {
      ids,
      timing,
      commandId: isUnseen ? null : newCommandId(random, clock.wallMs()),
      boxId: door.boxId ?? null,
      by: { kind: 'staff', userId: call.caller.user.id, keyId: call.caller.keyId ?? '', reason: request.reason },
      requestId: call.requestId,
      idempotencyKey: request.idempotencyKey,
      // A key keeps what came of an attempt. Who looks again and asks again may do so by the same one.
      claimsKey: !isUnseen,
      deadlineAt: clock.wallMs() + timing.timeout + COMMIT_GRACE,
      keyExpiresAt: clock.wallMs() + KEY_LIFE,
    };
    const asking = { write: call.write, named: (outcome: string) => SUCCESSES.get(outcome) ?? { outcome } };
    const refusal = isUnseen ? seenChanged(ids, door) : refusedHere(ids, door, 'staff');
    const claim = await ledger.open(attempt, refusal, asking);
    if (claim.kind === 'answered') return { ...claim.answer, replayed: false };
    if (claim.kind === 'taken') return replayed(await letOthersGo(() => ledger.answerOf(claim.eventId)), call);
    const answer = sendCommand(deps, door, attempt, call.startedMonoMs);
    return { ...(await ledger.settle(attempt, answer, asking)), replayed: false };
  };
