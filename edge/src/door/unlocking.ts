import type { Maintenance } from '@gatehouse/shared/door/maintenance.ts';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { RefusalReason } from '@gatehouse/shared/wire/unlock.ts';
import type { Journal } from '../journal/journal.ts';
import type { UnlockRequest, UnlockResult } from './doors.ts';
import type { DoorRunner } from './running-door.ts';
import { TRAVEL_MS } from './sense-machine.ts';

export interface UnlockingDeps {
  readonly clock: Clock;
  readonly journal: Journal;
  /** Resolves when the facts are on the disk, or could not be written: never rejects. */
  readonly record: (...facts: readonly FactBody[]) => Promise<void>;
  readonly runner: (doorId: DoorId) => DoorRunner | undefined;
  readonly maintenance: (doorId: DoorId) => Maintenance;
}

/** A remote unlock from its arrival to its answer: refused, or committed first and then carried out. */
export const createUnlocking = ({ clock, journal, record, runner, maintenance }: UnlockingDeps) => {
  /** Why it may not go on right now; asked before the commit and again after it. */
  const obstacle = ({ doorId, notAfterMonoMs }: UnlockRequest): RefusalReason | undefined => {
    const door = runner(doorId);
    if (door === undefined) return 'unknown_door';
    if (door.door().lock.lockdown) return 'lockdown';
    if (maintenance(doorId).mode !== 'off') return 'maintenance';
    if (clock.monoMs() > notAfterMonoMs) return 'expired';
    return door.up() ? undefined : 'door_unavailable';
  };
  const refused = (request: UnlockRequest, reason: RefusalReason): UnlockResult =>
    reason === 'maintenance'
      ? { outcome: 'refused', reason, maintenance: maintenance(request.doorId) }
      : { outcome: 'refused', reason };

  const carryOut = async (request: UnlockRequest, acceptedMs: number): Promise<UnlockResult> => {
    const { doorId, commandId, eventId } = request;
    const door = runner(doorId);
    if (door === undefined) throw new Bug('a command was carried out at a door that is not there');
    const data = { doorId, commandId, eventId };
    const { holdSeconds, evidence } = door.config;
    const { notAfterMonoMs: notAfterMs, judgeAfterMs } = request;
    const verdict = await door.release({
      order: { cause: 'unlock', id: commandId },
      acceptedMs,
      notAfterMs,
      // What moves the lock when this pulse is long over is something else.
      judgeAfterMs: Math.min(judgeAfterMs, holdSeconds * 1_000 + TRAVEL_MS),
      // Counted from its arrival, as whoever waits counts: what journal and bus took is not left over for the way back.
      judgeByMs: acceptedMs + judgeAfterMs,
      holdMs: holdSeconds * 1_000,
      breakGlass: false,
    });
    const tookMs = clock.monoMs() - acceptedMs;
    switch (verdict) {
      case 'confirmed':
        if (evidence.kind === 'command-only') throw new Bug('confirmed without evidence');
        // Who is told "unlocked" finds it on record, whatever becomes of this process: the lock has moved, nobody waits in the rain.
        await record({ kind: 'unlock.confirmed', data: { ...data, confirmedBy: evidence.kind, holdSeconds, tookMs } });
        return { outcome: 'unlocked', confirmedBy: evidence.kind, holdSeconds, tookMs };
      case 'commanded':
        await record({ kind: 'unlock.confirmed', data: { ...data, confirmedBy: 'command-only', holdSeconds, tookMs } });
        return { outcome: 'commanded', holdSeconds };
      case 'expired':
      case 'maintenance':
      case 'lockdown':
        void record({ kind: 'unlock.refused', data: { ...data, reason: verdict } });
        return refused(request, verdict);
      case 'relay_fault':
      case 'board_lost':
        void record({ kind: 'unlock.failed', data: { ...data, reason: verdict } });
        return { outcome: 'fault', reason: verdict };
      case 'interrupted':
        void record({ kind: 'unlock.failed', data: { ...data, reason: verdict } });
        return { outcome: 'fault', reason: 'board_lost' };
    }
  };

  const unlock = async (request: UnlockRequest): Promise<UnlockResult> => {
    const { doorId, commandId, eventId, origin } = request;
    const acceptedMs = clock.monoMs();
    const before = obstacle(request);
    if (before !== undefined) return refused(request, before);
    const data = { doorId, commandId, eventId };
    let accepted: 'accepted' | 'repeated';
    try {
      accepted = await journal.acceptCommand({ kind: 'unlock.accepted', data: { ...data, origin } });
    } catch {
      return refused(request, 'store_unwritable'); // No cause on record, no movement.
    }
    if (accepted === 'repeated') return refused(request, 'repeated');
    const after = obstacle(request);
    if (after === undefined) return carryOut(request, acceptedMs);
    void record({ kind: 'unlock.refused', data: { ...data, reason: after } });
    return refused(request, after);
  };
  return { unlock };
};
