import { createHash } from 'node:crypto';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { memoryKit } from '../../kit/http/testing/memory-kit.ts';
import { type Served, serve } from '../../kit/http/testing/serve.ts';
import { aGif, aPng } from '../../platform/images/testing/an-image.ts';
import { confirms, createWorld, scriptedLink, type World } from '../../testing/world.ts';
import type { PageContent } from '../landing-pages/landing-pages.module.ts';

const by = 'user:test';
/** Ends elements, scripts, attributes and JSON, loads from elsewhere, and turns text around. */
const HOSTILE = `</script><script>alert(1)</script>"'><img src=x onerror=alert(1)>\u202e{{x}}\u2028]]>-->`;
/** Nothing that a browser would run or load is left of it. */
const HARMFUL = /<script(?! type="application\/ld\+json">)|<img|<iframe|onerror="|javascript:(?=[^<]*")|\u202e/i;

describe.each(ENGINES)('public pages on $name', ({ open }) => {
  const clock = new ManualClock();
  const kit = memoryKit();
  let world: World;
  let served: Served;
  beforeAll(async () => {
    world = await createWorld(await open(), clock, scriptedLink(confirms).link);
    const pages = world
      .collected('pages')
      .flat()
      .filter(({ on, path }) => on === 'partner' && path === '/p');
    served = await serve({ kit, surfaces: [], endpoints: [], pages });
  });
  afterAll(() => served.close());

  const get = async (path: string, headers: Record<string, string> = {}) => {
    // So that no limit is met.
    await kit.clock.advance(Minutes(1));
    return served.send({ method: 'GET', path, headers: { 'accept-encoding': 'identity', ...headers } });
  };
  const write = <T>(work: Parameters<typeof world.db.write<T>>[0]) => world.db.write(work);
  const aPage = async (slug: string, draft: PageContent, action: 'save' | 'publish' = 'publish') => {
    const page = { facilityId: world.facilityId, slug, locale: 'en', draft, by };
    return write(async (tx) => {
      const made = await world.landingPages.add(tx, world.orgId, page);
      return world.landingPages.change(tx, made, { action, by });
    });
  };
  const change = (id: string, to: object) =>
    write(async (tx) => {
      const page = await world.landingPages.find(tx, id);
      return page && world.landingPages.change(tx, page, { action: 'save', by, ...to });
    });
  const anItem = (slug: string, more: object = {}) =>
    write((tx) =>
      world.press.add(tx, world.orgId, {
        ...{
          slug,
          title: 'Awarded',
          outlet: 'The Courier',
          sourceUrl: null,
          excerpt: 'Of the year',
          body: 'The **best**',
        },
        ...{ publishedOn: '2026-01-01', publishAt: null, state: 'published', featured: false, image: null, by },
        ...more,
      }),
    );
  const aFaq = (question: string, more: object = {}) =>
    write((tx) =>
      world.faqs.add(tx, world.orgId, {
        ...{ category: 'guests', locale: 'en', question, answer: `Answer to ${question}`, about: [], position: 0 },
        ...{ audience: 'public', state: 'published', by },
        ...more,
      }),
    );
  const dataIn = (text: string) =>
    [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json]) =>
      JSON.parse(json ?? ''),
    );

  it('show each block of what is published, and say so to machines', async () => {
    await aFaq('A guest?');
    await anItem('in-the-news');
    await aPage('whole', {
      title: 'River gym',
      description: 'By the river',
      blocks: [
        { kind: 'hero', heading: 'Strong', text: 'By the water' },
        { kind: 'text', body: '# Why\n\n[Call](tel:+61255501234) <b>us</b> ![x](https://elsewhere.example/x.png)' },
        { kind: 'hours', heading: 'Hours', hours: [{ days: ['monday', 'friday'], opens: '06:00', closes: '24:00' }] },
        { kind: 'place', heading: 'Where' },
        { kind: 'plans', heading: 'Plans', plans: [{ name: 'All', price: '€ 39' }] },
        { kind: 'faqs', heading: 'Questions' },
        { kind: 'press', heading: 'Press' },
        { kind: 'action', label: 'Join', url: 'https://join.example/' },
      ],
    });
    const { status, text, headers } = await get('/p/whole');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    for (const part of [
      'Strong',
      'tel:+61255501234',
      '06:00–24:00',
      'Harbour Gym',
      '€ 39',
      'A guest?',
      'Awarded',
      'Join',
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(HARMFUL);
    expect(text).not.toContain('src="https:');
    expect(dataIn(text)).toMatchObject([
      { '@type': 'ExerciseGym', name: 'Harbour Gym', openingHoursSpecification: [{ dayOfWeek: ['Monday', 'Friday'] }] },
      { '@type': 'FAQPage', mainEntity: [{ name: 'A guest?' }] },
    ]);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).not.toMatch(/script-src|unsafe/);
  });

  it('set no cookie, read none, and are sent once to who has them', async () => {
    await aPage('cached', { title: 'Cached', blocks: [] });
    const first = await get('/p/cached');
    const again = await get('/p/cached', {
      cookie: '__Host-ops=anything',
      'if-none-match': String(first.headers.etag),
    });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    for (const answer of [first, again]) expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(String(first.headers.vary)).not.toMatch(/cookie/i);
  });

  const aPicture = async (bytes = aPng({ side: 7 })) => {
    const id = await world.pageImages.keep(bytes, by);
    return write((tx) => world.pageImages.settle(tx, id));
  };

  it('show pictures of what is published, as they are kept, and say in words what they show', async () => {
    const { imageId, sha256 } = await aPicture(aPng({ side: 9, padding: 60 }));
    const block = { kind: 'image', imageId, text: `By the "window" ${HOSTILE}`, caption: HOSTILE } as const;
    const page = await aPage('pictured', { title: 'Pictured', blocks: [block] }, 'save');
    const item = await anItem('pictured', { state: 'draft', image: { imageId, text: 'A trophy' } });
    const address = `/p/images/${sha256}`;
    expect((await get(address)).status).toBe(404);

    await change(page.id, { action: 'publish' });
    const { text } = await get('/p/pictured');
    expect(text).toContain(`<img src="${address}" width="9" height="9" alt="By the &#34;window&#34; `);
    expect(text.replace('<img src="/p/images/', '')).not.toMatch(HARMFUL);
    const { status, bytes, headers } = await get(address);
    expect([status, createHash('sha256').update(bytes).digest('hex')]).toEqual([200, sha256]);
    expect(bytes).toEqual(aPng({ side: 9 }));
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    });
    const again = await get(address, { 'if-none-match': String(headers.etag) });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);

    await change(page.id, { action: 'withdraw' });
    expect((await get(address, { 'if-none-match': String(headers.etag) })).status).toBe(404);
    await write((tx) => world.press.update(tx, item, { state: 'published', by }));
    const news = (await get('/p/press/pictured')).text;
    expect(news).toContain(`<img src="${address}" width="9" height="9" alt="A trophy">`);
    expect(dataIn(news)[0]).toMatchObject({ image: address });
    expect((await get(address)).status).toBe(200);
    const published = await write((tx) => world.press.find(tx, item.id));
    if (published !== undefined) await write((tx) => world.press.update(tx, published, { state: 'withdrawn', by }));
    for (const path of [address, `/p/images/${'0'.repeat(64)}`, '/p/images/%25', '/p/images'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  it('show pictures of a draft to whoever has its link alone', async () => {
    const [shown, other] = [await aPicture(), await aPicture(aGif())];
    const block = { kind: 'image', imageId: shown.imageId, text: 'Soon' } as const;
    const { id } = await aPage('pictured-draft', { title: 'Soon', blocks: [block] }, 'save');
    await anItem('pictured-other', { image: { imageId: other.imageId, text: 'Another' }, state: 'draft' });
    const preview = `/p/preview/${world.previews.of(id)}`;
    expect((await get(preview)).text).toContain(`<img src="${preview}/images/${shown.sha256}"`);
    expect(await get(`${preview}/images/${shown.sha256}`)).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store', 'content-type': 'image/png' },
    });
    expect((await get(`/p/images/${shown.sha256}`)).status).toBe(404);
    expect((await get(`${preview}/images/${other.sha256}`)).status).toBe(404);
    await clock.advance(Minutes(60));
    expect((await get(`${preview}/images/${shown.sha256}`)).status).toBe(404);
  });

  it('lead from an old slug to the new one, as long as it is published', async () => {
    const { id } = await aPage('old', { title: 'Moved', blocks: [] });
    await change(id, { slug: 'new' });
    expect(await get('/p/old')).toMatchObject({ status: 301, headers: { location: '/p/new' } });
    await change(id, { action: 'withdraw' });
    for (const slug of ['old', 'new']) expect((await get(`/p/${slug}`)).status).toBe(404);
  });

  it('show nothing of drafts, of what is withdrawn, or of what is for others', async () => {
    const SECRET = 'Not-Yet-Known';
    const faqs = { kind: 'faqs', heading: 'Questions', most: 30 } as const;
    const press = { kind: 'press', heading: 'Press', most: 10 } as const;
    const { id } = await aPage('known', { title: 'Known', blocks: [faqs, press] });
    await change(id, { draft: { title: SECRET, blocks: [{ kind: 'text', body: SECRET }] } });
    await aPage('hidden', { title: SECRET, blocks: [] }, 'save');
    await anItem('not-yet', { title: SECRET, state: 'draft' });
    await anItem('planned', { title: SECRET, state: 'scheduled', publishAt: '2999-01-01T00:00:00.000Z' });
    const gone = await anItem('gone', { title: SECRET });
    await write((tx) => world.press.update(tx, gone, { state: 'withdrawn', by }));
    await aFaq(SECRET, { state: 'draft' });
    await aFaq(SECRET, { audience: 'staff' });
    const own = `/p/press/of/${world.orgId}`;
    const seen = ['/p/known', '/p/press', '/p/press/feed.atom', own, `${own}/feed.atom`];
    const absent = ['/p/hidden', '/p/press/not-yet', '/p/press/planned', '/p/press/gone', '/p/', '/p/..%2f'];
    for (const path of [...seen, ...absent]) {
      const { status, text, headers } = await get(path);
      expect([path, status]).toEqual([path, absent.includes(path) ? 404 : 200]);
      expect(text + JSON.stringify(headers)).not.toContain(SECRET);
    }
  });

  it('show a draft by a link, for an hour, to nobody who makes one up', async () => {
    const { id } = await aPage('draft-only', { title: 'Soon', blocks: [] }, 'save');
    const link = world.previews.of(id);
    const shown = await get(`/p/preview/${link}`);
    expect(shown).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' } });
    expect(shown.text).toContain('Soon');
    const [page = '', ends = '', seal = ''] = link.split('.');
    const later = (Number.parseInt(ends, 36) + 1).toString(36);
    for (const wrong of [
      `${page}.${later}.${seal}`,
      `lpg_zzzzzzzzzzzzzzzz.${ends}.${seal}`,
      `${page}.${ends}.${'0'.repeat(64)}`,
    ])
      expect((await get(`/p/preview/${wrong}`)).status).toBe(404);
    await clock.advance(Minutes(60));
    const late = await get(`/p/preview/${link}`);
    expect([late.status, late.text.includes('Soon')]).toEqual([404, false]);
  });

  it('leave nothing of hostile texts but text', async () => {
    await aFaq(HOSTILE, { answer: `${HOSTILE}\n\n[a](javascript:alert(1))`, category: 'hostile' });
    await anItem('hostile', { title: HOSTILE, outlet: HOSTILE, excerpt: HOSTILE, body: HOSTILE });
    await aPage('hostile', {
      title: HOSTILE,
      description: HOSTILE,
      blocks: [
        { kind: 'hero', heading: HOSTILE, text: HOSTILE },
        { kind: 'text', body: HOSTILE },
        { kind: 'plans', heading: HOSTILE, plans: [{ name: HOSTILE, price: HOSTILE, text: HOSTILE }] },
        { kind: 'faqs', heading: HOSTILE, category: 'hostile' },
        { kind: 'press', heading: HOSTILE },
      ],
    });
    for (const path of ['/p/hostile', '/p/press/hostile', `/p/press/of/${world.orgId}`]) {
      const { text } = await get(path);
      expect(text).not.toMatch(HARMFUL);
      for (const data of dataIn(text)) expect(JSON.stringify(data)).not.toContain('\u202e');
    }
    expect(dataIn((await get('/p/press/hostile')).text)[0]).toMatchObject({
      '@type': 'NewsArticle',
      headline: expect.stringContaining('</script><script>alert(1)</script>'),
    });
    const feed = (await get(`/p/press/of/${world.orgId}/feed.atom`)).text;
    expect(feed).not.toMatch(/<script|<img|\]\]>/);
    expect(feed.match(/<entry>/g)?.length).toBe(feed.match(/<\/entry>/g)?.length);
  });
});
