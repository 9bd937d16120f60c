import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { expect, it } from 'vitest';
import { createRecovery, type RecoveryDeps } from './recovery.ts';

const STANDING = 50;

it('settles all others though one cannot be, and says so in the end', async () => {
  const clock = new ManualClock();
  const settled: string[] = [];
  const rows = ['a', 'b', 'c'].map((id) => ({ id, provider: 'gone', upstream_id: null, tokens_in: 1, tokens_out: 1 }));
  const deps = {
    db: { read: async () => rows, write: async (work: (tx: unknown) => unknown) => work(undefined) },
    clock,
    upstreams: [],
    running: { isHere: () => false },
    settling: {
      settle: async (_tx: unknown, { id }: { id: string }) => {
        if (id === 'b') throw new Error('no books');
        settled.push(id);
        return true;
      },
    },
  };
  await expect(createRecovery(deps as unknown as RecoveryDeps).sweep()).rejects.toThrow('cannot be settled: 1');
  expect(settled).toEqual(['a', 'c']);
});

it('waits for a provider that says nothing by twenty requests at a time, and settles each once', async () => {
  const clock = new ManualClock();
  const rows = Array.from({ length: STANDING }, (_, at) => ({
    ...{ id: `req_${at}`, provider: 'away', upstream_id: `gen_${at}`, tokens_in: at, tokens_out: 1 },
  }));
  let asking = 0;
  let mostAtOnce = 0;
  const settled: string[] = [];
  const deps = {
    db: { read: async () => rows, write: async (work: (tx: unknown) => unknown) => work(undefined) },
    clock,
    upstreams: [
      {
        settings: { name: 'away' },
        usageOf: async () => {
          mostAtOnce = Math.max(mostAtOnce, ++asking);
          await sleep(clock, Seconds(5));
          asking--;
        },
      },
    ],
    running: { isHere: (id: string) => id === 'req_0' },
    settling: {
      settle: async (_tx: unknown, { id, tokens_in }: (typeof rows)[number], ending: { tokens: object }) => {
        expect(ending.tokens).toEqual({ in: tokens_in, out: 1 });
        settled.push(id);
        return true;
      },
    },
  };
  const sweeping = createRecovery(deps as unknown as RecoveryDeps).sweep();
  await clock.advance(Seconds(15));
  expect(await sweeping).toBe(STANDING - 1);
  expect([mostAtOnce, new Set(settled).size, settled.length]).toEqual([20, STANDING - 1, STANDING - 1]);
});
