import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, describe, expect, it } from 'vitest';
import type { AnyBatchKind } from './batch-kind.ts';
import { createIngest, type JudgedBatch } from './ingest.ts';
import type { JudgeThread } from './judge-thread.ts';
import { batchKind, type ThingRow } from './testing/sample.batch.ts';
import type { Verdict } from './verdicts.ts';

const ingest = createIngest({ clock: systemClock });
afterAll(() => ingest.close());

const options = { tenant: 'a', linkKey: 'facility_id' } as const;
const bytesOf = (things: unknown) => Buffer.from(JSON.stringify({ things }));
const thing = (fields: object = {}) => ({ facility_id: 'fac', thing_id: 'a', ...fields });
const judge = (things: unknown, kind: AnyBatchKind = batchKind) =>
  ingest.judge<ThingRow>(kind, bytesOf(things), options);
const accepted = async (things: unknown) => {
  const judged = await judge(things);
  if ('problems' in judged) throw new Error('refused');
  return judged;
};
const rest = async (judged: Exclude<JudgedBatch<ThingRow>, { problems: unknown }>) => {
  const verdicts: Verdict<ThingRow>[] = [];
  for (let piece = await judged.next(); piece !== undefined; piece = await judged.next()) verdicts.push(...piece);
  judged.end();
  return verdicts;
};

describe('judging in a worker', () => {
  it('looks into no byte itself: whatever they are, they go to the worker as they came, and not as a copy', async () => {
    const asked: unknown[] = [];
    const thread: JudgeThread = {
      ask: async (message) => {
        asked.push(message);
        return { batch: message.batch, head: { is: 'accepted', total: 0, unnamed: 0, guesses: [] }, piece: undefined };
      },
      forget: () => undefined,
      close: async () => undefined,
    };
    const bytes = new Uint8Array(10 * 1024 * 1024).fill(0x5b);
    await createIngest({ clock: systemClock, thread }).judge(batchKind, bytes, options);
    expect(asked).toEqual([
      { ask: 'judge', batch: 1, url: batchKind.url, bytes: bytes.buffer, linkKey: 'facility_id', rowsAtOnce: 100 },
    ]);
  });

  it('hands out every verdict, in order', async () => {
    const things = Array.from({ length: 350 }, (_, i) => (i % 50 === 7 ? 'no thing' : thing({ thing_id: `t${i}` })));
    const verdicts = await rest(await accepted(things));
    expect(verdicts.map(({ index }) => index)).toEqual(things.map((_, i) => i));
    expect(verdicts.filter((verdict) => 'skip' in verdict)).toHaveLength(7);
  });

  it('leaves alone the bytes beside those it was given', async () => {
    const whole = Buffer.concat([Buffer.from('keep'), bytesOf([thing()]), Buffer.from('keep')]);
    const judged = await ingest.judge<ThingRow>(batchKind, whole.subarray(4, whole.length - 4), options);
    expect(judged).toMatchObject({ total: 1 });
    if ('end' in judged) judged.end();
    expect(whole.toString()).toMatch(/^keep.*keep$/);
  });

  it('throws what refuses the request: 400 for what is no batch, 422 for too many items', async () => {
    const malformed = ingest.judge(batchKind, Buffer.from('{"things":[1.5'), options);
    await expect(malformed).rejects.toMatchObject({ code: 'invalid_request', message: 'body: is not JSON' });
    const many = ingest.judge({ ...batchKind, itemsMax: 200_000 }, bytesOf(new Array(200_001).fill(0)), options);
    await expect(many).rejects.toMatchObject({ code: 'too_many_items', spec: { status: 422 } });
  });

  it('tells the problems for which a request is refused', async () => {
    expect(await judge([thing({ code: 'x' })])).toMatchObject({ problemCount: 1, problems: [{ index: 0, id: 'a' }] });
  });

  it('fails a batch by our own mistake alone: others go on', async () => {
    const good = await accepted(Array.from({ length: 120 }, () => thing()));
    await expect(judge([thing({ size: 666 })])).rejects.toThrow('a mistake of ours');
    await expect(judge([], { ...batchKind, url: 'file:///nowhere.ts' })).rejects.toThrow('nowhere');
    expect(await rest(good)).toHaveLength(120);
  });

  it('answers 503 when too many wait, and serves those that do', async () => {
    const open = await Promise.all([accepted([thing()]), accepted([thing()])]);
    const waiting = Array.from({ length: 10 }, () => accepted([thing()]).then(rest));
    await expect(judge([thing()])).rejects.toMatchObject({ code: 'overloaded', spec: { status: 503 } });
    const other = await ingest.judge(batchKind, bytesOf([thing()]), { ...options, tenant: 'another' });
    if ('end' in other) other.end(); // It had a place, whatever becomes of those.
    for (const judged of open) judged.end();
    expect((await Promise.all(waiting)).every(({ length }) => length === 1)).toBe(true);
  });

  it('runs what writes alone, one after the other, whatever becomes of each', async () => {
    const log: string[] = [];
    const work = (name: string) => async () => {
      log.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      log.push(`${name} ends`);
      if (name === 'b') throw new Error('b fails');
    };
    const all = await Promise.allSettled(['a', 'b', 'c'].map((name) => ingest.alone(work(name))));
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });
});
