import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';

const PROGRAMS = {
  'bare-ws-server': new URL('./programs/bare-ws-server.ts', import.meta.url),
  'bare-row-server': new URL('./programs/bare-row-server.ts', import.meta.url),
  'bus-idle': new URL('./programs/bus-idle.ts', import.meta.url),
  'cloud-alone': new URL('./programs/cloud-alone.ts', import.meta.url),
  'edge-decisions': new URL('./programs/edge-decisions.ts', import.meta.url),
  crowd: new URL('./programs/crowd.ts', import.meta.url),
  'echo-server': new URL('./programs/echo-server.ts', import.meta.url),
  'gate-alone': new URL('./programs/gate-alone.ts', import.meta.url),
  'gpio-line': new URL('./programs/gpio-line.ts', import.meta.url),
  'gpio-world': new URL('./programs/gpio-world.ts', import.meta.url),
  'kit-server': new URL('./programs/kit-server.ts', import.meta.url),
  'mqtt-echo': new URL('./programs/mqtt-echo.ts', import.meta.url),
  'mqtt-line': new URL('./programs/mqtt-line.ts', import.meta.url),
  'no-op-server': new URL('./programs/no-op-server.ts', import.meta.url),
  'ping-box': new URL('./programs/ping-box.ts', import.meta.url),
  'ping-cloud': new URL('./programs/ping-cloud.ts', import.meta.url),
  pusher: new URL('./programs/pusher.ts', import.meta.url),
  watchers: new URL('./programs/watchers.ts', import.meta.url),
  residents: new URL('./programs/residents.ts', import.meta.url),
};

/** One of the programs beside this file, running. */
export interface Program<Ready> {
  readonly pid: number;
  readonly ready: Ready;
  /** Sends a message, and resolves with the next one that comes back. */
  request(message: object): Promise<unknown>;
  stop(): Promise<void>;
}

const next = (child: ChildProcess, type: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const take = (message: unknown) => {
      if ((message as { type?: unknown }).type !== type) return;
      child.off('exit', gone).off('message', take);
      resolve(message);
    };
    const gone = (code: number | null) => reject(new Error(`a program of the bench ended with ${code}`));
    child.on('message', take).once('exit', gone);
  });

/** `through` is a program that is given the whole command line to run, and becomes what it runs. */
export const startProgram = async <Ready extends z.ZodType>(
  name: keyof typeof PROGRAMS,
  args: readonly string[],
  ready: Ready,
  through: readonly string[] = [],
): Promise<Program<z.infer<Ready>>> => {
  const [execPath = process.execPath, ...execArgv] = [...through, process.execPath, ...process.execArgv];
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
  const child = fork(fileURLToPath(PROGRAMS[name]), [...args], { execPath, execArgv, stdio: [...stdio] });
  return {
    pid: child.pid ?? 0,
    ready: ready.parse(await next(child, 'ready')),
    request: (message) => {
      const answer = next(child, 'sample');
      child.send(message);
      return answer;
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
};
