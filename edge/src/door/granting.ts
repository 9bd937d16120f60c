import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { type Clock, sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type { GrantRequest, GrantResult } from './doors.ts';
import { denyReason, leased } from './lock-state.ts';
import type { DoorRunner } from './running-door.ts';
import { TRAVEL_MS } from './sense-machine.ts';

export interface GrantingDeps {
  readonly clock: Clock;
  readonly runner: (doorId: DoorId) => DoorRunner | undefined;
}

/** Who has been let in waits no longer than this for the lock, and for a board that is away: later, somebody else stands there. */
const GRANT_WAITS_MS = 2_000;
/** For their turn at a turnstile, behind whoever goes through. */
const TURN_WAITS_MS = 5_000;
const LOOK_AGAIN = Milliseconds(50);

/** The outcome of a grant before it is known how long it took. */
type Outcome = GrantResult extends infer Result ? (Result extends unknown ? Omit<Result, 'tookMs'> : never) : never;

/** A local entry from the decision to what became of the lock. Refused, or carried out at once, or as soon as the board is back: no disk in between. */
export const createGranting = ({ clock, runner }: GrantingDeps) => {
  const carryOut = async (door: DoorRunner, request: GrantRequest, nowMs: number): Promise<Outcome> => {
    const { holdSeconds: normal, extendedHoldSeconds, confirmationTimeoutSeconds, evidence } = door.config;
    // "Extended" never means shorter, whatever the configuration says.
    const holdSeconds = request.hold === 'extended' ? Math.max(normal, extendedHoldSeconds) : normal;
    const verdict = await door.release({
      order: { cause: 'access', id: request.entryId },
      acceptedMs: nowMs,
      notAfterMs: nowMs + (door.config.profile === 'turnstile' ? TURN_WAITS_MS : GRANT_WAITS_MS),
      // Evidence that comes when the lock has long fallen back would be of something else.
      judgeAfterMs: Math.min(holdSeconds * 1_000 + TRAVEL_MS, confirmationTimeoutSeconds * 1_000),
      judgeByMs: Infinity,
      holdMs: holdSeconds * 1_000,
      breakGlass: request.breakGlass ?? false,
    });
    switch (verdict) {
      case 'confirmed':
        if (evidence.kind === 'command-only') throw new Bug('confirmed without evidence');
        return { outcome: 'unlocked', holdSeconds };
      case 'commanded':
        return { outcome: 'commanded', holdSeconds };
      case 'expired':
      case 'maintenance':
      case 'lockdown':
        return { outcome: 'refused', reason: verdict };
      case 'relay_fault':
      case 'board_lost':
      case 'interrupted':
        return { outcome: 'fault', reason: verdict };
    }
  };

  /** `lost`: what became of a try whose board was lost over it. */
  const outcomeOf = async (request: GrantRequest, nowMs: number, lost?: Outcome): Promise<Outcome> => {
    const door = runner(request.doorId);
    if (door === undefined) return { outcome: 'refused', reason: 'unknown_door' };
    const { lock } = door.door();
    // Also while somebody leaves by the exit button: who is kept out is not told that the door is open.
    const denied = denyReason(lock, request.breakGlass ?? false);
    if (denied !== null) return { outcome: 'refused', reason: denied };
    const again = async (so: Outcome): Promise<Outcome> => {
      if (clock.monoMs() + LOOK_AGAIN > nowMs + GRANT_WAITS_MS) return so;
      await sleep(clock, LOOK_AGAIN);
      return await outcomeOf(request, nowMs, so);
    };
    if (!door.up()) return await again(lost ?? { outcome: 'refused', reason: 'door_unavailable' });
    if (leased(lock)) return { outcome: 'open_already' };
    const outcome = await carryOut(door, request, nowMs);
    // What the board has made of it is not known: a second pulse is the same entry, but at a turnstile one more passage.
    const isLost = outcome.outcome === 'fault' && outcome.reason === 'board_lost';
    return isLost && door.config.profile !== 'turnstile' ? await again(outcome) : outcome;
  };

  const grant = async (request: GrantRequest): Promise<GrantResult> => {
    const nowMs = clock.monoMs();
    const outcome = await outcomeOf(request, nowMs);
    return { ...outcome, tookMs: clock.monoMs() - nowMs };
  };
  return { grant };
};
