import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { LOCK_KINDS, type LockForces, type LockKind, type LockPosition } from './lock-kinds.ts';

/** A lock that moves as its forces say, taking its travel time. Its position is what the sense contact shows. */
export interface Lock {
  readonly kind: LockKind;
  readonly position: LockPosition;
  /** Where it is travelling to, or undefined at rest. */
  readonly movingTo: LockPosition | undefined;
  readonly jammed: boolean;
  /** Tells the lock what it feels now; call it after every change around it. */
  feel(forces: LockForces): void;
  /** Stuck where it is, whatever it feels. */
  jam(): void;
  free(): void;
  /** The leaf was torn open against the lock. */
  tear(): void;
}

export interface LockDeps {
  readonly clock: Clock;
  readonly kind: LockKind;
  /** What the lock has felt for long before the simulation began. */
  readonly initially: LockForces;
  readonly onChange: (position: LockPosition) => void;
}

export const createLock = ({ clock, kind, initially, onChange }: LockDeps): Lock => {
  const rules = LOCK_KINDS[kind];
  let position: LockPosition = rules.target(initially) ?? 'locked';
  let jammed = false;
  let forces = initially;
  let travel: { readonly to: LockPosition; readonly timer: Timer } | undefined;

  const stop = () => {
    travel?.timer.cancel();
    travel = undefined;
  };
  const arrive = (at: LockPosition) => {
    stop();
    if (position === at) return;
    position = at;
    onChange(at);
  };
  const settle = () => {
    const target = jammed ? undefined : rules.target(forces);
    if (target !== undefined && travel?.to === target) return;
    stop();
    if (target === undefined || target === position) return;
    const delay = target === 'unlocked' ? rules.releaseTravel : rules.engageTravel;
    travel = { to: target, timer: clock.after(delay, () => arrive(target)) };
  };

  return {
    kind,
    get position() {
      return position;
    },
    get movingTo() {
      return travel?.to;
    },
    get jammed() {
      return jammed;
    },
    feel: (next) => {
      forces = next;
      settle();
    },
    jam: () => {
      jammed = true;
      settle();
    },
    free: () => {
      jammed = false;
      settle();
    },
    tear: () => {
      if (rules.bondBreaksWhenForced) arrive('unlocked');
    },
  };
};
