import type { Location } from '@gatehouse/shared/access/ask.ts';
import type { ClockFlag, Decision, Via } from '@gatehouse/shared/access/decision.ts';
import type { Explanation } from '@gatehouse/shared/access/explanation.ts';
import type { DenyReason } from '@gatehouse/shared/access/reasons.ts';
import type { DoorId, EventId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { PassReason } from '@gatehouse/shared/pass/pass-reasons.ts';
import type { CredentialKind, StaffEntry } from '@gatehouse/shared/snapshot/entries.ts';
import type { AccessMark } from '@gatehouse/shared/wire/beacon.ts';
import type { PossibleTime } from '../clock/clock-trust.ts';
import type { PinReason } from './pin-reasons.ts';

/** What somebody makes themselves known by, as a reader or an app gives it. A short id counts only with its PIN. */
export type Presented =
  | { readonly kind: 'card'; readonly text: string; readonly pin?: string | undefined }
  | { readonly kind: 'short_id'; readonly text: string; readonly pin?: string | undefined }
  | { readonly kind: 'member'; readonly memberId: string; readonly partnerId?: PartnerId | undefined };

/** An outage pass, as a phone shows it. */
export interface PresentedPass {
  readonly kind: 'pass';
  readonly text: string;
}

/** Somebody at a door. `location` is asked for only where they ask by an app. */
export interface Question<What = Presented> {
  readonly doorId: DoorId;
  readonly presented: What;
  readonly via: 'reader' | 'app';
  readonly location?: Location | undefined;
}

/** What the rules say, by one revision of the snapshot, and at the door's state of the moment. PINs are not looked at. */
export interface Verdict {
  readonly decision: Decision;
  /** The person's number at the facility; null for nobody known. */
  readonly person: number | null;
  /** The revision that decided; 0 before there is a snapshot. */
  readonly revision: number;
  /** Whether what was presented counts only with the person's PIN. */
  readonly pinAsked: boolean;
  /** Unix seconds of the next opening, where it is denied for the hour only. */
  readonly nextOpenS: number | undefined;
}

/** `door_failed`: it was granted, and the lock was not released, or not seen to move. */
export type EntryReason = 'granted' | 'door_failed' | DenyReason | PinReason | PassReason;

/** What to tell the person at the door. */
export interface EntryResult {
  readonly entryId: EventId;
  readonly granted: boolean;
  readonly reason: EntryReason;
  readonly via?: Via | 'pass';
  readonly clock?: ClockFlag;
  /** Unix seconds. */
  readonly nextOpenS?: number;
  /** Ask for the PIN and present again. Nothing was denied yet. */
  readonly pinNeeded?: true;
  /** In plain words. */
  readonly message: string;
}

/** `none`: no snapshot yet. `stale`: it still decides, and warns. `expired`: only break-glass grants open. */
export type Staleness = 'none' | 'fresh' | 'stale' | 'expired';

export interface AccessStanding {
  readonly epoch: string | null;
  readonly revision: number;
  readonly hash: string | null;
  readonly entries: number;
  /** Since the cloud last said that this is the newest, in ms; null before there is a snapshot. */
  readonly ageMs: number | null;
  readonly staleness: Staleness;
  /** It is past the facility's limit, and still decides for a while because the box does not know the time. */
  readonly stretched: boolean;
  /** The release of the time-zone tables that decide. */
  readonly zonesRelease: string | null;
  /** The newest revision that the cloud has told of. */
  readonly newest: number | null;
  /** Whether a snapshot is being pulled, and the last thing that went wrong with it. */
  readonly pulling: boolean;
  readonly trouble: string | null;
  /** Bans from this box that no snapshot says yet. */
  readonly bans: number;
}

/** Somebody whom the box knows, as far as it does. */
export interface KnownPerson {
  readonly person: number;
  /** Sealed: `openName` opens it with the facility's name key. */
  readonly name: string | undefined;
  /** What they may present, by kind. */
  readonly credentials: readonly CredentialKind[];
  readonly hasPin: boolean;
  /** By the snapshot, or by a ban of this box that no snapshot says yet. */
  readonly banned: boolean;
}

/** An explanation of what the box would decide now. `decision` is what `decideAt` says to the same question. */
export interface EntryExplanation extends Explanation {
  readonly person: number | null;
  readonly revision: number;
  readonly pinAsked: boolean;
}

/** What the box knows of who may enter: the facility's snapshot, kept on its own disk, and decided by with no network. */
export interface Access {
  /** What the rules say, now. Reads one revision; opens nothing and records nothing. */
  decideAt(question: Question): Verdict;
  /**
   * The same with every rule that was looked at. Undefined before there is a snapshot. `atS` asks for that moment instead, in
   * Unix seconds: by today's rules, and with the door as it is now.
   */
  explainAt(question: Question, atS?: number): EntryExplanation | undefined;
  /**
   * Decides, opens the door if the answer is yes, and states the facts. Resolves once the decision is made and, where it is
   * granted, it is known what the lock did. Rejects for nothing but a bug.
   */
  present(question: Question<Presented | PresentedPass>): Promise<EntryResult>;
  standing(): AccessStanding;
  /** When now is, as decisions take it: the same moment twice where the clock is trusted. */
  possibleTime(): PossibleTime;
  /** Which snapshot the doors enforce, as a beacon says it; undefined before there is one. */
  mark():
    | { readonly epoch: string; readonly revision: number; readonly hash: string; readonly ageMs: number }
    | undefined;
  /** The cloud's word in answer to a beacon sent at `sentMonoMs`: what is newest. Equal: fresh from then. Newer: pulled. */
  confirm(newest: AccessMark | undefined, sentMonoMs: number): void;
  /** The cloud says that there is a revision. */
  nudged(revision: number): void;
  /** Pulls now, and again if something asked for it meanwhile. Never rejects. */
  pull(): Promise<void>;
  /** Who may sign in at the panel. */
  staff(): readonly (StaffEntry & { readonly staffId: string })[];
  person(person: number): KnownPerson | undefined;
  /** The partners whose members the snapshot knows, by the names that the facility gave them. */
  sources(): readonly { readonly partnerId: PartnerId; readonly name: string }[];
  /** Keeps a person out from now on, with or without the cloud, until a snapshot says the same. Resolves when it is on record; a `Fault` where it counts here and nobody else will hear of it. */
  ban(ban: { readonly person: number; readonly by: string; readonly reason: string }): Promise<void>;
  /** Called when the snapshot, its standing or a ban changes. Returns how to stop listening. */
  onChange(listener: () => void): () => void;
  /** The box was claimed: pulls now, and each minute from now on. */
  start(): void;
  /** The box went to another facility: nobody of the last one gets in any more. */
  forget(): void;
  close(): Promise<void>;
}
