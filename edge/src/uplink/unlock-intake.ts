import type { KeyObject } from 'node:crypto';
import type { BootId, BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { verifyJws } from '@gatehouse/shared/wire/jws.ts';
import { parseTopic } from '@gatehouse/shared/wire/message.ts';
import { UnlockCommand, type UnlockOutcome, unlockMessage } from '@gatehouse/shared/wire/unlock.ts';
import type { Doors, UnlockResult } from '../door/doors.ts';
import type { Journal } from '../journal/journal.ts';
import type { Log } from '../log.ts';

/** More than any facility presses at once; a flood beyond it waits for nobody and is dropped. */
const AT_ONCE_MAX = 256;
/** How many refused commands are remembered, so that a hostile broker cannot fill the journal with copies of one. */
const REFUSED_REMEMBERED = 1_000;
const REPLICA = /^[A-Za-z0-9_.-]{1,64}$/;

export interface UnlockIntakeDeps {
  readonly boxId: BoxId;
  readonly bootId: BootId;
  readonly facilityId: () => FacilityId | undefined;
  /** The pinned public key of this `kid`. */
  readonly commandKey: (kid: string) => KeyObject | undefined;
  readonly doors: Pick<Doors, 'unlock'>;
  readonly journal: Pick<Journal, 'record'>;
  readonly clock: Clock;
  readonly sign: (outcome: UnlockOutcome) => string;
  readonly publish: (topic: string, payload: unknown) => boolean;
  readonly log: Log;
}

/** Takes the `unlock` messages off the link: checks them, lets the doors act, and answers signed. Never throws. */
export const createUnlockIntake = (deps: UnlockIntakeDeps): ((message: unknown) => Promise<void>) => {
  const { boxId, bootId, clock, log } = deps;
  const refused = new Set<string>();
  let running = 0;

  /** The command, if it is the cloud's, well-formed, and this box's; else `undefined`, and nobody is answered. */
  const authentic = (message: unknown): UnlockCommand | undefined => {
    const drop = (why: string) => void log.warn({ why }, 'An unlock message was dropped.');
    const envelope = unlockMessage.payload.safeParse(message);
    if (!envelope.success) return drop('malformed message');
    const verified = verifyJws(envelope.data.jws, deps.commandKey);
    if (!verified.ok) return drop(verified.why);
    const parsed = UnlockCommand.safeParse(verified.payload);
    if (!parsed.success) return drop('malformed command');
    const command = parsed.data;
    if (command.boxId !== boxId) return drop('for another box');
    if (command.facilityId !== deps.facilityId()) return drop('for another facility');
    const reply = parseTopic(command.replyTo);
    if (reply?.direction !== 'reply' || reply.boxId !== boxId || !REPLICA.test(reply.replica))
      return drop('answer wanted on a topic that is not ours');
    return command;
  };

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
    if (clock.monoMs() > command.notAfterMonoMs) return refuse(command, 'expired');
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
    const command = authentic(message);
    if (command === undefined) return;
    const outcome = outcomeOf(command, await decide(command));
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
