import type { Got } from './crowd-side.ts';
import type { Goal } from './goal.ts';
import type { Measured } from './side.ts';
import { type Spread, spreadOf } from './statistics.ts';

/** Everything that one round of the unlock bench measured. */
export interface Round {
  readonly noOp: { readonly one: Measured; readonly many: Measured };
  readonly kit: { readonly many: Measured };
  readonly echo: { readonly one: Measured; readonly many: Measured };
  readonly sync: Measured;
  readonly signature: Measured;
  readonly embedded: { readonly one: Measured; readonly many: Measured };
  readonly mosquitto?: { readonly one: Measured; readonly many: Measured };
  readonly cloudAlone: { readonly one: Measured; readonly many: Measured };
  readonly readers: Readers;
  readonly wired: Unlocks;
  readonly fast: Unlocks;
}

/** Unlocks of the cloud alone, one in flight: with nothing else; while others read the reference from another process; from this one. */
export interface Readers {
  readonly alone: Measured;
  readonly beside: Measured;
  readonly during: Measured;
  /** What was read from the process that unlocks. */
  readonly read: Got;
}

/** The same door behind one bus. */
export interface Unlocks {
  /** The door stands unlocked already and its hold is renewed: no lock travels. */
  readonly one: Measured;
  readonly many: Measured;
  /** p50 of unlocks that found the door locked, and of a bare master doing the same, in ms. */
  readonly fromLockedMs: number;
  readonly busFromLockedMs: number;
  /** p50 of a bare master that renews a hold, in ms. */
  readonly busRenewMs: number;
}

export const cpuOf = ({ cpuUs }: Measured): number => Object.values(cpuUs).reduce((sum, part) => sum + part, 0);

/** The goals that an unlock can be held against. Each is a ratio of numbers of one and the same round. */
export const goalsOf = (rounds: readonly Round[]): readonly Goal[] => {
  const over = (value: (round: Round) => number): Spread => spreadOf(rounds.map(value));
  const floorsMs = ({ noOp, echo, sync }: Round) => noOp.one.p50Ms + echo.one.p50Ms + 2 * sync.p50Ms;
  return [
    {
      name: 'G1',
      what: 'CPU of a durable unlock, 64 in flight ÷ (4 × no-op HTTPS POST + one Ed25519 sign and verify)',
      bound: { atMost: 1.5 },
      value: over(({ fast, noOp, signature }) => cpuOf(fast.many) / (4 * cpuOf(noOp.many) + cpuOf(signature))),
    },
    {
      name: 'G2',
      what: 'rate of durable unlocks, 64 in flight ÷ rate of no-op HTTPS POST',
      bound: { atLeast: 0.33 },
      value: over(({ fast, noOp }) => fast.many.perSecond / noOp.many.perSecond),
    },
    {
      name: 'G3',
      what: '(p50 of one unlock in flight − the bus’s own time) ÷ (no-op POST + TCP echo + 2 fdatasync)',
      bound: { atMost: 1.5 },
      value: over((round) => (round.fast.one.p50Ms - round.fast.busRenewMs) / floorsMs(round)),
    },
    {
      name: 'G4',
      what: 'CPU of a command and its confirmation, 64 in flight, embedded broker ÷ mosquitto',
      bound: { atMost: 0.4 },
      value: rounds.some(({ mosquitto }) => mosquitto === undefined)
        ? undefined
        : over(({ embedded, mosquitto = embedded }) => cpuOf(embedded.many) / cpuOf(mosquitto.many)),
    },
    {
      name: 'G5',
      what: 'CPU of a hot endpoint that does nothing ÷ no-op HTTPS POST',
      bound: { atMost: 1.1 },
      value: over(({ kit, noOp }) => cpuOf(kit.many) / cpuOf(noOp.many)),
    },
    {
      name: 'D1',
      what: 'p99 of one unlock in flight, 200 readers of the reference beside it ÷ without',
      bound: { atMost: 1.5 },
      value: over(({ readers: { during, alone } }) => during.p99Ms / alone.p99Ms),
    },
  ];
};
