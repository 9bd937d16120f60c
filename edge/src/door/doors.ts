import type { DoorProblem } from '@gatehouse/shared/door/check-doors.ts';
import type { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import type { Lockdown } from '@gatehouse/shared/door/lockdown.ts';
import type { Maintenance } from '@gatehouse/shared/door/maintenance.ts';
import type { CommandId, DoorId, EventId } from '@gatehouse/shared/ids/ids.ts';
import type { DoorReport } from '@gatehouse/shared/wire/beacon.ts';
import type { DesiredState } from '@gatehouse/shared/wire/device-api.ts';
import type { RefusalReason } from '@gatehouse/shared/wire/unlock.ts';
import type { DemandedState } from './lock-state.ts';

/** A remote unlock whose signature, box, boot and form were already found right. */
export interface UnlockRequest {
  readonly commandId: CommandId;
  readonly eventId: EventId;
  readonly doorId: DoorId;
  readonly origin: 'partner' | 'staff';
  /** Latest start on this box's monotonic clock, looked at again before every bus write. */
  readonly notAfterMonoMs: number;
  /** How long after the request's arrival the evidence may take, in ms; a lock whose pulse comes late has a second all the same. */
  readonly judgeAfterMs: number;
}

export type UnlockResult =
  | {
      readonly outcome: 'unlocked';
      readonly confirmedBy: 'lock-sense' | 'relay-contact';
      readonly holdSeconds: number;
      readonly tookMs: number;
    }
  | { readonly outcome: 'commanded'; readonly holdSeconds: number }
  | { readonly outcome: 'refused'; readonly reason: RefusalReason; readonly maintenance?: Maintenance }
  | { readonly outcome: 'fault'; readonly reason: 'relay_fault' | 'board_lost' };

/** An entry that this box has decided and grants. Its journal is the caller's: no lock waits for it. */
export interface GrantRequest {
  /** Names the entry; `lock.moved` carries it. */
  readonly entryId: EventId;
  readonly doorId: DoorId;
  /** How long the lock stays released: the door's hold, or its longer one for who needs more time. Default: `normal`. */
  readonly hold?: 'normal' | 'extended';
  /** Whether the grant that let them in passes a lockdown. It passes no force-closed. */
  readonly breakGlass?: boolean;
}

/** What became of a grant, and how long that took, in ms. */
export type GrantResult = { readonly tookMs: number } & (
  | { readonly outcome: 'unlocked' | 'commanded'; readonly holdSeconds: number }
  /** Force-open, a fire or an exit button holds the lock released: nothing was written. */
  | { readonly outcome: 'open_already' }
  | {
      readonly outcome: 'refused';
      readonly reason: 'maintenance' | 'lockdown' | 'unknown_door' | 'door_unavailable' | 'expired';
    }
  | { readonly outcome: 'fault'; readonly reason: 'relay_fault' | 'board_lost' | 'interrupted' }
);

/** A change that staff make at the box. `seen` is the generation they were looking at: an outdated one is refused. */
export interface MaintenanceChange {
  readonly doorId: DoorId;
  readonly mode: Maintenance['mode'];
  readonly untilMs: number | null;
  readonly by: string;
  readonly reason: string;
  readonly seen?: number;
  /** The override of the cloud that this carries out. */
  readonly overrideId?: string;
}

/** A lockdown, or its end. Beginning one is never refused; ending one may name the generation that was seen. */
export interface LockdownChange {
  readonly doorId: DoorId;
  readonly active: boolean;
  readonly by: string;
  readonly reason: string;
  readonly seen?: number;
  readonly overrideId?: string;
  /** Ends it: a manager who is known by name, at the panel. Where nobody knows what stood over the door nobody else may. */
  readonly manager?: boolean;
}

/** What the cloud last heard of a door. */
export interface KnownDoor {
  readonly doorId: DoorId;
  readonly lockdown: Lockdown | null;
  readonly maintenance: Maintenance | null;
}

/** What the cloud's staff ask of doors, as the desired state carries it. */
export type DoorOverrides = Pick<DesiredState, 'maintenanceWishes' | 'lockdownWishes'>;

/** All doors of the box: the one place that decides whether a lock moves. */
export interface Doors {
  /**
   * Brings the doors to this configuration, as far as they can be driven so; resolves with what was refused, which stays
   * as it was. A door that did not change does not notice, other times count from the next entry on, and one that is
   * wired anew or gone is locked first. `store`: it was in force before this start.
   */
  apply(doors: readonly DoorConfig[], from?: 'cloud' | 'store'): Promise<readonly DoorProblem[]>;
  /** What is driven. */
  configs(): readonly DoorConfig[];
  unlock(request: UnlockRequest): Promise<UnlockResult>;
  /** Lets somebody in whom this box has decided to let in. Never rejects, and never waits for the journal. */
  grant(request: GrantRequest): Promise<GrantResult>;
  /** Resolves with the new maintenance. Throws a `Fault` (`doors.*`) for an unknown door, a bad end, or an outdated `seen`. */
  setMaintenance(change: MaintenanceChange): Promise<Maintenance>;
  /**
   * Locks a door down, or ends that: nobody gets in but by breaking the glass, and nobody is kept in. Resolves with the
   * new lockdown. Throws a `Fault` (`doors.*`) for an unknown door, or the end of another lockdown than was seen.
   */
  setLockdown(change: LockdownChange): Promise<Lockdown>;
  /** Takes overrides that the cloud stands by at this moment, each once. Never rejects: what came of them are facts. */
  takeOverrides(overrides: DoorOverrides): Promise<void>;
  /**
   * What the cloud last knew of these doors, where this box has lost it: what kept people out does so again, and the doubt
   * about them ends. Resolves with those that could not be brought to it.
   */
  takeWord(known: readonly KnownDoor[]): Promise<readonly DoorId[]>;
  /** Ends a latched fire release by hand. Throws a `Fault` while the input is still active. */
  resetFire(doorId: DoorId, by: string): Promise<void>;
  report(): readonly DoorReport[];
  /** What the lock of a door has to be now, and by whom it is released; undefined for no door of this box. */
  demanded(doorId: DoorId): DemandedState | undefined;
  /** Whether no door is in a hold, held by an exit button, fire or maintenance, or has an order that waits. */
  atRest(): boolean;
  /** The longest that any relay board has not been asked, in ms. A board that does not answer is asked all the same. */
  loopAgeMs(): number;
  /** Called at every change that a report would show. Returns how to stop listening. */
  onChange(listener: () => void): () => void;
  /** Brings every lock to rest (fire and REX excepted) and lets the buses go. */
  close(): Promise<void>;
}
