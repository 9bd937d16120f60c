import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

describe.each(ENGINES)('jobs over the platform API on $name', ({ open }) => {
  let api: PlatformApi;
  const clock = new ManualClock();
  beforeEach(async () => {
    api = await servePlatformApi(await open(), clock);
  });
  afterEach(() => api.close());
  const get = (path: string) => api.send({ path, headers: api.callers.platformAdmin.headers });
  const post = (path: string) => api.send({ method: 'POST', path, headers: api.callers.platformAdmin.headers });
  const jobs = async (count: number, kind = 'test.some') => {
    const ids: string[] = [];
    for (let i = 0; i < count; i++) {
      ids.push(
        await api.world.db.write((tx) => api.world.jobs.enqueue(tx, kind, { secret: 'hidden' }, { key: `${i}` })),
      );
      clock.jumpWall(1 as never);
    }
    return ids;
  };
  const kill = (id: string) =>
    api.world.db.write((tx) =>
      tx
        .updateTable('job')
        .set({ state: 'dead', attempt: 10, last_error: 'it failed', finished_at: clock.wallMs() })
        .where('id', '=', id)
        .execute(),
    );

  it('are listed page by page, the newest first, counted, and without what they carry', async () => {
    const ids = await jobs(5);
    await jobs(1, 'test.other');
    await kill(ids[0] ?? '');
    const first = await get('/api/admin/jobs?kind=test.some&limit=3');
    expect(first.json).toMatchObject({ counts: { queued: 4, running: 0, done: 0, dead: 1 } });
    const page = (answer: typeof first) =>
      (answer.json as { data: { jobId: string }[] }).data.map(({ jobId }) => jobId);
    expect(page(first)).toEqual(ids.toReversed().slice(0, 3));
    const { next } = first.json as { next: string };
    const second = await get(`/api/admin/jobs?kind=test.some&limit=3&after=${next}`);
    expect(page(second)).toEqual(ids.toReversed().slice(3));
    expect(second.json).toMatchObject({ next: null });
    expect((await get('/api/admin/jobs?state=dead')).json).toMatchObject({
      data: [{ jobId: ids[0], state: 'dead', lastError: 'it failed' }],
    });
    expect(first.text).not.toContain('hidden');
  });

  it('that are dead are tried again from the beginning, or discarded; others are left alone', async () => {
    const [one = '', two = '', three = ''] = await jobs(3);
    await kill(one);
    await kill(two);
    expect((await post(`/api/admin/jobs/${one}/retry`)).json).toMatchObject({ state: 'queued', attempt: 0 });
    expect((await post(`/api/admin/jobs/${two}/discard`)).json).toEqual({ jobId: two });
    expect(await post(`/api/admin/jobs/${two}/discard`)).toMatchObject({ status: 404, json: { error: 'job_unknown' } });
    for (const what of ['retry', 'discard'])
      expect(await post(`/api/admin/jobs/${three}/${what}`)).toMatchObject({
        status: 409,
        json: { error: 'job_not_dead' },
      });
  });

  it('that are dead wait for another one that is open for the same thing', async () => {
    const [one = ''] = await jobs(1);
    await kill(one);
    const [again = ''] = await jobs(1);
    expect(again).not.toBe(one);
    expect(await post(`/api/admin/jobs/${one}/retry`)).toMatchObject({ status: 409, json: { error: 'job_key_taken' } });
  });
});
