import type { KeyObject } from 'node:crypto';
import { isExpired } from '@gatehouse/shared/access/age.ts';
import type { Ask } from '@gatehouse/shared/access/ask.ts';
import type { ClockFlag } from '@gatehouse/shared/access/decision.ts';
import type { AccessPolicy } from '@gatehouse/shared/access/facility-facts.ts';
import type { DenyReason } from '@gatehouse/shared/access/reasons.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { type OutagePass, readPass } from '@gatehouse/shared/pass/outage-pass.ts';
import { isOfPhone, isStepNow, readShown, type ShownPass } from '@gatehouse/shared/pass/pass-code.ts';
import type { PassReason } from '@gatehouse/shared/pass/pass-reasons.ts';
import type { PassUses } from './pass-uses.ts';

/** When, and at which door, a pass is shown: the same words as of any other question. */
export type PassAsk = Pick<Ask, 'doorIndex' | 'fromS' | 'toS' | 'clock' | 'snapshotAgeS' | 'door'>;

/** Somebody whom the box knows of: their number, and why they are kept out, if they are. */
export interface PassHolder {
  readonly person: number;
  readonly denyReason: Extract<DenyReason, 'banned' | 'member_disabled' | 'access_blocked'> | undefined;
}

/** What the box knows that a pass is held against: of one snapshot, with the bans of this box. */
export interface PassGround {
  readonly facilityId: FacilityId;
  readonly keyFor: (kid: string) => KeyObject | undefined;
  readonly isRevoked: (passId: string) => boolean;
  readonly policy: Pick<AccessPolicy, 'uncertainClock' | 'staleAfterS' | 'expiredAfterS'>;
  /** Whom the keyed hash of a member is of. */
  readonly findMember: (hash: string) => PassHolder | undefined;
}

type Reason = PassReason | DenyReason;
interface About {
  /** Absent for what is no pass of this facility's. */
  readonly passId?: string;
  /** The person's number; null for somebody whom this box has not heard of. */
  readonly person: number | null;
}
export type PassVerdict =
  | (About & {
      readonly granted: true;
      readonly passId: string;
      readonly clock: ClockFlag;
      readonly stale: boolean;
    })
  | (About & { readonly granted: false; readonly reason: Reason });

/**
 * Judges what a phone shows, with no network. A pass that is genuine shows a code: that code counts once at this box, whatever
 * comes of it. A use is on the disk before the answer is yes, in the same turn of the event loop as the check, so of two that
 * show the same code one gets in. In this order: readable and signed, facility, revoked, time, doors, code, uses, who it is,
 * lockdown, force-closed, age of the snapshot.
 */
export const createPassCheck = (deps: {
  readonly ground: () => PassGround | undefined;
  readonly uses: PassUses;
}): ((text: string, ask: PassAsk) => PassVerdict) => {
  /** Counts the code, and the use too where nothing is against it. Resolves with what is against it at last. */
  const count = (
    { step }: ShownPass,
    { passId, untilS }: OutagePass,
    fromS: number,
    judge: (used: number) => Reason | undefined,
  ): Reason | undefined => {
    const before = deps.uses.find(passId);
    if (before === 'unreadable') return 'pass_not_kept';
    if (step <= (before?.lastStep ?? -1)) return 'pass_code_old';
    const used = before?.used ?? 0;
    const reason = judge(used);
    if (before === undefined) deps.uses.forgetBefore(fromS);
    const kept = deps.uses.keep(passId, { used: reason === undefined ? used + 1 : used, lastStep: step, untilS });
    return kept === 'stored' ? reason : (reason ?? 'pass_not_kept');
  };

  return (text, ask) => {
    const ground = deps.ground();
    const shown = readShown(text);
    const pass = ground && shown && readPass(shown.jws, ground.keyFor);
    if (ground === undefined || shown === undefined || pass === undefined)
      return { granted: false, reason: 'pass_unreadable', person: null };
    const holder = ground.findMember(pass.member);
    const time = timeOf(pass, ask, ground);
    const reason =
      unfit(pass, ask, ground, time) ??
      (isCodeOfNow(shown, pass, ask) ? undefined : 'pass_code_old') ??
      count(shown, pass, ask.fromS, (used) =>
        used >= pass.uses ? 'pass_used_up' : (holder?.denyReason ?? closedBy(ask, ground)),
      );
    const about = { passId: pass.passId, person: holder?.person ?? null };
    if (reason !== undefined || time.clock === undefined)
      return { ...about, granted: false, reason: reason ?? 'clock_untrusted' };
    return { ...about, granted: true, clock: time.clock, stale: !(ask.snapshotAgeS <= ground.policy.staleAfterS) };
  };
};

/** What is wrong with a genuine pass, whoever shows it. */
const unfit = (pass: OutagePass, ask: PassAsk, ground: PassGround, time: Time): Reason | undefined => {
  if (pass.facilityId !== ground.facilityId) return 'pass_elsewhere';
  if (ground.isRevoked(pass.passId)) return 'pass_revoked';
  if (time.clock === undefined) return time.reason;
  return pass.doors.includes(ask.doorIndex) ? undefined : 'pass_elsewhere';
};

const isCodeOfNow = (shown: ShownPass, pass: OutagePass, ask: PassAsk): boolean =>
  isStepNow(shown.step, ask) && isOfPhone(shown, pass);

/** What closes the door to passes as to everybody without a break-glass grant. */
const closedBy = (ask: PassAsk, { policy }: PassGround): DenyReason | undefined => {
  const { door } = ask;
  if (door.lockdown !== false) return 'lockdown';
  if (door.maintenance !== 'off' && door.maintenance !== 'force-open') return 'maintenance_force_closed';
  return isExpired(policy, ask) ? 'snapshot_too_old' : undefined;
};

type Time =
  | { readonly clock: ClockFlag }
  | { readonly clock: undefined; readonly reason: 'pass_not_yet' | 'pass_expired' | 'clock_untrusted' };

/** Whether it is the pass's time: at every time that it could be now, or, by a lenient policy, at any. */
const timeOf = ({ fromS: begins, untilS: ends }: OutagePass, ask: PassAsk, { policy }: PassGround): Time => {
  const { fromS, toS, clock } = ask;
  if (!(fromS <= toS && toS >= begins)) return { clock: undefined, reason: 'pass_not_yet' };
  if (!(fromS < ends)) return { clock: undefined, reason: 'pass_expired' };
  const throughout = fromS >= begins && toS < ends;
  if (clock === 'trusted' && throughout) return { clock };
  if (policy.uncertainClock === 'strict') return { clock: undefined, reason: 'clock_untrusted' };
  if (throughout) return { clock: 'uncertain' };
  if (policy.uncertainClock === 'lenient') return { clock: 'lenient' };
  return { clock: undefined, reason: fromS < begins ? 'pass_not_yet' : 'pass_expired' };
};
