import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');
const CLI = join(ROOT, 'cli/src/main.ts');

/** A command, and what it has printed so far. */
export const startPrinting = (command: string, ...args: string[]) => {
  const child: ChildProcess = spawn(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (said += text));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return { child, pid: child.pid ?? 0, said: () => said, ended };
};

/** `gatehouse …`. */
export const startCli = (...args: string[]) => startPrinting(process.execPath, CLI, ...args);

/** `gatehouse demo`, as `npm run demo` starts it. */
export const startDemo = (dataDir: string, ...options: string[]) => startCli('demo', '--data', dataDir, ...options);

/** What stands behind a name on a screen of the demo. */
export const printed = (text: string, name: string): string =>
  new RegExp(`${name}\\s+(\\S+)`).exec(text)?.[1] ?? `no ${name}`;
