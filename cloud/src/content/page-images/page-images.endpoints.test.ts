import { Days } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { ObjectStoreError } from '../../kit/objects/object-store.ts';
import { aGif, aPng } from '../../platform/images/testing/an-image.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { aForm } from '../attachments/testing/a-form.ts';

type Caller = keyof PlatformApi['callers'];

describe.each(ENGINES)('pictures of public pages on $name', ({ open }) => {
  const clock = new ManualClock('2026-03-01T12:00:00.000Z');
  let api: PlatformApi;
  beforeAll(async () => {
    api = await servePlatformApi(await open(), clock);
  });
  afterAll(() => api.close());

  const upload = async (bytes: Uint8Array, { name = 'gym.png', by = 'orgAdmin' as Caller } = {}) => {
    await api.moveOn();
    const form = aForm(name, bytes, 'image/png');
    const headers = { ...api.callers[by].headers, 'content-type': form.type };
    return api.send({ method: 'POST', path: '/api/admin/page-images/upload', headers, body: form.bytes });
  };
  const idOf = ({ json }: Awaited<ReturnType<typeof upload>>) => (json as { imageId: string }).imageId;
  const send = async (by: Caller, method: 'POST' | 'PATCH', path: string, body: object) => {
    await api.moveOn();
    return api.send({ method, path, headers: api.callers[by].headers, body });
  };
  let made = 0;
  const press = (by: Caller, organisationId: string | null, image: object | null) =>
    send(by, 'POST', '/api/admin/press/add', {
      ...{ organisationId, slug: `pictured-${++made}`, title: 'Awarded', outlet: 'The Courier', image },
      ...{ excerpt: 'Gym of the year.', publishedOn: '2026-01-01' },
    });
  const rows = () => api.world.db.read((tx) => tx.selectFrom('page_image').selectAll().execute());
  const kept = () => [...api.world.objects.objects.keys()].filter((key) => key.startsWith('page-images/'));
  /** What the job of each does, a day after. */
  const removeUnused = async () => {
    for (const { id } of await rows()) await api.world.pageImages.removeUnused(id);
  };

  it('are what their bytes say, whatever they are called, without what else stood in them', async () => {
    const answer = await upload(aGif(), { name: 'gym.png' });
    expect([answer.status, answer.json]).toEqual([
      201,
      {
        imageId: expect.stringMatching(/^pim_[0-9a-z]{16}$/),
        ...{ mediaType: 'image/gif', width: 1, height: 1, bytes: aGif().length },
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    const told = await upload(aPng({ padding: 500 }));
    expect(told.json).toMatchObject({ mediaType: 'image/png', bytes: aPng().length });
  });

  it.each<[string, Buffer]>([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an image with a page behind it', Buffer.concat([aPng(), Buffer.from('<script>alert(1)</script>')])],
    ['half an image', aPng().subarray(0, 40)],
    ['an image of no size', aPng({ side: 0 })],
  ])('are not %s, of which nothing is kept', async (_what, bytes) => {
    const before = [kept().length, (await rows()).length];
    expect(await upload(bytes)).toMatchObject({ status: 415, json: { error: 'page_image_refused' } });
    expect([kept().length, (await rows()).length]).toEqual(before);
  });

  it('are at most 5 MB', async () => {
    expect((await upload(aPng({ padding: 5 * 1024 * 1024 }))).status).toBe(413);
  });

  it('are gone after a day, unless something uses them, be it a draft', async () => {
    const [unused, ofPress, ofPage] = [await upload(aPng()), await upload(aPng()), await upload(aPng())].map(idOf);
    const item = await press('orgAdmin', api.world.orgId, { imageId: ofPress, text: 'A trophy' });
    expect(item).toMatchObject({ status: 201, json: { image: { imageId: ofPress, text: 'A trophy' } } });
    const draft = { title: 'River', blocks: [{ kind: 'image', imageId: ofPage, text: 'The river' }] };
    const page = { organisationId: api.world.orgId, slug: 'river-pictured', draft };
    expect((await send('orgAdmin', 'POST', '/api/admin/landing-pages', page)).status).toBe(201);
    const due = await api.world.db.read((tx) =>
      tx.selectFrom('job').where('kind', '=', 'page-images.remove-unused').selectAll().execute(),
    );
    const ofUnused = due.find(({ payload }) => payload.includes(unused ?? ''));
    const [row] = (await rows()).filter(({ id }) => id === unused);
    expect(Number(ofUnused?.due_at)).toBe(Number(row?.sent_at) + Days(1));
    await removeUnused();
    expect((await rows()).map(({ id }) => id).sort()).toEqual([ofPress, ofPage].sort());
    expect(kept()).toHaveLength(2);
    const { pressId } = item.json as { pressId: string };
    const path = `/api/press/update/${pressId}`;
    expect(await send('orgAdmin', 'POST', path, { image: { imageId: unused, text: 'x' } })).toMatchObject({
      ...{ status: 422, json: { error: 'page_image_unknown' } },
    });
    expect((await send('orgAdmin', 'POST', path, { image: null })).json).toMatchObject({ image: null });
  });

  it('are shown only with what they show in words', async () => {
    const imageId = idOf(await upload(aPng()));
    for (const image of [{ imageId }, { imageId, text: ' ' }])
      expect((await press('orgAdmin', api.world.orgId, image)).status).toBe(400);
    const draft = { title: 'River', blocks: [{ kind: 'image', imageId }] };
    const page = { organisationId: api.world.orgId, slug: 'river-wordless', draft };
    expect((await send('orgAdmin', 'POST', '/api/admin/landing-pages', page)).status).toBe(400);
  });

  it('belong to who uses them first', async () => {
    const imageId = idOf(await upload(aPng()));
    expect((await press('orgAdmin', api.world.orgId, { imageId, text: 'Ours' })).status).toBe(201);
    for (const owner of [api.otherOrgId, null])
      expect(await press('superAdmin', owner, { imageId, text: 'Theirs' })).toMatchObject({
        ...{ status: 422, json: { error: 'page_image_unknown' } },
      });
  });

  it('that could not be stored are not there, and their job removes what there may be', async () => {
    api.world.objects.failures.push(new ObjectStoreError('full'));
    expect(await upload(aPng())).toMatchObject({ status: 503, json: { error: 'page_image_not_stored' } });
    const [putting] = (await rows()).filter(({ state }) => state === 'putting');
    expect(await press('orgAdmin', api.world.orgId, { imageId: putting?.id, text: 'x' })).toMatchObject({
      status: 422,
    });
    await removeUnused();
    expect((await rows()).filter(({ state }) => state === 'putting')).toEqual([]);
  });
});
