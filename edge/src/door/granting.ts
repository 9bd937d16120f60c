import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { GrantRequest, GrantResult } from './doors.ts';
import { leased, shutBy } from './lock-state.ts';
import type { DoorRunner } from './running-door.ts';
import { TRAVEL_MS } from './sense-machine.ts';

export interface GrantingDeps {
  readonly clock: Clock;
  readonly runner: (doorId: DoorId) => DoorRunner | undefined;
}

/** Who has been let in waits no longer than this for the lock; at a turnstile, for their turn. */
const GRANT_WAITS_MS = 5_000;

/** The outcome of a grant before it is known how long it took. */
type Outcome = GrantResult extends infer Result ? (Result extends unknown ? Omit<Result, 'tookMs'> : never) : never;

/** A local entry from the decision to what became of the lock. Refused, or carried out at once: no disk in between. */
export const createGranting = ({ clock, runner }: GrantingDeps) => {
  const carryOut = async (door: DoorRunner, request: GrantRequest, nowMs: number): Promise<Outcome> => {
    const { holdSeconds: normal, extendedHoldSeconds, confirmationTimeoutSeconds, evidence } = door.config;
    // "Extended" never means shorter, whatever the configuration says.
    const holdSeconds = request.hold === 'extended' ? Math.max(normal, extendedHoldSeconds) : normal;
    const verdict = await door.release({
      order: { cause: 'access', id: request.entryId },
      acceptedMs: nowMs,
      notAfterMs: nowMs + GRANT_WAITS_MS,
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

  const outcomeOf = (request: GrantRequest, nowMs: number): Outcome | Promise<Outcome> => {
    const door = runner(request.doorId);
    if (door === undefined) return { outcome: 'refused', reason: 'unknown_door' };
    const { lock } = door.door();
    // Also while somebody leaves by the exit button: who is kept out is not told that the door is open.
    const shut = shutBy(lock, request.breakGlass ?? false);
    if (shut !== null) return { outcome: 'refused', reason: shut };
    if (!door.up()) return { outcome: 'refused', reason: 'door_unavailable' };
    if (leased(lock)) return { outcome: 'open_already' };
    return carryOut(door, request, nowMs);
  };

  const grant = async (request: GrantRequest): Promise<GrantResult> => {
    const nowMs = clock.monoMs();
    const outcome = await outcomeOf(request, nowMs);
    return { ...outcome, tookMs: clock.monoMs() - nowMs };
  };
  return { grant };
};
