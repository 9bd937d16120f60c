import { createHash } from 'node:crypto';
import { Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../db/engines.ts';
import type { Database } from '../db/unit-of-work.ts';
import { repliesRepo } from './replies.repo.ts';
import { type Attempt, type ReplyStore, replyStore } from './replies.ts';
import type { Outcome } from './run-declared.ts';

const request = { key: 'k-1', caller: 'user:1', content: ['things.add', { name: 'a' }], keep: true };

describe.each(ENGINES)('answers of requests with a key on $name', ({ open }) => {
  const clock = new ManualClock();
  let db: Database;
  let replies: ReplyStore;
  let runs: number;
  const made = async (): Promise<Outcome> => ({ status: 201, value: { made: ++runs }, headers: {} });
  beforeEach(async () => {
    db = await open();
    replies = replyStore(db, clock);
    runs = 0;
  });

  it('are given again to the same request, and it is not carried out again', async () => {
    const first = await replies.once(request, made);
    expect(first).toMatchObject({ replayed: false, outcome: { value: { made: 1 } } });
    expect(await replies.once(request, made)).toEqual({
      replayed: true,
      outcome: { status: 201, value: { made: 1 }, headers: { 'Idempotent-Replayed': 'true' } },
    });
    expect(runs).toBe(1);
  });

  it('belong to one caller and one content', async () => {
    await replies.once(request, made);
    await expect(replies.once({ ...request, content: ['things.add', { name: 'b' }] }, made)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect(await replies.once({ ...request, caller: 'user:2' }, made)).toMatchObject({ replayed: false });
    expect(runs).toBe(2);
  });

  it('leave no hash from which a PIN could be guessed', async () => {
    const content = ['panel-staff.add', { body: { name: 'Sam', pin: '482913' } }];
    await replies.once({ ...request, content }, made);
    await replies.once({ ...request, key: 'k-2', content }, made);
    const rows = await db.read((tx) => tx.selectFrom('http_reply').select('request_hash').execute());
    const bare = createHash('sha256').update(JSON.stringify(content)).digest('hex');
    expect(new Set([...rows.map(({ request_hash }) => request_hash), bare]).size).toBe(3);
  });

  it('are made once for many at the same time', async () => {
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => replies.once(request, made)));
    expect(runs).toBe(1);
    for (const one of all)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'request_in_progress' });
  });

  it('leave the key free where the request was refused, and taken where it had decided before it failed', async () => {
    const refused = () => Promise.reject(new Error('refused'));
    await expect(replies.once(request, refused)).rejects.toThrow('refused');
    expect(await replies.once(request, made)).toMatchObject({ replayed: false });

    const other = { ...request, key: 'k-2' };
    const decidedAndFailed = async ({ decided }: Attempt): Promise<Outcome> => {
      await db.write(decided);
      throw new Error('afterwards');
    };
    await expect(replies.once(other, decidedAndFailed)).rejects.toThrow('afterwards');
    await expect(replies.once(other, made)).rejects.toMatchObject({ code: 'answer_not_kept' });
  });

  it('with a secret are not kept, and the request is not carried out again either', async () => {
    const secret = { ...request, keep: false };
    await replies.once(secret, made);
    await expect(replies.once(secret, made)).rejects.toMatchObject({ code: 'answer_not_kept' });
    expect(await db.read((tx) => tx.selectFrom('http_reply').select('answer').execute())).toEqual([{ answer: null }]);
  });

  it('of a process that died are waited for, and then made anew', async () => {
    const dies = new Promise<Outcome>(() => undefined);
    void replies.once(request, () => dies);
    await expect.poll(() => db.read((tx) => tx.selectFrom('http_reply').selectAll().execute())).toHaveLength(1);
    await expect(replies.once(request, made)).rejects.toMatchObject({ code: 'request_in_progress' });
    await clock.advance(Minutes(3));
    expect(await replies.once(request, made)).toMatchObject({ replayed: false });
  });

  it('are made once though the first attempt, which was taken for dead, goes on', async () => {
    let carriedOut = 0;
    const ran: Attempt[] = [];
    const waits: (() => void)[] = [];
    const slow = async (attempt: Attempt): Promise<Outcome> => {
      ran.push(attempt);
      await new Promise<void>((resolve) => waits.push(resolve));
      await db.write(async (tx) => {
        carriedOut++;
        await attempt.decided(tx);
      });
      return made();
    };
    const first = replies.once(request, slow);
    await expect.poll(() => waits.length).toBe(1);
    // Its process was held up, or a clock has jumped.
    await clock.advance(Minutes(3));
    const second = replies.once(request, slow);
    await expect.poll(() => waits.length).toBe(2);
    waits[0]?.();
    await expect(first).rejects.toMatchObject({ code: 'request_in_progress' });
    await expect(replies.once(request, made)).rejects.toMatchObject({ code: 'request_in_progress' });
    waits[1]?.();
    expect(await second).toMatchObject({ replayed: false });
    expect(await replies.once(request, made)).toMatchObject({ replayed: true });
    expect(carriedOut, 'the unit of the first was undone').toBe(2);
  });

  it('are forgotten after a day', async () => {
    await replies.once(request, made);
    await db.write((tx) => repliesRepo(tx).deleteBefore(clock.wallMs() + Hours(24), 10));
    expect(await replies.once(request, made)).toMatchObject({ replayed: false });
  });

  it('need a key that is one', async () => {
    for (const key of ['', 'a b', 'ü', 'x'.repeat(121)])
      await expect(replies.once({ ...request, key }, made)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
