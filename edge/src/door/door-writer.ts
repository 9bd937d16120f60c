import type { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { BoardError, type RelayBoard } from '../drivers/driver.ts';
import type { Attempt, OrderId } from './attempt-machine.ts';
import type { Door, DoorInput } from './door-state.ts';
import { leased, pulseMs } from './lock-state.ts';

/** Brings one door's relay to what was wanted last. One write at a time; what was overtaken before it was written is not written. */
export interface DoorWriter {
  /** Releases the lock for a while: for the orders that wait for it, or because the lock's reasons changed. */
  pulse(why: 'entry' | 'lock'): void;
  lock(): void;
  /** Looks at the coil, and locks if it is not at rest. */
  verify(): void;
  /** Forgets what was wanted. */
  reset(): void;
  /** Resolves when nothing is wanted or under way. */
  idle(): Promise<void>;
}

export interface DoorWriterDeps {
  readonly config: Pick<DoorConfig, 'relay' | 'relayEnergisedMeans'>;
  readonly board: RelayBoard;
  readonly clock: Clock;
  readonly door: () => Door;
  readonly feed: (input: DoorInput) => void;
  /** Whether the board answers: only then is a failed write tried again, else the door starts afresh once it does. */
  readonly up: () => boolean;
  readonly onError: (error: unknown) => void;
}

const RETRY_MS = 250;
type Want = 'pulse' | 'lock' | 'verify';

export const createDoorWriter = ({ config, board, clock, door, feed, up, onError }: DoorWriterDeps): DoorWriter => {
  const { channel } = config.relay;
  const atRest = config.relayEnergisedMeans === 'locked';
  let want: Want | null = null;
  /** The pulse is wanted for the lock's own reasons too, not only for entries. */
  let lockWants = false;
  let busy = false;
  let running: Promise<void> = Promise.resolve();
  let retry: Timer | undefined;

  const waiting = (): readonly Attempt[] => door().attempts.filter((attempt) => attempt.at === 'waiting');

  /** Answers the orders that this pulse came too late for. */
  const dropLate = (sent: ReadonlySet<OrderId>): void => {
    const late = waiting().filter((attempt) => clock.monoMs() > attempt.notAfterMs);
    const ids = (wasSent: boolean) => late.map((a) => a.order.id).filter((id) => sent.has(id) === wasSent);
    if (ids(false).length > 0) feed({ on: 'pulse_failed', ids: ids(false), verdict: 'expired' });
    // Written in time, acknowledged never: whether it moved the lock is unknown, and it is too late to try again.
    if (ids(true).length > 0) feed({ on: 'pulse_failed', ids: ids(true), verdict: 'board_lost' });
  };

  const again = (what: Want): void => {
    if (want !== null || !up()) return;
    retry?.cancel();
    retry = clock.after(Milliseconds(RETRY_MS), () => ask(what));
  };

  const pulseFailed = (error: BoardError, forLock: boolean): void => {
    const ids = waiting().map((attempt) => attempt.order.id);
    const verdict = error.reason === 'refused' ? 'relay_fault' : 'board_lost';
    if (ids.length > 0) feed({ on: 'pulse_failed', ids, verdict });
    if (!forLock) return;
    lockWants = true;
    again('pulse');
  };

  const pulse = async (): Promise<void> => {
    const forLock = lockWants;
    lockWants = false;
    const forEntries = waiting().length > 0;
    const holdMs = forEntries ? Math.max(...waiting().map((attempt) => attempt.holdMs)) : null;
    let served: readonly OrderId[] = [];
    const sent = new Set<OrderId>();
    const mayWrite = (): boolean => {
      if (want === 'lock') return false;
      const { lock } = door();
      const live = waiting().filter((attempt) => clock.monoMs() <= attempt.notAfterMs);
      served = forEntries || leased(lock) ? live.map((attempt) => attempt.order.id) : [];
      const may = served.length > 0 || (forLock && (leased(lock) || lock.hold !== null));
      if (may) for (const id of served) sent.add(id);
      return may;
    };
    try {
      const duration = Milliseconds(pulseMs(door().lock, clock.monoMs(), holdMs));
      await board.pulse(channel, !atRest, duration, { mayWrite });
      if (served.length > 0) feed({ on: 'pulsed', ids: served });
    } catch (error) {
      if (!(error instanceof BoardError)) throw error;
      if (error.reason !== 'expired') pulseFailed(error, forLock);
    }
    dropLate(sent);
  };

  const lock = async (): Promise<void> => {
    try {
      await board.set(channel, atRest, { mayWrite: () => want !== 'pulse' });
      feed({ on: 'rested' });
    } catch (error) {
      if (!(error instanceof BoardError)) throw error;
      if (error.reason !== 'expired') again('lock');
    }
  };

  const verify = async (): Promise<void> => {
    try {
      const { values } = await board.readCoils(channel + 1);
      if (want !== null) return;
      if (values[channel] === atRest) feed({ on: 'rested' });
      else want = 'lock';
    } catch (error) {
      if (!(error instanceof BoardError)) throw error;
      again('verify');
    }
  };

  const perform = { pulse, lock, verify };
  const run = async (): Promise<void> => {
    try {
      for (let doing = want; doing !== null; doing = want) {
        want = null;
        await perform[doing]();
      }
    } finally {
      busy = false; // In the same turn as the last look at `want`, so that no wish falls between.
    }
  };

  const ask = (what: Want): void => {
    if (what === 'verify' && want !== null) return;
    want = what;
    retry?.cancel();
    if (busy) return;
    busy = true;
    running = run().catch(onError);
  };

  return {
    pulse: (why) => {
      lockWants ||= why === 'lock';
      ask('pulse');
    },
    lock: () => ask('lock'),
    verify: () => ask('verify'),
    reset: () => {
      want = null;
      lockWants = false;
      retry?.cancel();
    },
    idle: () => running,
  };
};
