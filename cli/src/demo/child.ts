import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { z } from 'zod';
import { asOneFile } from '../one-file.ts';
import { CommandFailure } from '../readable-failure.ts';

export interface ChildOptions<Ready extends z.ZodType> {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  /** A program that is given the whole command line to run, such as one that enters a namespace. It must become what it runs. */
  readonly through?: readonly string[] | undefined;
  readonly environment?: Readonly<Record<string, string>>;
  /** What the process says once it serves. */
  readonly ready: Ready;
  /** For a program that waits to be told to begin: it is told once this is fulfilled, and ended where it is rejected. */
  readonly go?: Promise<void>;
  /** Its log goes to `<logDir>/<name>.log`. */
  readonly logDir: string;
  readonly clock: Clock;
  /** Ends the process, and the waiting for it, while it starts; afterwards it is `stop` that ends it. */
  readonly signal?: AbortSignal;
}

export interface Child<Ready> {
  readonly pid: number;
  readonly ready: Ready;
  /** Asks the process to stop and waits; after 5 s, or the patience given, it is ended. */
  stop(patience?: Duration): Promise<void>;
  /** Gives it a connection, of which nothing has been read. From then on it is not ours. */
  hand(message: object, socket: Socket): void;
  /** Called when the process ends without having been asked to. */
  onCrash(listener: (why: string) => void): void;
}

const STOP_PATIENCE = Seconds(5);
/** One that has not started has nothing to put away that a kill would not leave as well. */
const START_STOP_PATIENCE = Seconds(2);

/** Starts a process and resolves once it serves. Rejects, naming its log, if it ends before. */
export const startChild = async <Ready extends z.ZodType>(
  options: ChildOptions<Ready>,
): Promise<Child<z.infer<Ready>>> => {
  const { name, file, args, through = [], environment = {}, logDir, clock, signal, go } = options;
  signal?.throwIfAborted();
  mkdirSync(logDir, { recursive: true, mode: 0o700 });
  const logFile = join(logDir, `${name}.log`);
  const log = createWriteStream(logFile, { mode: 0o600 });
  // A group of its own: Ctrl-C reaches this process alone, which then stops the others in order.
  const [program, ...rest] = [...through, process.execPath, ...process.execArgv, await asOneFile(file), ...args];
  const child = spawn(program ?? process.execPath, rest, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
    env: { ...process.env, ...environment },
  });
  child.stdout?.pipe(log);
  child.stderr?.pipe(log);

  let stopping = false;
  const crashListeners: ((why: string) => void)[] = [];
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  void exited.then((why) => {
    if (!stopping)
      for (const listener of crashListeners) listener(`The ${name} process ended (${why}); see ${logFile}.`);
  });

  const stop = async (patience: Duration = STOP_PATIENCE): Promise<void> => {
    stopping = true;
    child.kill('SIGTERM');
    const impatient = clock.after(patience, () => child.kill('SIGKILL'));
    await exited;
    impatient.cancel();
  };
  const ready = await Promise.race([
    toldToGo(child, go),
    readyMessage(child, options.ready),
    aborted(signal),
    exited.then((why) => {
      throw new CommandFailure(`The ${name} process did not start (${why}): ${lastLine(logFile)}\n  see ${logFile}`);
    }),
  ]).catch(async (error: unknown) => {
    if (signal?.aborted === true) await stop(START_STOP_PATIENCE);
    else child.kill('SIGKILL');
    throw error;
  });
  return {
    pid: child.pid ?? 0,
    ready,
    hand: handsTo(child, exited),
    onCrash: (listener) => void crashListeners.push(listener),
    stop,
  };
};

/**
 * Gives connections to a process, and keeps each until it says `{type: 'took', number}`: of one that it was given as it died nobody
 * else would ever let go. Where it cannot be given, or is not taken, nobody is there: the caller is told as by a service that is down.
 */
const handsTo = (child: ChildProcess, exited: Promise<unknown>): Child<unknown>['hand'] => {
  const given = new Map<number, Socket>();
  let last = 0;
  const letGo = (number: number): void => {
    given.get(number)?.destroy();
    given.delete(number);
  };
  child.on('message', ({ type, number }: { readonly type?: unknown; readonly number?: unknown }) => {
    if (type === 'took') letGo(Number(number));
  });
  void exited.then(() => [...given.keys()].forEach(letGo));
  return (message, socket) => {
    const number = ++last;
    given.set(number, socket);
    child.send({ ...message, number }, socket, { keepOpen: true }, (error) => error && letGo(number));
  };
};

/** Rejects when the signal comes; never, where there is none. */
const aborted = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** Rejects where it may not go; never otherwise. */
const toldToGo = async (child: ChildProcess, go: Promise<void> | undefined): Promise<never> => {
  if (go !== undefined) {
    await go;
    child.send('go');
  }
  return new Promise(() => undefined);
};

const lastLine = (logFile: string): string => readFileSync(logFile, 'utf8').trimEnd().split('\n').at(-1) ?? '';

const readyMessage = <Ready extends z.ZodType>(child: ChildProcess, schema: Ready): Promise<z.infer<Ready>> =>
  new Promise((resolve, reject) => {
    child.on('message', (message: { type?: unknown }) => {
      if (message.type !== 'ready') return;
      const parsed = schema.safeParse(message);
      if (parsed.success) resolve(parsed.data);
      else reject(parsed.error);
    });
  });
