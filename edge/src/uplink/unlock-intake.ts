import type { BootId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { UnlockCommand, type UnlockOutcome } from '@gatehouse/shared/wire/unlock.ts';
import type { Doors, UnlockResult } from '../door/doors.ts';
import type { Journal } from '../journal/journal.ts';
import { isForNow, type SignedCommandDeps, signedCommandReader } from './signed-command.ts';

/** More than any facility presses at once; a flood beyond it waits for nobody and is dropped. */
const AT_ONCE_MAX = 256;
/** How many refused commands are remembered, so that a hostile broker cannot fill the journal with copies of one. */
const REFUSED_REMEMBERED = 1_000;

export interface UnlockIntakeDeps extends SignedCommandDeps {
  readonly bootId: BootId;
  readonly doors: Pick<Doors, 'unlock'>;
  readonly journal: Pick<Journal, 'record'>;
  readonly clock: Clock;
  readonly sign: (outcome: UnlockOutcome) => string;
  readonly publish: (topic: string, payload: unknown) => boolean;
  /** In a sandbox a confirmation may be held back on purpose: resolves when it may go; `undefined` is at once. */
  readonly holdBack: (command: UnlockCommand) => Promise<void> | undefined;
}

/** Takes the `unlock` messages off the link: checks them, lets the doors act, and answers signed. Never throws. */
export const createUnlockIntake = (deps: UnlockIntakeDeps): ((message: unknown) => Promise<void>) => {
  const { boxId, bootId, clock, log } = deps;
  const read = signedCommandReader(UnlockCommand, deps);
  const refused = new Set<string>();
  let running = 0;

  const refuse = (command: UnlockCommand, reason: 'other_boot' | 'expired'): UnlockResult => {
    const { commandId, eventId, doorId } = command;
    if (!refused.has(commandId)) {
      refused.add(commandId);
      if (refused.size > REFUSED_REMEMBERED) for (const first of refused) if (refused.delete(first)) break;
      deps.journal
        .record({ kind: 'unlock.refused', data: { commandId, eventId, doorId, reason } })
        .catch((error: unknown) => log.error({ err: error }, 'A refused unlock could not be journalled.'));
    }
    return { outcome: 'refused', reason };
  };

  const decide = async (command: UnlockCommand): Promise<UnlockResult> => {
    if (command.bootId !== bootId) return refuse(command, 'other_boot');
    if (!isForNow(clock, command)) return refuse(command, 'expired');
    const { commandId, eventId, doorId, origin, notAfterMonoMs, judgeAfterMs } = command;
    return await deps.doors.unlock({ commandId, eventId, doorId, origin, notAfterMonoMs, judgeAfterMs });
  };

  const outcomeOf = (command: UnlockCommand, result: UnlockResult): UnlockOutcome => {
    const named = { v: 1 as const, commandId: command.commandId, boxId, doorId: command.doorId, bootId };
    if (result.outcome !== 'refused') return { ...named, ...result };
    const { reason, maintenance } = result;
    const set = maintenance === undefined ? {} : { mode: maintenance.mode, untilMs: maintenance.untilMs };
    return { ...named, outcome: 'refused', reason, ...set, monoMs: clock.monoMs() };
  };

  const run = async (message: unknown) => {
    const command = read(message);
    if (command === undefined) return;
    const outcome = outcomeOf(command, await decide(command));
    const held = outcome.outcome === 'unlocked' ? deps.holdBack(command) : undefined;
    if (held !== undefined) await held;
    deps.publish(command.replyTo, { jws: deps.sign(outcome) });
  };

  return async (message) => {
    if (running >= AT_ONCE_MAX) {
      log.warn({ running }, 'Too many unlocks at once: one was dropped.');
      return;
    }
    running++;
    try {
      await run(message);
    } catch (error) {
      // What the lock did is not known here, so nothing is said: the cloud's wait ends as not performed.
      log.error({ err: error }, 'An unlock failed.');
    } finally {
      running--;
    }
  };
};
