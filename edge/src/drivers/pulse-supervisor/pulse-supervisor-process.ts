import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FromPulseSupervisor } from './messages.ts';
import type { StartPulseSupervisor } from './supervision.ts';

const MAIN = new URL('./pulse-supervisor-main.ts', import.meta.url);
/** A pulse supervisor has little to remember. The last is the launcher's: threads of TypeScript crash without it. */
const NODE_OPTIONS = [
  '--max-old-space-size=48',
  '--max-semi-space-size=1',
  `--wasm-wrapper-tiering-budget=${2 ** 31 - 1}`,
];
/** It gets nothing of the agent's environment: what it needs to know is sent to it. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '1' };

/** Starts a pulse supervisor as a child of this process. */
export const forkPulseSupervisor: StartPulseSupervisor = ({ message, gone }) => {
  const child: ChildProcess = fork(fileURLToPath(MAIN), [], {
    env: ENVIRONMENT,
    execArgv: NODE_OPTIONS,
    serialization: 'advanced', // Keeps what is undefined in a reading.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let over = false;
  const ended = (how: string): void => {
    if (over) return;
    over = true;
    gone(how);
  };
  child.on('message', (heard) => message(heard as FromPulseSupervisor));
  child.on('exit', (code, signal) => ended(signal ?? `code ${code}`));
  child.on('error', (error) => ended(error.message));
  // It hangs up when it ends; one that cannot be asked any more is no use.
  child.on('disconnect', () => child.kill('SIGKILL'));
  return {
    send: (order) => {
      if (child.connected) child.send(order, () => undefined); // A channel that breaks is told of by its end.
    },
    kill: () => void child.kill('SIGKILL'),
    leave: () => {
      child.removeAllListeners('disconnect');
      if (child.connected) child.disconnect();
      child.unref();
    },
  };
};
