import { once } from 'node:events';
import type { Database } from '@gatehouse/cloud/kit/db/unit-of-work.ts';
import { aroundStatements } from '@gatehouse/cloud/testing/around-statements.ts';

/** What a process of `livesOf` is to do, once it has loaded what it needs for that. */
export const lifeGiven = async <Life>(): Promise<Life> => {
  const [life] = (await once(process, 'message')) as [Life];
  // Threads and sockets of ours keep no process alive: it ends where it says so.
  setInterval(() => undefined, 60_000);
  return life;
};

/**
 * A database on which this process kills itself, as by `kill -9`, at the n-th point since `begin`: after a statement, after a commit,
 * or wherever else it calls `atPoint`. 0: at none.
 */
export const killedAt = (opened: Database, n: number) => {
  let points = 0;
  let isBegun = false;
  const atPoint = (): void => {
    if (isBegun && ++points === n) process.kill(process.pid, 'SIGKILL');
  };
  const db: Database = {
    ...opened,
    write: async (work) => {
      const result = await opened.write((tx) => work(aroundStatements(tx, { after: atPoint })));
      atPoint();
      return result;
    },
  };
  return {
    db,
    atPoint,
    begin: (): void => {
      isBegun = true;
    },
    /** How many points there were. */
    end: (): number => {
      isBegun = false;
      return points;
    },
  };
};
