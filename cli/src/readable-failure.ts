import { existsSync } from 'node:fs';
import { ControlError } from '@gatehouse/shared/control/control-client.ts';
import { controlSocketPath } from '@gatehouse/shared/control/control-socket.ts';

/** One line for a person: what failed, and its code where there is one. Stacks are for bugs only. */
export const readableFailure = (error: unknown): string => {
  if (error instanceof ControlError) return `${error.message} (${error.code})${whereItRuns(error)}`;
  if (error instanceof CommandFailure) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

/** Orders go to the process of one data folder, and the demo has its own: who runs that one is told which. */
const whereItRuns = ({ code }: ControlError): string => {
  if (code !== 'not_running') return '';
  const running = DEMO_FOLDERS.filter((folder) => existsSync(controlSocketPath(folder)));
  return `\nName the data folder of the process that runs with --data.${running.map((folder) => `\nA demo runs here: --data ${folder}`).join('')}`;
};
const DEMO_FOLDERS = ['data/demo/cloud', 'data/demo/edge'];

/** The command could not do what was asked, for a reason that the message tells. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}
