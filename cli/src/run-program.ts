import { spawn } from 'node:child_process';

/** Runs a program in the foreground: its output is ours, our signals are its, and its exit code becomes ours. */
export const runProgram = (
  file: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...process.execArgv, file, ...args], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'], // The end of the channel tells it that this process is gone.
      env: { ...process.env, ...environment },
    });
    const pass = (signal: NodeJS.Signals) => {
      // Ctrl-C reaches the child from the terminal itself.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    const orphaned = () => child.kill('SIGTERM');
    process.on('SIGINT', pass).on('SIGTERM', pass).on('disconnect', orphaned);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      process.off('disconnect', orphaned); // Or the channel to the launcher would keep this process.
      process.exitCode = code ?? (signal === null ? 0 : 1);
      resolve();
    });
  });
