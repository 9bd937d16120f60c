import { ControlError } from '@gatehouse/shared/control/control-client.ts';

/** One line for a person: what failed, and its code where there is one. Stacks are for bugs only. */
export const readableFailure = (error: unknown): string => {
  if (error instanceof ControlError) return `${error.message} (${error.code})`;
  if (error instanceof CommandFailure) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

/** The command could not do what was asked, for a reason that the message tells. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}
