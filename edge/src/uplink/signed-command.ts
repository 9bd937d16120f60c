import type { KeyObject } from 'node:crypto';
import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { CommandKey } from '@gatehouse/shared/wire/device-api.ts';
import { importPublicKey } from '@gatehouse/shared/wire/device-keys.ts';
import { verifyJws } from '@gatehouse/shared/wire/jws.ts';
import { parseTopic, Signed } from '@gatehouse/shared/wire/message.ts';
import type { z } from 'zod';
import type { Log } from '../log.ts';

export interface SignedCommandDeps {
  readonly boxId: BoxId;
  readonly facilityId: () => FacilityId | undefined;
  /** The pinned public key of this `kid`. */
  readonly commandKey: (kid: string) => KeyObject | undefined;
  readonly log: Log;
}

/** Finds the pinned public key of a `kid`. */
export const pinnedKey =
  (keys: () => readonly CommandKey[]) =>
  (kid: string): KeyObject | undefined => {
    const key = keys().find((one) => one.kid === kid);
    return key === undefined ? undefined : importPublicKey(key.publicKey);
  };

/** What every signed command of the cloud says. */
interface Addressed {
  readonly boxId: BoxId;
  readonly facilityId: FacilityId;
  readonly replyTo: string;
}

/** A command is for now. One with a deadline further ahead than any caller waits would be a key to the door, kept for later. */
const DEADLINE_AHEAD_MAX_MS = 60_000;

/** Whether a command may begin now. */
export const isForNow = (clock: Pick<Clock, 'monoMs'>, command: { readonly notAfterMonoMs: number }): boolean => {
  const leftMs = command.notAfterMonoMs - clock.monoMs();
  return leftMs >= 0 && leftMs <= DEADLINE_AHEAD_MAX_MS;
};

const REPLICA = /^[A-Za-z0-9_.-]{1,64}$/;

/**
 * Reads the signed commands of one kind: the command, if it is the cloud's, well-formed, and this box's; else
 * `undefined`, and nobody is answered. Never throws, whatever the message.
 */
export const signedCommandReader =
  <Command extends Addressed>(schema: z.ZodType<Command>, deps: SignedCommandDeps) =>
  (message: unknown): Command | undefined => {
    const drop = (why: string) => void deps.log.warn({ why }, 'A command was dropped.');
    const envelope = Signed.safeParse(message);
    if (!envelope.success) return drop('malformed message');
    const verified = verifyJws(envelope.data.jws, deps.commandKey);
    if (!verified.ok) return drop(verified.why);
    const parsed = schema.safeParse(verified.payload);
    if (!parsed.success) return drop('malformed command');
    const command = parsed.data;
    if (command.boxId !== deps.boxId) return drop('for another box');
    if (command.facilityId !== deps.facilityId()) return drop('for another facility');
    const reply = parseTopic(command.replyTo);
    if (reply?.direction !== 'reply' || reply.boxId !== deps.boxId || !REPLICA.test(reply.replica))
      return drop('answer wanted on a topic that is not ours');
    return command;
  };
