import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { BoxId, CommandId, EventId } from '@gatehouse/shared/ids/ids.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Hours, Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { type AuditOutcome, decided, type OwnCall, undecided } from '../../kit/http/endpoint.ts';
import type { FactListener } from '../../link/link.ports.ts';
import type { PartnerCaller } from '../../partner/partners/partners.service.ts';
import { NOBODY } from '../../platform/retention/personal-data.ports.ts';
import { failed, type UnlockAnswer, type UnlockIds } from './unlock-answer.ts';
import { metadataInRow } from './unlock-metadata.ts';
import { createUnlockNews } from './unlock-news.ts';
import type { UnlockTiming } from './unlock-timing.ts';
import { unlocksRepo } from './unlocks.repo.ts';
import type { UnlockRequest, UnlocksDeps } from './unlocks.service.ts';

/** Who asks: a partner for one of its members, or somebody of staff in their own name. */
export type AskedBy =
  | { readonly kind: 'partner'; readonly caller: PartnerCaller; readonly request: UnlockRequest }
  | { readonly kind: 'staff'; readonly userId: string; readonly keyId: string; readonly reason: string | undefined };

/** An attempt as it is opened: everything that is known before the door is asked. */
export interface NewAttempt {
  readonly ids: UnlockIds;
  readonly timing: UnlockTiming;
  readonly commandId: CommandId | null;
  readonly boxId: BoxId | null;
  readonly by: AskedBy;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  /** Whether the attempt takes a free key. One that does not still gets the answer of whoever took it. */
  readonly claimsKey: boolean;
  readonly deadlineAt: number;
  readonly keyExpiresAt: number;
}

export type Opened =
  | { readonly kind: 'mine' }
  | { readonly kind: 'answered'; readonly answer: UnlockAnswer }
  | { readonly kind: 'taken'; readonly eventId: EventId };

/** The request that an attempt is of: its units, and what the audit calls an outcome. */
export interface Asking {
  readonly write: OwnCall['write'];
  readonly named: (outcome: string) => AuditOutcome;
}

/** Past the answer's own deadline a result may still be on its way to the disk. */
export const COMMIT_GRACE = Seconds(1);
export const KEY_LIFE = Hours(24);
/** How often a twin on another replica looks whether the result is there. */
const LOOK_EVERY = Milliseconds(50);

export type UnlockLedger = ReturnType<typeof createUnlockLedger>;

