import { spawn } from 'node:child_process';

export interface Ended {
  /** `null` when a signal ended it. */
  readonly code: number | null;
  /** Standard output and error, as they came. */
  readonly output: string;
}

/** Runs a program of the system to its end, or for `seconds` at most. Rejects, naming it, when it is not installed. */
export const runProgram = (command: string, args: readonly string[], seconds = 10): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: AbortSignal.timeout(seconds * 1_000),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    child.on('error', (error) => {
      if (error.name !== 'AbortError') reject(new Error(`${command}: ${error.message}. Is it installed? See .ci/run.`));
    });
    child.on('close', (code) => resolve({ code, output }));
  });
