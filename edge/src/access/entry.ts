import { REASONS } from '@gatehouse/shared/access/reasons.ts';
import type { DoorId, EventId } from '@gatehouse/shared/ids/ids.ts';
import { newEventId } from '@gatehouse/shared/ids/ids.ts';
import { inBlocks, type RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { PASS_REASONS } from '@gatehouse/shared/pass/pass-reasons.ts';
import type { PinVerifier } from '@gatehouse/shared/snapshot/entries.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Doors, GrantRequest, GrantResult } from '../door/doors.ts';
import type { Journal } from '../journal/journal.ts';
import type { Log } from '../log.ts';
import type { EntryReason, EntryResult, Presented, PresentedPass, Question, Verdict } from './access.ts';
import type { Deciding } from './deciding.ts';
import { hashOf } from './find-person.ts';
import type { PassVerdict } from './pass-check.ts';
import type { createPinCheck } from './pin-check.ts';
import { PIN_REASONS } from './pin-reasons.ts';
import { strangerOf } from './pin-tries.ts';

const MESSAGES: Readonly<Record<Exclude<EntryReason, 'granted'>, { readonly member: string }>> = {
  ...REASONS,
  ...PIN_REASONS,
  ...PASS_REASONS,
  door_failed: { member: 'The door did not open. Please try again or ask the staff.' },
};
/** Who waits longer than this for their PIN to be checked may have gone, and somebody else stands at the door. */
const PIN_WITHIN_MS = Seconds(3);
/** What staff may see of an unknown credential's hash: enough to tell repeated tries apart. */
const HASH_SHOWN = 8;

export interface EntryDeps {
  readonly deciding: Deciding;
  readonly grant: Doors['grant'];
  readonly inLockdown: (doorId: DoorId) => boolean;
  readonly checkPin: ReturnType<typeof createPinCheck>;
  readonly judgePass: (text: string, question: Question<PresentedPass>) => PassVerdict & { readonly revision: number };
  readonly journal: Pick<Journal, 'record'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
}

type Granted = Extract<FactBody, { kind: 'access.granted' }>['data'];
type Denied = Extract<FactBody, { kind: 'access.denied' }>['data'];
type About = Pick<Granted, 'doorId' | 'entryId' | 'person' | 'by' | 'revision'>;

/** An entry from what is presented to the lock: decided, the door told, and stated as facts, which no door waits for. */
export const createEntry = (
  deps: EntryDeps,
): ((question: Question<Presented | PresentedPass>) => Promise<EntryResult>) => {
  const { deciding, journal, clock, log } = deps;
  const random = inBlocks(deps.random);

  const holdOf = (person: number | null): NonNullable<GrantRequest['hold']> =>
    person !== null && deciding.knowing((finder) => finder.rest(person)?.extended) ? 'extended' : 'normal';

  const record = (fact: FactBody) =>
    void journal
      .record(fact)
      .catch((error: unknown) => log.error({ err: error, kind: fact.kind }, 'An entry could not be journalled.'));

  const release = async ({ doorId, entryId, person }: About): Promise<Released> => {
    const startedMs = clock.monoMs();
    let outcome: ReturnType<typeof outcomeOf>;
    let tookMs: number;
    try {
      // Whoever was granted during a lockdown breaks glass; should one begin only now, the door itself refuses.
      const result = await deps.grant({ entryId, doorId, hold: holdOf(person), breakGlass: deps.inLockdown(doorId) });
      [outcome, tookMs] = [outcomeOf(result), result.tookMs];
    } catch (error) {
      log.error({ err: error, doorId }, 'A door failed at letting somebody in.');
      [outcome, tookMs] = ['interrupted', clock.monoMs() - startedMs];
    }
    record({ kind: 'access.released', data: { doorId, entryId, outcome, tookMs } });
    return outcome;
  };
  const granted = async (
    about: About,
    how: Pick<Granted, 'via' | 'clock' | 'stale' | 'source' | 'passId'>,
  ): Promise<EntryResult> => {
    const releasing = release(about);
    record({ kind: 'access.granted', data: { ...about, ...how } });
    // Whoever stands there is told what the lock did, and not what was decided.
    if (!OPENS.has(await releasing))
      return { entryId: about.entryId, granted: false, reason: 'door_failed', message: MESSAGES.door_failed.member };
    const { via, clock: flag } = how;
    return { entryId: about.entryId, granted: true, reason: 'granted', via, clock: flag, message: 'Welcome.' };
  };
  const denied = (
    about: About,
    reason: Exclude<EntryReason, 'granted'>,
    more: Pick<Denied, 'nextOpenS' | 'hash' | 'passId'> = {},
  ): EntryResult => {
    record({ kind: 'access.denied', data: { ...about, reason, ...more } });
    const { nextOpenS } = more;
    return {
      entryId: about.entryId,
      granted: false,
      reason,
      ...(nextOpenS !== undefined && { nextOpenS }),
      message: MESSAGES[reason].member,
    };
  };

  const presentPass = async (question: Question<PresentedPass>, entryId: EventId): Promise<EntryResult> => {
    const verdict = deps.judgePass(question.presented.text, question);
    const { revision, person, passId } = verdict;
    const about: About = { doorId: question.doorId, entryId, person, by: 'pass', revision };
    const named = passId === undefined ? {} : { passId };
    if (!verdict.granted) return denied(about, verdict.reason, named);
    return await granted(about, { via: 'pass', clock: verdict.clock, stale: verdict.stale, ...named });
  };

  const verifierOf = (person: number | null): PinVerifier | undefined =>
    person === null ? undefined : deciding.knowing((finder) => finder.rest(person)?.pin);
  const hashIn = ({ presented }: Question): string | undefined =>
    presented.kind === 'member'
      ? undefined
      : deciding.knowing((finder) => {
          const ground = finder.ground();
          return ground && hashOf(presented, ground);
        });
  const unknownHash = (question: Question): Pick<Denied, 'hash'> => {
    const hash = hashIn(question);
    return hash === undefined ? {} : { hash: hash.slice(0, HASH_SHOWN) };
  };
  /** Whose tries to count: also of a number that nobody has, or its being locked out never would tell so. */
  const triedBy = (question: Question, person: number | null): number | null => {
    const hash = person === null ? hashIn(question) : undefined;
    return hash === undefined ? person : strangerOf(hash);
  };
  const answer = async (question: Question, verdict: Verdict, entryId: EventId): Promise<EntryResult> => {
    const { decision, person, revision, nextOpenS } = verdict;
    const about: About = { doorId: question.doorId, entryId, person, by: question.presented.kind, revision };
    if (decision.allowed) {
      const { via, clock: flag, stale, source } = decision;
      return await granted(about, { via, clock: flag, stale, ...(source !== undefined && { source }) });
    }
    return denied(about, decision.reason, {
      ...(nextOpenS !== undefined && { nextOpenS: Math.max(0, Math.floor(nextOpenS)) }),
      ...(decision.reason === 'unknown_credential' && unknownHash(question)),
    });
  };

  /** With a PIN: that first, where the number alone is no credential, so that nobody learns who has a number. */
  const presentPin = async (question: Question, first: Verdict, entryId: EventId): Promise<EntryResult> => {
    const { presented, doorId } = question;
    const pin = presented.kind === 'member' ? undefined : presented.pin;
    const { person, revision, decision } = first;
    if (presented.kind === 'card' && !decision.allowed) return await answer(question, first, entryId);
    const message = MESSAGES.pin_needed.member;
    const again = { entryId, granted: false, reason: 'pin_needed', pinNeeded: true, message } as const;
    if (pin === undefined) return again;
    const verifier = verifierOf(person);
    const askedMs = clock.monoMs();
    const checked = await deps.checkPin({ pin, who: triedBy(question, person), verifier, doorId });
    const about: About = { doorId, entryId, person, by: presented.kind, revision };
    if (clock.monoMs() - askedMs > PIN_WITHIN_MS) return again;
    if (checked !== 'right') return denied(about, checked, person === null ? unknownHash(question) : {});
    // The check took its time: what counts is what the box knows, and what the door is, now.
    const now = deciding.decideAt(question);
    const same = now.person === person && verifierOf(person)?.key === verifier?.key;
    return same ? await answer(question, now, entryId) : denied({ ...about, revision: now.revision }, 'pin_wrong');
  };

  return async (question) => {
    const entryId = newEventId(random, clock.wallMs());
    const { presented } = question;
    if (presented.kind === 'pass') return await presentPass({ ...question, presented }, entryId);
    const asked = { ...question, presented };
    const verdict = deciding.decideAt(asked);
    const asksPin = verdict.pinAsked || presented.kind === 'short_id';
    return asksPin && isAboutPerson(verdict)
      ? await presentPin(asked, verdict, entryId)
      : await answer(asked, verdict, entryId);
  };
};

/** Whether the answer could be another one for another person: else it says nothing about anybody, and needs no PIN. */
const isAboutPerson = ({ revision, decision }: Verdict): boolean =>
  revision > 0 && decision.reason !== 'maintenance_force_closed';

const OPENS = new Set<Released>(['unlocked', 'commanded', 'open_already']);

type Released = Extract<FactBody, { kind: 'access.released' }>['data']['outcome'];
const outcomeOf = (result: GrantResult): Released => {
  switch (result.outcome) {
    case 'unlocked':
    case 'commanded':
    case 'open_already':
      return result.outcome;
    case 'fault':
      return result.reason;
    case 'refused':
      return result.reason === 'unknown_door' || result.reason === 'door_unavailable' ? 'unavailable' : result.reason;
  }
};
