import { fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';

/** Processes of a program, one after the other: each has loaded what it needs by the time the one before it has ended. */
export const livesOf = <Life extends object, Done>(program: string) => {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'gatehouse-lives-compiled') };
  const begin = () => fork(program, { execArgv: [], env });
  let next = begin();
  return {
    /** Resolves with what it says at its end; undefined where it was killed. */
    live: async (life: Life): Promise<Done | undefined> => {
      const child = next;
      let done: Done | undefined;
      child.on('message', (message: Done) => {
        done = message;
      });
      const exit = once(child, 'exit');
      child.send(life);
      next = begin();
      const [code, by] = await exit;
      expect([done === undefined, code, by]).toEqual(done === undefined ? [true, null, 'SIGKILL'] : [false, 0, null]);
      return done;
    },
    close: (): void => void next.kill('SIGKILL'),
  };
};
