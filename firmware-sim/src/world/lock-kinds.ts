import { type Duration, Milliseconds } from '@gatehouse/shared/time/duration.ts';

export type LockKind = 'strike' | 'magnet' | 'gate';
export type LockPosition = 'locked' | 'unlocked';

/** What a lock feels. It knows nothing of coils, boards or commands. */
export interface LockForces {
  /** Whether its power supply is alive. */
  readonly supplied: boolean;
  /** Whether the circuit through the relay (and any hardware release) is closed. */
  readonly circuitClosed: boolean;
  /** Whether the leaf is fully in its frame, so that a bolt or an armature can meet its other half. */
  readonly leafShut: boolean;
}

export interface LockKindRules {
  /** Where these forces move the lock; undefined where they leave it as it stands. */
  readonly target: (forces: LockForces) => LockPosition | undefined;
  readonly releaseTravel: Duration;
  readonly engageTravel: Duration;
  /** A magnet whose leaf is torn off the frame is, physically, no longer locked. */
  readonly bondBreaksWhenForced: boolean;
}

export const LOCK_KINDS: Readonly<Record<LockKind, LockKindRules>> = {
  /** Fail-secure electric strike: current releases it. Its keeper returns with the leaf open too; the latch snaps in later. */
  strike: {
    target: ({ supplied, circuitClosed }) => (supplied && circuitClosed ? 'unlocked' : 'locked'),
    releaseTravel: Milliseconds(40),
    engageTravel: Milliseconds(40),
    bondBreaksWhenForced: false,
  },
  /** Magnetic lock: current holds it, so every loss of power opens it. It bonds only when the armature touches. */
  magnet: {
    target: ({ supplied, circuitClosed, leafShut }) => (supplied && circuitClosed && leafShut ? 'locked' : 'unlocked'),
    releaseTravel: Milliseconds(120),
    engageTravel: Milliseconds(80),
    bondBreaksWhenForced: true,
  },
  /** Motor lock: the circuit is a signal, the supply drives the bolt. Without supply the bolt stays where it is. */
  gate: {
    target: ({ supplied, circuitClosed, leafShut }) => {
      if (!supplied) return undefined;
      if (circuitClosed) return 'unlocked';
      return leafShut ? 'locked' : undefined;
    },
    releaseTravel: Milliseconds(600),
    engageTravel: Milliseconds(600),
    bondBreaksWhenForced: false,
  },
};
