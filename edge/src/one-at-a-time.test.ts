import { describe, expect, it } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

describe('work done one at a time', () => {
  it('is done once more for all who asked while it ran, and they wait for that', async () => {
    const runs: PromiseWithResolvers<void>[] = [];
    const work = oneAtATime(() => {
      const run = Promise.withResolvers<void>();
      runs.push(run);
      return run.promise;
    });
    const first = work.ask();
    const [second, third] = [work.ask(), work.ask()];
    expect([runs.length, work.running()]).toEqual([1, true]);
    runs[0]?.resolve();
    await Promise.resolve();
    await Promise.resolve();
    expect(runs).toHaveLength(2);
    runs[1]?.resolve();
    await Promise.all([first, second, third]);
    expect([runs.length, work.running()]).toEqual([2, false]);
  });

  it('is done for who asks in the very moment in which it ends', async () => {
    const end = Promise.withResolvers<void>();
    let runs = 0;
    const work = oneAtATime(() => (runs++ === 0 ? end.promise : Promise.resolve()));
    void work.ask();
    const asked = end.promise.then(() => work.ask());
    end.resolve();
    await asked;
    expect([runs, work.running()]).toEqual([2, false]);
  });

  it('says when nothing of it is left to do, and begins anew when asked later', async () => {
    const seen: string[] = [];
    const work = oneAtATime(
      async () => void seen.push('work'),
      () => seen.push('done'),
    );
    await work.ask();
    await work.ask();
    expect(seen).toEqual(['work', 'done', 'work', 'done']);
  });
});
