import { Hours } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

const PATH = '/api/admin/landing-pages';
const draft = (heading: string) => ({ title: 'River', blocks: [{ kind: 'hero', heading }] });
interface Page {
  readonly landingPageId: string;
  readonly slug: string;
  readonly draft: { readonly blocks: readonly { readonly heading: string }[] } | null;
  readonly published: Page['draft'];
  readonly [field: string]: unknown;
}

describe.each(ENGINES)('landing pages on $name', ({ open }) => {
  const clock = new ManualClock();
  let api: PlatformApi;
  beforeAll(async () => {
    api = await servePlatformApi(await open(), clock);
  });
  afterAll(() => api.close());

  type Caller = keyof PlatformApi['callers'];
  const send = async (caller: Caller, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', body?: object, query = '') => {
    await api.moveOn();
    return api.send({ method, path: `${PATH}${query}`, headers: api.callers[caller].headers, ...(body && { body }) });
  };
  const add = async (slug: string): Promise<string> => {
    const body = { organisationId: api.world.orgId, facilityId: api.world.facilityId, slug, draft: draft('One') };
    const answer = await send('admin', 'POST', body);
    expect(answer.status, answer.text).toBe(201);
    return (answer.json as Page).landingPageId;
  };
  const change = (landingPageId: string, body: object) => send('admin', 'PATCH', { landingPageId, ...body });
  const listed = async (caller: Caller, query: string) =>
    ((await send(caller, 'GET', undefined, query)).json as { data: Page[] }).data;
  const headingAt = async (slug: string): Promise<string | undefined> => {
    const found = await api.world.db.read((tx) => api.world.landingPages.publishedAt(tx, slug));
    return found && JSON.parse(found.content).blocks[0].heading;
  };

  it('show what was published, whatever becomes of the draft, and drafts to those alone who may change them', async () => {
    const landingPageId = await add('shown');
    expect(await listed('staff', `?landingPageId=${landingPageId}`)).toEqual([]);
    await change(landingPageId, { action: 'publish' });
    await change(landingPageId, { action: 'save', draft: draft('Two') });
    const [seen] = await listed('staff', '?slug=shown');
    expect(seen).toMatchObject({ state: 'published', draft: null, previewPath: null, versions: [], version: 1 });
    expect(seen?.published?.blocks[0]?.heading).toBe('One');
    const [whole] = await listed('admin', '?slug=shown');
    expect(whole?.draft?.blocks[0]?.heading).toBe('Two');
    expect(await headingAt('shown')).toBe('One');
    await change(landingPageId, { action: 'publish' });
    await change(landingPageId, { action: 'publish', fromVersion: 1 });
    expect(await headingAt('shown')).toBe('One');
    const [last] = await listed('admin', '?slug=shown');
    expect(last).toMatchObject({ version: 3, versions: [{ number: 3 }, { number: 2 }, { number: 1 }] });
    expect((await change(landingPageId, { action: 'save', fromVersion: 9 })).json).toMatchObject({
      error: 'page_version_unknown',
    });
    await change(landingPageId, { action: 'withdraw' });
    expect(await headingAt('shown')).toBeUndefined();
    expect(await listed('staff', '?slug=shown')).toEqual([]);
    expect((await change(landingPageId, { action: 'withdraw' })).json).toMatchObject({ error: 'landing_page_state' });
  });

  it('show from its time on what was scheduled, unless it was withdrawn or ordered anew', async () => {
    const landingPageId = await add('planned');
    const publishAt = isoOf(clock.wallMs() + Hours(2));
    for (const wrong of [undefined, isoOf(clock.wallMs() - 1)])
      expect((await change(landingPageId, { action: 'schedule', publishAt: wrong })).status).toBe(400);
    expect((await change(landingPageId, { action: 'schedule', publishAt })).json).toMatchObject({ publishAt });
    await change(landingPageId, { action: 'save', draft: draft('Later') });
    expect(await listed('admin', '?state=scheduled')).toMatchObject([{ landingPageId, state: 'draft' }]);
    const due = (version: number, at = publishAt) =>
      api.world.landingPages.publishDue(landingPageId, version, Date.parse(at));
    await due(2);
    expect(await headingAt('planned')).toBeUndefined();
    await due(1);
    await due(1);
    expect(await headingAt('planned')).toBe('One');
    await change(landingPageId, { action: 'schedule', publishAt });
    await change(landingPageId, { action: 'withdraw' });
    await due(2);
    expect(await headingAt('planned')).toBeUndefined();
    const jobs = await api.world.db.read((tx) => api.world.jobs.newest(tx, 'landing-pages.publish', 10));
    expect(jobs.map(({ dueAt }) => isoOf(Number(dueAt)))).toEqual([publishAt, publishAt]);
  });

  it('keep the slugs under which they were published, and free those of drafts', async () => {
    const landingPageId = await add('first');
    await change(landingPageId, { action: 'publish', slug: 'second' });
    await change(landingPageId, { action: 'save', slug: 'third' });
    expect([await headingAt('first'), await headingAt('second'), await headingAt('third')]).toEqual([
      undefined,
      'One',
      'One',
    ]);
    const other = await add('first');
    expect((await change(other, { action: 'save', slug: 'second' })).json).toMatchObject({ error: 'slug_taken' });
    for (const slug of ['press', 'preview', 'Upper', 'a--b', '../x', ''])
      expect((await change(other, { action: 'save', slug })).status).toBe(400);
  });

  it('are changed from the revision that was read, and by nobody else', async () => {
    const landingPageId = await add('revised');
    expect((await change(landingPageId, { action: 'save', expectedRevision: 1 })).status).toBe(200);
    expect((await change(landingPageId, { action: 'save', expectedRevision: 1 })).json).toMatchObject({
      error: 'changed',
    });
    const body = { landingPageId, action: 'publish' };
    expect((await send('manager', 'PATCH', body)).status).toBe(403);
    expect((await send('otherOrgAdmin', 'PATCH', body)).status).toBe(404);
    const theirs = { organisationId: api.world.orgId, facilityId: api.otherFacilityId, slug: 'x', draft: draft('x') };
    expect((await send('superAdmin', 'POST', theirs)).json).toMatchObject({ error: 'place_unknown' });
  });

  it('are deleted by the id in the body or the query, and not where the two differ', async () => {
    const [one, other] = [await add('gone-1'), await add('gone-2')];
    expect((await send('admin', 'DELETE', { landingPageId: one }, `?landingPageId=${other}`)).status).toBe(400);
    expect((await send('admin', 'DELETE')).status).toBe(400);
    const both = await send('admin', 'DELETE', { landingPageId: one }, `?landingPageId=${one}`);
    expect(both.status, both.text).toBe(200);
    expect((await send('admin', 'DELETE', undefined, `?landingPageId=${other}`)).status).toBe(200);
    expect(await listed('admin', `?landingPageId=${one}`)).toEqual([]);
  });

  it.each(['javascript:alert(1)', 'http://x.example', 'tel:"><script>', 'data:text/html,x', 'mailto:a b'])(
    'lead nowhere by an action at %s',
    async (url) => {
      const blocks = [{ kind: 'action', label: 'Join', url }];
      const body = { organisationId: api.world.orgId, slug: 'bad', draft: { title: 'x', blocks } };
      expect((await send('admin', 'POST', body)).status).toBe(400);
    },
  );
});
