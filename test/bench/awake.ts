import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** util-linux's chrt(1). */
const CHANGE_SCHEDULING = 'chrt';

/**
 * Keeps every core awake with a loop that yields to everything else (SCHED_IDLE), so that one operation in flight does
 * not measure how long a sleeping core takes to wake. Returns how to end it; does nothing where there is no `chrt`.
 */
export const holdAwake = (): (() => void) => {
  const spinners = Array.from({ length: availableParallelism() }, () => {
    const child = spawn(CHANGE_SCHEDULING, ['-i', '0', process.execPath, '-e', 'for (;;);'], { stdio: 'ignore' });
    child.on('error', () => console.error('There is no chrt: the cores may sleep between operations.'));
    return child;
  });
  return () => {
    for (const child of spinners) child.kill('SIGKILL');
  };
};
