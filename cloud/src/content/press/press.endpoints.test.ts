import { Hours } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

const ITEM = { title: 'Awarded', outlet: 'The Courier', excerpt: 'Gym of the year.', publishedOn: '2026-01-01' };

describe.each(ENGINES)('press items on $name', ({ open }) => {
  const clock = new ManualClock();
  let api: PlatformApi;
  beforeAll(async () => {
    api = await servePlatformApi(await open(), clock);
  });
  afterAll(() => api.close());

  type Caller = keyof PlatformApi['callers'];
  const send = async (caller: Caller, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
    await api.moveOn();
    return api.send({ method, path, headers: api.callers[caller].headers, ...(body && { body }) });
  };
  let slugs = 0;
  const add = async (body: object = {}) => {
    const organisationId = api.world.orgId;
    const slug = `item-${++slugs}`;
    const answer = await send('orgAdmin', 'POST', '/api/admin/press/add', { ...ITEM, organisationId, slug, ...body });
    expect(answer.status, answer.text).toBe(201);
    return (answer.json as { pressId: string }).pressId;
  };
  const update = (pressId: string, body: object) => send('orgAdmin', 'POST', `/api/press/update/${pressId}`, body);
  const stateOf = async (pressId: string) =>
    ((await send('orgAdmin', 'GET', `/api/admin/press/${pressId}`)).json as { state: string }).state;
  const publishedAt = (slug: string) => api.world.db.read((tx) => api.world.press.published(tx, slug));

  /** Runs the job that was ordered for that moment. */
  const runAt = async (moment: string) => {
    const due = await api.world.db.read((tx) =>
      tx
        .selectFrom('job')
        .where('kind', '=', 'press.publish')
        .where('due_at', '=', Date.parse(moment))
        .selectAll()
        .execute(),
    );
    const kind = api.world
      .collected('jobs')
      .flat()
      .find(({ name }) => name === 'press.publish');
    expect(due).toHaveLength(1);
    for (const { payload } of due) await kind?.run(kind.payload.parse(JSON.parse(payload)) as never, {} as never);
  };

  it('are listed by the day of their outlet, the newest first', async () => {
    const days = ['2025-03-01', '2025-05-01', '2025-04-01'];
    for (const publishedOn of days) await add({ publishedOn, state: 'published' });
    const page = async (query: string) =>
      (await send('staff', 'GET', `/api/admin/press?limit=2${query}`)).json as { data: (typeof ITEM)[]; next: string };
    const { data, next } = await page('');
    expect(data.map(({ publishedOn }) => publishedOn)).toEqual(['2025-05-01', '2025-04-01']);
    expect((await page(`&after=${next}`)).data.map(({ publishedOn }) => publishedOn)).toEqual(['2025-03-01']);
  });

  it('are published by a job when their time has come, and not before', async () => {
    const publishAt = isoOf(clock.wallMs() + Hours(2));
    const pressId = await add({ state: 'scheduled', publishAt, slug: 'later' });
    expect(await publishedAt('later')).toBeUndefined();
    // Another time: what was ordered for the first does nothing.
    const later = isoOf(clock.wallMs() + Hours(4));
    await update(pressId, { publishAt: later });
    await runAt(publishAt);
    expect(await stateOf(pressId)).toBe('scheduled');
    await runAt(later);
    expect(await publishedAt('later')).toMatchObject({ id: pressId, publish_at: null });
  });

  it('are scheduled for a time to come, and become what they may', async () => {
    const past = isoOf(clock.wallMs() - Hours(1));
    const pressId = await add();
    for (const publishAt of [past, null])
      expect(await update(pressId, { state: 'scheduled', publishAt })).toMatchObject({
        status: 400,
        json: { message: expect.stringContaining('publishAt') },
      });
    expect(await update(pressId, { state: 'withdrawn' })).toMatchObject({
      status: 409,
      json: { error: 'press_state' },
    });
    expect((await update(pressId, { state: 'published' })).status).toBe(200);
    expect(await update(pressId, { state: 'draft' })).toMatchObject({ status: 409, json: { error: 'press_state' } });
    expect((await update(pressId, { state: 'withdrawn' })).status).toBe(200);
    expect((await update(pressId, { state: 'published', expectedRevision: 3 })).status).toBe(200);
    expect((await update(pressId, { title: 'x', expectedRevision: 3 })).json).toMatchObject({ error: 'changed' });
  });

  it('keep the slugs under which they were published, and free those of drafts', async () => {
    const pressId = await add({ slug: 'one' });
    await update(pressId, { slug: 'two', state: 'published' });
    await update(pressId, { slug: 'three' });
    expect(await publishedAt('one')).toBeUndefined();
    expect(await publishedAt('two')).toMatchObject({ id: pressId, slug: 'three' });
    const another = await add({ slug: 'one' });
    expect(await update(another, { slug: 'two' })).toMatchObject({ status: 409, json: { error: 'press_slug_taken' } });
    await update(pressId, { state: 'withdrawn' });
    expect(await publishedAt('two')).toBeUndefined();
    expect((await send('orgAdmin', 'DELETE', `/api/admin/press/delete/${pressId}`)).status).toBe(200);
    expect((await update(another, { slug: 'two' })).status).toBe(200);
  });

  it.each(['http://news.example/', 'javascript:alert(1)', 'https://', 'ftp://x.example/'])(
    'take no source at %s',
    async (sourceUrl) => {
      const body = { ...ITEM, organisationId: api.world.orgId, slug: 'bad', sourceUrl };
      expect((await send('orgAdmin', 'POST', '/api/admin/press/add', body)).status).toBe(400);
    },
  );
});
