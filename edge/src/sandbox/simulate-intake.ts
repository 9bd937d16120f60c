import type { BootId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { SimulateCommand, type SimulateOutcome, type SimulateRefusal } from '@gatehouse/shared/wire/simulate.ts';
import type { Journal } from '../journal/journal.ts';
import { isForNow, type SignedCommandDeps, signedCommandReader } from '../uplink/signed-command.ts';
import type { Simulations } from './simulations.ts';

/** Commands that are not over yet and may be remembered; nobody simulates more in a few seconds. */
const REMEMBERED_MAX = 1_000;

export interface SimulateIntakeDeps extends SignedCommandDeps {
  readonly bootId: BootId;
  /** `undefined` at every box whose configuration names no simulator. */
  readonly simulations: Pick<Simulations, 'begin'> | undefined;
  readonly journal: Pick<Journal, 'record'>;
  readonly clock: Clock;
  readonly sign: (outcome: SimulateOutcome) => string;
  readonly publish: (topic: string, payload: unknown) => boolean;
}

/**
 * Takes the `simulate` messages off the link: checks them as an unlock is checked, has them simulated, and answers
 * signed. A box without a simulator refuses, and touches and journals nothing. Never throws.
 */
export const createSimulateIntake = (deps: SimulateIntakeDeps): ((message: unknown) => Promise<void>) => {
  const { boxId, bootId, clock, log } = deps;
  const read = signedCommandReader(SimulateCommand, deps);
  /** Until its latest start a command could be repeated; after it, and after this run, it is refused anyway. */
  const taken = new Map<string, number>();

  const isFirst = ({ commandId, notAfterMonoMs }: SimulateCommand): boolean => {
    for (const [id, untilMs] of taken) if (untilMs < clock.monoMs()) taken.delete(id);
    if (taken.has(commandId) || taken.size >= REMEMBERED_MAX) return false;
    taken.set(commandId, notAfterMonoMs);
    return true;
  };

  const carryOut = async (command: SimulateCommand): Promise<SimulateRefusal | undefined> => {
    if (deps.simulations === undefined) return 'no_simulator';
    if (command.bootId !== bootId) return 'other_boot';
    if (!isForNow(clock, command)) return 'expired';
    if (!isFirst(command)) return 'repeated';
    const { commandId, doorId, scenario, forMs } = command;
    try {
      const refusal = await deps.simulations.begin({ doorId, scenario, time: Milliseconds(forMs) });
      if (refusal !== undefined) return refusal;
    } catch (error) {
      log.warn({ err: error, doorId, scenario }, 'A simulation failed.');
      return 'simulator_failed';
    }
    log.warn({ doorId, scenario, forMs }, 'A failure is simulated for a sandbox.');
    deps.journal
      .record({ kind: 'sandbox.simulated', data: { doorId, commandId, scenario, forMs } })
      .catch((error: unknown) => log.error({ err: error }, 'A simulation could not be journalled.'));
    return undefined;
  };

  const outcomeOf = (command: SimulateCommand, refusal: SimulateRefusal | undefined): SimulateOutcome => {
    const { commandId, doorId, scenario, forMs } = command;
    const named = { v: 1, commandId, boxId, doorId, bootId } as const;
    return refusal === undefined
      ? { ...named, outcome: 'simulating', scenario, forMs }
      : { ...named, outcome: 'not_simulated', reason: refusal, monoMs: clock.monoMs() };
  };

  return async (message) => {
    try {
      const command = read(message);
      if (command === undefined) return;
      const outcome = outcomeOf(command, await carryOut(command));
      deps.publish(command.replyTo, { jws: deps.sign(outcome) });
    } catch (error) {
      log.error({ err: error }, 'A simulation could not be answered.');
    }
  };
};
