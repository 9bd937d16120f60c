import { type DoorId, type EventId, type FacilityId, newCommandId, newEventId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { OwnCall } from '../../kit/http/endpoint.ts';
import type { KeptJson } from '../../kit/http/kept-object.ts';
import { goFirst, letOthersGo } from '../../kit/yield-to-event-loop.ts';
import type { Link } from '../../link/link.ts';
import type { EventsService } from '../../partner/events/events.service.ts';
import { partnerFault } from '../../partner/partners/partners.faults.ts';
import type { PartnerCaller, PartnersService } from '../../partner/partners/partners.service.ts';
import type { PlatformCaller } from '../../platform/users/platform-surface.ts';
import type { DoorsService } from '../../sites/doors/doors.service.ts';
import type { WarningsService } from '../../sites/warnings/warnings.service.ts';
import type { WebhooksService } from '../webhooks/webhooks.service.ts';
import { dryRunAnswer } from './dry-run-answer.ts';
import { type AttemptsAfter, finishedAttempts } from './finished-attempts.repo.ts';
import { replayed } from './replayed.ts';
import { createStaffUnlock, type StaffUnlock } from './staff-unlock.ts';
import { storedMetadata, storedUnlocks } from './stored-unlocks.ts';
import { failed, type UnlockAnswer } from './unlock-answer.ts';
import { refusedHere, sendCommand } from './unlock-command.ts';
import { COMMIT_GRACE, createUnlockLedger, KEY_LIFE, type NewAttempt } from './unlock-ledger.ts';
import { unlockMetadataRepo } from './unlock-metadata.repo.ts';
import { createMetadataKeeper } from './unlock-metadata.ts';
import { unlockTally } from './unlock-tally.ts';
import { unlockTiming } from './unlock-timing.ts';
import type { DryRunFailure } from './unlocks.ports.ts';
import { type AttemptSearch, unlocksRepo } from './unlocks.repo.ts';

export interface UnlockRequest {
  readonly doorId: DoorId;
  readonly facility_id?: unknown;
  readonly linking_identifier?: unknown;
  readonly member_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly full_name?: string | undefined;
  readonly check_in_id?: string | undefined;
  readonly source?: string | undefined;
  readonly idempotency_key?: string | undefined;
  readonly metadata?: KeptJson | undefined;
}

export interface UnlocksDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly link: Pick<Link, 'unlock'>;
  readonly doors: Pick<DoorsService, 'find' | 'findForPartner'>;
  readonly partners: Pick<PartnersService, 'facilityOf'>;
  readonly warnings: Pick<WarningsService, 'raise'>;
  readonly events: Pick<EventsService, 'add'>;
  readonly webhooks: Pick<WebhooksService, 'add'>;
  readonly dryRunFailure: (tx: Tx, keyId: string, doorId: DoorId) => Promise<DryRunFailure | undefined>;
  readonly log: { error(detail: unknown, message: string): void };
}
export type UnlocksService = ReturnType<typeof createUnlocksService>;
export interface Answered extends UnlockAnswer {
  /** The answer of an earlier request with the same idempotency key. */
  readonly replayed: boolean;
}

