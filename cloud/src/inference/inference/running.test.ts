import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { goFirst } from '../../kit/yield-to-event-loop.ts';
import { createRunning, type Run } from './running.ts';

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));
const turns = async (count: number): Promise<void> => {
  for (let at = 0; at < count; at += 1) await turn();
};

/** Requests that are under way on a database that says how many statements each unit of it runs. */
const runningOn = () => {
  const units: number[] = [];
  const clock = new ManualClock();
  const db: Pick<Database, 'write'> = {
    write: async (work) => {
      let statements = 0;
      const connection = {
        executeQuery: async () => {
          statements += 1;
          return { rows: [] };
        },
      };
      const compiled = { sql: '', parameters: [] };
      const query: object = new Proxy({}, { get: (_, name) => (name === 'compile' ? () => compiled : () => query) });
      const tx = { getExecutor: () => ({ adapter: connection, connection }), updateTable: () => query };
      const value = await work(tx as never);
      units.push(statements);
      return value;
    },
  };
  const settled: string[] = [];
  const running = createRunning({
    db,
    clock,
    settling: { settle: async (_, { id }) => settled.push(id) > 0 },
    texts: { count: async () => 0 },
    log: { error: (detail) => expect.fail(JSON.stringify(detail)) },
  });
  const add = (id: string): Run => {
    const row = { id, provider: 'one' };
    const run = {
      row,
      asked: [],
      answered: [],
      pieces: 0,
      upstreamId: null,
      usage: { in: 1, out: 1 },
      giveUp: () => undefined,
    };
    running.add(run as object as Run);
    return run as object as Run;
  };
  return { running, clock, units, settled, add };
};

describe('requests that are under way', () => {
  it('are written down eight at a time, so that nobody at a door waits for all of them', async () => {
    const { running, clock, units, add } = runningOn();
    for (let at = 0; at < 20; at += 1) add(`gen_${String(at).padStart(2, '0')}`);
    await clock.advance(Seconds(2));
    await turns(12);
    expect(units).toEqual([8, 8, 4]);
    await running.close();
  });

  it('are settled once whoever stands at a door has been looked after', async () => {
    const { running, settled, add } = runningOn();
    const { promise, resolve } = Promise.withResolvers<void>();
    const unlock = goFirst(() => promise);
    const end = running.end(add('gen_1'), 'ok');
    await turns(6);
    expect(settled).toEqual([]);
    resolve();
    await unlock;
    await end;
    expect(settled).toEqual(['gen_1']);
    await running.close();
  });
});