/** The record of unlock attempts: claim first, one answer each, the same for everybody who asks. */
export const createUnlockLedger = (deps: Pick<UnlocksDeps, 'db' | 'clock' | 'warnings' | 'events' | 'webhooks'>) => {
  const { db, clock, warnings } = deps;
  /** Attempts that this process runs, so that a twin here need not look in the database. */
  const running = new Map<string, Promise<UnlockAnswer>>();
  const tell = createUnlockNews(deps);

  /** Writes the answer if the attempt has none yet. Resolves with the one that stands. */
  const finish = async (tx: Tx, eventId: EventId, answer: UnlockAnswer): Promise<UnlockAnswer> => {
    const repo = unlocksRepo(tx);
    const finished_at = clock.wallMs();
    const row = await repo.finish(eventId, { finished_at, outcome: answer.outcome, answer: JSON.stringify(answer) });
    if (row === undefined) return storedAnswer((await repo.find(eventId))?.answer ?? null);
    await tell.finished(tx, row, answer);
    return answer;
  };

  const expire = (eventId: EventId): Promise<UnlockAnswer> =>
    db.write(async (tx) => {
      const row = await unlocksRepo(tx).find(eventId);
      if (row === undefined) throw new Bug('an idempotency key of no attempt');
      const ids = { eventId, doorId: row.door_id, facilityId: row.facility_id };
      return finish(tx, eventId, failed(ids, 'unlock_confirmation_timeout'));
    });

  return {
    /** Claims the key, unless somebody has, and records the attempt, already with its answer if there is one, in one unit. */
    open: (attempt: NewAttempt, refusal: UnlockAnswer | undefined, { write, named }: Asking): Promise<Opened> =>
      write<Opened>(async (tx) => {
        const repo = unlocksRepo(tx);
        const taken = await claimKey(tx, attempt, clock.wallMs());
        if (taken !== undefined) {
          await warnReuse(tx, attempt, taken);
          return undecided({ kind: 'taken', eventId: taken.event_id });
        }
        await repo.insert(rowOf(attempt, clock.wallMs()));
        if (refusal === undefined) return undecided({ kind: 'mine' });
        await finish(tx, attempt.ids.eventId, refusal);
        return decided({ kind: 'answered', answer: refusal }, named(refusal.outcome));
      }),

    /** Waits for the command's answer and commits it. A twin that ran out of patience may have been first. */
    settle: (attempt: NewAttempt, command: Promise<UnlockAnswer>, { write, named }: Asking): Promise<UnlockAnswer> => {
      const settled = command.then((answer) =>
        write(async (tx) => {
          const standing = await finish(tx, attempt.ids.eventId, answer);
          return decided(standing, named(standing.outcome));
        }),
      );
      running.set(attempt.ids.eventId, settled);
      const forget = () => void running.delete(attempt.ids.eventId);
      settled.then(forget, forget);
      return settled;
    },

    /** The answer of an attempt that somebody else runs or ran, on this replica, another, or one that died. */
    answerOf: async (eventId: EventId): Promise<UnlockAnswer> => {
      const here = running.get(eventId);
      if (here !== undefined) return here;
      for (;;) {
        const row = await db.read((tx) => unlocksRepo(tx).find(eventId));
        if (row !== undefined && row.answer !== null) return storedAnswer(row.answer);
        if (row === undefined || clock.wallMs() >= row.deadline_at) return expire(eventId);
        await sleep(clock, LOOK_EVERY);
      }
    },

    sweep: async (): Promise<number> => {
      const overdue = await db.read((tx) => unlocksRepo(tx).overdue(clock.wallMs()));
      for (const { event_id } of overdue) await expire(event_id);
      await db.write((tx) => unlocksRepo(tx).pruneKeys(clock.wallMs()));
      return overdue.length;
    },

    factStored: (async (tx, boxId, _facilityId, fact) => {
      if (fact.body.kind !== 'unlock.confirmed') return;
      const at = fact.clockTrusted ? fact.wallMs : clock.wallMs();
      const row = await unlocksRepo(tx).markConfirmed({ commandId: fact.body.data.commandId, boxId, at });
      if (row?.outcome === 'unlock_confirmation_timeout') await tell.confirmedLate(tx, row, at);
    }) satisfies FactListener,
  };

  async function claimKey(tx: Tx, attempt: NewAttempt, now: number) {
    if (attempt.idempotencyKey === undefined) return undefined;
    const key = {
      owner_id: attempt.by.kind === 'partner' ? attempt.by.caller.partnerId : attempt.by.userId,
      facility_id: attempt.ids.facilityId,
      door_id: attempt.ids.doorId,
      idempotency_key: attempt.idempotencyKey,
    };
    const repo = unlocksRepo(tx);
    if (!attempt.claimsKey) return repo.holderOf(key, now);
    if (await repo.claimKey({ ...key, event_id: attempt.ids.eventId, expires_at: attempt.keyExpiresAt }, now))
      return undefined;
    const holder = await repo.holderOf(key, now);
    if (holder === undefined) throw new Bug('a claimed key without an attempt');
    return holder;
  }

  async function warnReuse(
    tx: Tx,
    { by, ids, requestId }: NewAttempt,
    { event_id: eventId, member_id }: { event_id: string; member_id: string | null },
  ): Promise<void> {
    // Of somebody who was erased meanwhile nobody knows whether it was another: no feed is to name them for that.
    if (by.kind === 'staff' || member_id === by.request.member_id || member_id === NOBODY) return;
    await warnings.raise(tx, {
      kind: 'idempotency_key_reused',
      facilityId: ids.facilityId,
      subject: ids.doorId,
      message: `${by.caller.partnerName} used the key of ${eventId} again for another member: the first answer was given, and no door moved.`,
      partner: {
        id: by.caller.partnerId,
        message: `The idempotency key of ${eventId} came again for another member: the first answer was given, and no door moved.`,
        fields: {
          door_id: ids.doorId,
          event_id: eventId,
          member_id: by.request.member_id,
          request_id: requestId,
        },
      },
    });
  }
};

const storedAnswer = (text: string | null): UnlockAnswer => {
  if (text === null) throw new Bug('a finished attempt without an answer');
  return JSON.parse(text) as UnlockAnswer;
};

const rowOf = ({ ids, by, ...attempt }: NewAttempt, now: number) => ({
  event_id: ids.eventId,
  command_id: attempt.commandId,
  facility_id: ids.facilityId,
  door_id: ids.doorId,
  box_id: attempt.boxId,
  request_id: attempt.requestId,
  ...(by.kind === 'partner' ? ofPartner(by) : ofStaff(by)),
  idempotency_key: attempt.idempotencyKey ?? null,
  started_at: now,
  deadline_at: attempt.deadlineAt,
  finished_at: null,
  outcome: null,
  answer: null,
  journal_confirmed_at: null,
});

const ofPartner = ({ caller, request }: Extract<AskedBy, { kind: 'partner' }>) => ({
  partner_id: caller.partnerId,
  key_id: caller.keyId,
  member_id: request.member_id,
  first_name: request.first_name,
  last_name: request.last_name,
  full_name: request.full_name ?? `${request.first_name} ${request.last_name}`.trim(),
  check_in_id: request.check_in_id ?? null,
  source: request.source ?? null,
  metadata: metadataInRow(request.metadata),
  user_id: null,
  reason: null,
});

const ofStaff = ({ userId, keyId, reason }: Extract<AskedBy, { kind: 'staff' }>) => ({
  partner_id: null,
  key_id: keyId,
  member_id: null,
  first_name: null,
  last_name: null,
  full_name: null,
  check_in_id: null,
  source: null,
  metadata: null,
  user_id: userId,
  reason: reason ?? null,
});
