import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** Runs a program to its end with our own terminal. Resolves with its exit code; 1 for one that a signal ended. */
const run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> =>
  new Promise((settle, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    const pass = (signal: NodeJS.Signals) => void child.kill(signal);
    process.on('SIGTERM', pass).on('SIGINT', pass);
    child.on('error', reject);
    child.on('exit', (code) => {
      process.off('SIGTERM', pass).off('SIGINT', pass);
      settle(code ?? 1);
    });
  });

/** Runs a tool that npm installed. */
export const runTool = (name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> =>
  run(join(ROOT, 'node_modules', '.bin', name), args, env);

/** Runs a TypeScript file of the project. One that is not there is a failure, not nothing. */
export const runFile = (path: string, args: readonly string[]): Promise<number> => {
  if (!existsSync(join(ROOT, path))) {
    console.error(`${path} does not exist.`);
    return Promise.resolve(1);
  }
  return run(process.execPath, ['--disable-warning=ExperimentalWarning', path, ...args]);
};
