import {
  type Attempt,
  type AttemptInput,
  type Entry,
  type OrderId,
  stepAttempt,
  type Verdict,
} from './attempt-machine.ts';
import { type Door, type DoorEffect, RELAY_FAULTS_FOR_ALARM, type Traits } from './door-state.ts';
import { type LeafInput, stepLeaf } from './leaf-machine.ts';
import { stepLock } from './lock-machine.ts';
import { causeOf, demandedState, type LockInput, leased, releaseDenyReason } from './lock-state.ts';
import { type SenseInput, stepSense, TRAVEL_MS } from './sense-machine.ts';

/** A turnstile's controller must see the relay drop between two pulses. */
export const TURN_GAP_MS = 300;

/** One step under way: the state so far, and the effects so far. */
export const createStep = (traits: Traits, from: Door, nowMs: number) => {
  let door = from;
  const effects: DoorEffect[] = [];
  const turnstile = traits.profile === 'turnstile';

  const set = (part: Partial<Door>): void => {
    const changed = Object.entries(part).some(([key, value]) => door[key as keyof Door] !== value);
    if (changed) door = { ...door, ...part };
  };
  const noteReason = (): void => {
    const cause = causeOf(door.lock);
    if (cause === null) return;
    const order = demandedState(door.lock) === 'hold' ? (door.lock.hold?.order ?? null) : null;
    const { lately } = door;
    const same = lately.cause === cause && lately.order?.id === order?.id && lately.untilMs === Infinity;
    if (!same) set({ lately: { cause, order, untilMs: Infinity }, restedBy: 'relock' });
  };
  const lock = (input: LockInput): void => {
    noteReason();
    const before = door.lock;
    const [after, ...out] = stepLock(before, input, traits.holdMs);
    set({ lock: after });
    noteReason();
    if (causeOf(after) === null && causeOf(before) !== null)
      set({ lately: { ...door.lately, untilMs: nowMs + TRAVEL_MS } });
    for (const effect of out) {
      if (effect.do !== 'pulse') set({ turnAtMs: Infinity, restedBy: effect.do === 'lock' ? effect.cause : 'relock' });
      effects.push(effect);
    }
  };
  const leaf = (input: LeafInput): void => {
    const [after, ...out] = stepLeaf(door.leaf, input, traits.heldOpenMs);
    set({ leaf: after });
    effects.push(...out);
  };
  const sense = (on: SenseInput['on']): void => {
    const released = causeOf(door.lock) !== null || nowMs <= door.lately.untilMs ? door.lately : null;
    const context = { nowMs, released, lasting: leased(door.lock), rested: door.restedBy };
    const [after, ...out] = stepSense(door.sense, on === 'lost' ? { on } : { on, context });
    set({ sense: after });
    effects.push(...out);
  };

  const count = (verdict: Verdict): void => {
    if (verdict === 'relay_fault') set({ faultsInARow: door.faultsInARow + 1 });
    if (verdict !== 'confirmed') return;
    if (door.faultsInARow >= RELAY_FAULTS_FOR_ALARM)
      effects.push({ do: 'record', fact: { kind: 'door.alarm_cleared', data: { alarm: 'relay_fault' } } });
    set({ faultsInARow: 0 });
  };
  const attempts = (input: AttemptInput, ids?: readonly OrderId[]): readonly Verdict[] => {
    const verdicts: Verdict[] = [];
    const going = door.attempts.flatMap((attempt): Attempt[] => {
      const next = ids === undefined || ids.includes(attempt.order.id) ? stepAttempt(attempt, input) : attempt;
      if (typeof next !== 'string') return [next];
      count(next);
      verdicts.push(next);
      effects.push({ do: 'answer', entry: attempt, verdict: next });
      return [];
    });
    if (going.some((attempt, i) => attempt !== door.attempts[i]) || verdicts.length > 0) set({ attempts: going });
    return verdicts;
  };

  const underWay = (): boolean => door.attempts.some((attempt) => attempt.at !== 'queued');
  const waitingOf = (ids?: readonly OrderId[]): readonly Attempt[] =>
    door.attempts.filter((attempt) => attempt.at === 'waiting' && (ids?.includes(attempt.order.id) ?? true));
  const waiting = (ids?: readonly OrderId[]): boolean => waitingOf(ids).length > 0;
  const longestHoldMs = (ids: readonly OrderId[]): number => Math.max(0, ...waitingOf(ids).map(({ holdMs }) => holdMs));
  const releaseFor = ({ order, notAfterMs, holdMs, breakGlass }: Entry): void =>
    lock({ on: 'release', order, notAfterMs, holdMs, breakGlass, nowMs });
  const nextTurn = (): void => {
    const [next] = door.attempts;
    if (!turnstile || next === undefined || underWay() || demandedState(door.lock) !== 'rest' || nowMs < door.turnAtMs)
      return;
    attempts({ on: 'turn' }, [next.order.id]);
    releaseFor(next);
  };
  const release = (entry: Entry): void => {
    const { id } = entry.order;
    set({ attempts: [...door.attempts, { ...entry, at: turnstile ? 'queued' : 'waiting' }] });
    // I6: the gate before us refuses these too; here is where it can never be forgotten.
    const denied = releaseDenyReason(door.lock, entry.breakGlass);
    if (denied !== null) attempts({ on: 'end', verdict: denied }, [id]);
    else if (nowMs > entry.notAfterMs) attempts({ on: 'end', verdict: 'expired' }, [id]);
    else if (!turnstile) releaseFor(entry);
  };
  /** Whether a leaf that opens now was let open. */
  const released = (): boolean =>
    causeOf(door.lock) !== null || (nowMs <= door.lately.untilMs && door.lately.cause !== 'start');
  const lookAtLeaf = (): void => {
    const excused = ['open', 'fire'].includes(demandedState(door.lock));
    leaf({ on: 'tick', nowMs, excused, expected: released() });
  };
  const leafOpen = (): boolean => !['closed', 'unknown'].includes(door.leaf.at);

  return {
    set,
    lock,
    leaf,
    sense,
    attempts,
    underWay,
    waiting,
    longestHoldMs,
    nextTurn,
    release,
    leafOpen,
    turnstile,
    released,
    lookAtLeaf,
    door: () => door,
    result: (): readonly [Door, ...DoorEffect[]] => [door, ...effects],
  };
};

export type Step = ReturnType<typeof createStep>;