export const createUnlocksService = (deps: UnlocksDeps) => {
  const { db, clock, random, doors, partners } = deps;
  const ledger = createUnlockLedger(deps);
  const keepMetadata = createMetadataKeeper(deps);
  const unlockForStaff = createStaffUnlock(deps, ledger);

  const target = (caller: PartnerCaller, request: UnlockRequest) =>
    db.read(async (tx) => {
      const facility = await partners.facilityOf(tx, caller, request);
      const door = await doors.findForPartner(tx, facility.id, request.doorId);
      if (door === undefined) throw partnerFault('not_found', 'There is no such door for this integration.');
      return { facility, door };
    });

  const unlock = async (request: UnlockRequest, call: OwnCall<PartnerCaller>): Promise<Answered> => {
    const { caller } = call;
    const { facility, door } = await target(caller, request);
    call.at(facility.place);
    const dryRun = caller.keyType === 'dryrun';
    const eventId = newEventId(random, clock.wallMs());
    const ids = {
      eventId: dryRun ? uncheckedId<EventId>(eventId.replace('evt', 'dry')) : eventId,
      doorId: door.id,
      facilityId: facility.id,
    };
    const refusal = facility.enabled ? undefined : failed(ids, 'integration_not_enabled');
    if (dryRun) {
      const rehearsed = await db.read((tx) => deps.dryRunFailure(tx, caller.keyId, door.id));
      const refusedAnyway = refusal ?? refusedHere(ids, door, 'partner');
      return { ...dryRunAnswer(refusedAnyway, rehearsed, { ids, door, random }), replayed: false };
    }

    const timing = unlockTiming(door.config.confirmationTimeoutSeconds, call.header('prefer'));
    const attempt: NewAttempt = {
      ids,
      timing,
      commandId: refusal === undefined ? newCommandId(random, clock.wallMs()) : null,
      boxId: door.boxId ?? null,
      by: { kind: 'partner', caller, request },
      requestId: call.requestId,
      idempotencyKey: request.idempotency_key,
      // What happened stands, also where the integration is off by now; the refusal for that is nothing to be kept.
      claimsKey: refusal === undefined,
      deadlineAt: clock.wallMs() + timing.timeout + COMMIT_GRACE,
      keyExpiresAt: clock.wallMs() + KEY_LIFE,
    };
    const named = (outcome: string) => ({ outcome: outcome === 'unlocked' ? 'ok' : outcome });
    const asking = { write: call.write, named };
    const claim = await ledger.open(attempt, refusal ?? refusedHere(ids, door, 'partner'), asking);
    if (claim.kind === 'taken') return replayed(await letOthersGo(() => ledger.answerOf(claim.eventId)), call);
    // Beside the command: nobody at a door waits for it.
    const kept = keepMetadata(ids.eventId, caller, facility.id, request);
    const answer =
      claim.kind === 'answered'
        ? claim.answer
        : await ledger.settle(attempt, sendCommand(deps, door, attempt, call.startedMonoMs), asking);
    await kept;
    return { ...answer, replayed: false };
  };

  return {
    personalDataStore: storedUnlocks,
    metadataStore: storedMetadata,

    /**
     * Opens a door for a partner, and resolves with the one answer of this attempt. Throws 400 and 404 faults; every
     * other refusal is an answer. INVARIANTS: the key is claimed before anything is sent; an answer is given only after
     * it is on the disk; the answer on the disk is the one that everybody gets.
     */
    unlock: (request: UnlockRequest, call: OwnCall<PartnerCaller>): Promise<Answered> =>
      goFirst(() => unlock(request, call)),

    unlockForStaff: (request: StaffUnlock, call: OwnCall<PlatformCaller>): Promise<Answered> =>
      goFirst(() => unlockForStaff(request, call)),

    /** Attempts at a facility, newest first, after a place: for staff. */
    search: (
      tx: Tx,
      facilityId: FacilityId,
      by: AttemptSearch,
      {
        before,
        limit,
      }: { readonly before?: { readonly at: number; readonly id: string } | undefined; readonly limit: number },
    ) => unlocksRepo(tx).search(facilityId, by, before, limit),

    tally: unlockTally,

    /** Attempts in the order of their beginning, a piece at a time: for who counts them. */
    attemptsAfter: (tx: Tx, facilityId: FacilityId, asked: AttemptsAfter) => finishedAttempts(tx, facilityId, asked),

    /** Ends what a dead process left running, as the timeout that it is. */
    sweep: () => ledger.sweep(),

    forgetBefore: (tx: Tx, at: number, limit: number): Promise<number> => unlocksRepo(tx).forgetBefore(at, limit),
    forgetMetadataBefore: (tx: Tx, at: number, limit: number): Promise<number> =>
      unlockMetadataRepo(tx).forgetBefore(at, limit),

    /** Listens to the boxes' journals: a confirmation that comes after a timeout was answered is told to people. */
    factStored: ledger.factStored,
  };
};
