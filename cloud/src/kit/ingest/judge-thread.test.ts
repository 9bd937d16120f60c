import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJudgeThread, type JudgeThread } from './judge-thread.ts';

const ODD = new URL('./testing/odd-worker.ts', import.meta.url);

describe('the thread that judges batches', () => {
  let clock: ManualClock;
  let thread: JudgeThread;
  let batches: number;
  beforeEach(() => {
    clock = new ManualClock();
    thread = createJudgeThread({ clock, file: ODD, answerWithin: Seconds(30), heapMegabytes: 32 });
    batches = 0;
  });
  afterEach(() => thread.close());

  const ask = (what: string) =>
    thread.ask({
      ask: 'judge',
      batch: ++batches,
      url: what,
      bytes: new ArrayBuffer(2),
      linkKey: 'facility_id',
      rowsAtOnce: 9,
    });
  const answered = { head: { is: 'accepted' } };

  it('answers each question by its batch', async () => {
    const answers = await Promise.all([ask('answer'), ask('answer'), thread.ask({ ask: 'next', batch: 77 })]);
    expect(answers.map(({ batch }) => batch)).toEqual([1, 2, 77]);
  });

  it('refuses a batch that the worker fails at, and goes on with the same worker', async () => {
    await expect(ask('fail')).rejects.toThrow('a mistake');
    expect(await ask('answer')).toMatchObject(answered);
  });

  it.each(['throw', 'exit', 'exhaust'])(
    'fails what a worker was asked that dies (%s), and starts another',
    async (how) => {
      const lost = [ask('silence'), ask(how)];
      for (const { status } of await Promise.allSettled(lost)) expect(status).toBe('rejected');
      expect(await ask('answer')).toMatchObject(answered);
    },
  );

  it('ends a worker that does not answer in time, and starts another', async () => {
    const lost = expect(ask('hang')).rejects.toThrow('took too long');
    await clock.advance(Seconds(29));
    const late = expect(ask('answer')).rejects.toThrow('took too long');
    await clock.advance(Seconds(1));
    await Promise.all([lost, late]);
    expect(await ask('answer')).toMatchObject(answered);
    await clock.advance(Seconds(60));
    expect(await ask('answer')).toMatchObject(answered);
  });

  it('ends with the process: what runs fails, and nothing more is taken', async () => {
    const running = expect(ask('silence')).rejects.toThrow('the process ends');
    await thread.close();
    await running;
    await expect(ask('answer')).rejects.toThrow('the process ends');
    await thread.close();
  });
});
