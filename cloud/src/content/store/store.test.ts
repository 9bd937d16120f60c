import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { Fault } from '@gatehouse/stand-ins/kit/faults.ts';
import { type ServedStandIn, serveStandIn } from '@gatehouse/stand-ins/kit/serve.ts';
import { createStore } from '@gatehouse/stand-ins/store/store.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { endOf, type OwnCall } from '../../kit/http/endpoint.ts';
import type { Facility } from '../../platform/organisations/organisations.service.ts';
import { confirms, createWorld, scriptedLink } from '../../testing/world.ts';
import { shopify } from './shopify.ts';
import { createStoreService } from './store.service.ts';
import type { Asked } from './store-fields.ts';

const PLACE = {
  address_1: '1 Quay St',
  city: { full_name: 'Brisbane' },
  country: { iso_code: 'AU' },
  postcode: '4000',
};
const JSON_TYPE = { 'content-type': 'application/json' };
/** That nothing is there, which lets the next request have the next fault. */
const NOTHING_THERE: Fault = {
  kind: 'answer',
  status: 200,
  times: 1,
  headers: JSON_TYPE,
  body: '{"data":{"locations":{"nodes":[],"pageInfo":{"hasNextPage":false,"endCursor":null}}}}',
};
const keyFile = join(mkdtempSync(join(tmpdir(), 'store-')), 'key');
writeFileSync(keyFile, 'shpat_stand-in-token-1234\n');

describe.each(ENGINES)('a facility in the online store on $name', ({ open }) => {
  const clock = new ManualClock();
  let shop: ServedStandIn<ReturnType<typeof createStore>>;
  let db: Database;
  let facility: Facility;
  let push: (asked?: Asked) => Promise<{ locationId: string; pushed: string[]; unchanged: string[] }>;
  const locations = () => shop.facts().locations;
  const asked = () => shop.received.map(({ body }) => /(\w+)[ (]/.exec(JSON.parse(String(body)).query)?.[0]);

  beforeEach(async () => {
    await shop?.close();
    shop = await serveStandIn(createStore({ clock }));
    db = await open();
    const { organisations, facilityId } = await createWorld(db, clock, scriptedLink(confirms).link);
    await db.write((tx) => organisations.updateFacility(tx, facilityId, { placeData: PLACE }));
    facility = (await db.read((tx) => organisations.findFacility(tx, facilityId))) as Facility;
    const service = createStoreService({ db, clock, store: shopify({ url: shop.url, keyFile }, clock) });
    const write: OwnCall['write'] = async (work) => db.write(async (tx) => endOf(await work(tx)).value);
    push = (asked = {}) => service.push(facility, asked, write);
  });
  afterAll(() => shop.close());

  it('is added with what the facility has, and changed by what is different alone', async () => {
    const { locationId, ...first } = await push({ phone: '+61733334444' });
    expect(first).toEqual({ pushed: ['name', 'address', 'phone'], unchanged: [] });
    expect(await push({ active: false, fulfillsOnlineOrders: true })).toEqual({
      locationId,
      pushed: ['active'],
      unchanged: ['name', 'address', 'fulfillsOnlineOrders'],
    });
    expect(await push({ name: 'Harbour', active: false })).toMatchObject({ locationId, pushed: ['name'] });
    expect(locations()).toBe('Shop location, Harbour');
  });

  it('is one location though the answer to its addition was lost, or this database', async () => {
    shop.faults.want(NOTHING_THERE, { kind: 'lost-answer', times: 1 });
    const { locationId } = await push();
    expect(locations()).toBe('Shop location, Harbour Gym');
    await db.write((tx) => tx.deleteFrom('store_location').execute());
    expect((await push()).locationId).toBe(locationId);
    expect(locations()).toBe('Shop location, Harbour Gym');
  });

  it('is not added again before an addition is seen whose answer was lost', async () => {
    // Looked for, added with the answer lost, looked for in vain.
    shop.faults.want(NOTHING_THERE, { kind: 'lost-answer', times: 1 }, { kind: 'refuse', times: 1 });
    await expect(push()).rejects.toMatchObject({ code: 'provider_down' });
    await expect(push()).rejects.toMatchObject({ code: 'store_busy', detail: { headers: { 'Retry-After': '120' } } });
    await clock.advance(Minutes(2));
    await push();
    expect(locations()).toBe('Shop location, Harbour Gym');
  });

  it('is added once by many at once', async () => {
    // The first is at the shop for as long as the others come.
    shop.faults.want({ kind: 'late', ms: 1_000, times: 1 });
    let refused = 0;
    const all = Array.from({ length: 8 }, () => push());
    for (const one of all)
      one.catch(() => {
        refused += 1;
      });
    await expect.poll(() => refused).toBe(7);
    await clock.advance(Seconds(1));
    const many = await Promise.allSettled(all);
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of many) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'store_busy' });
    expect(locations()).toBe('Shop location, Harbour Gym');
  });

  it('is refused by the path of what the store does not take, and may be corrected at once', async () => {
    const wrong = push({ address: { zip: 'none' } });
    await expect(wrong).rejects.toMatchObject({
      code: 'store_refused',
      detail: { body: { error: 'store_refused', errors: [{ path: 'body.address.zip', rule: 'refused' }] } },
    });
    expect((await push()).pushed).toEqual(['name', 'address']);
    await expect(push({ name: 'Shop location' })).rejects.toMatchObject({
      message: expect.stringMatching('body.name'),
    });
  });

  it.each([
    ['provider_busy', { kind: 'too-many', retryAfterSeconds: 7 }, '7'],
    ['provider_down', { kind: 'refuse', status: 500 }, '30'],
    ['provider_down', { kind: 'cut' }, '30'],
    ['provider_down', { kind: 'page' }, '30'],
    ['provider_down', { kind: 'no-answer' }, '30'],
    ['provider_down', { kind: 'answer', status: 200, headers: JSON_TYPE, body: '{"data":' }, '30'],
    ['provider_down', { kind: 'answer', status: 200, headers: JSON_TYPE, body: '{"data":{}}' }, '30'],
  ] as const)('answers %s where the store does %j, and goes on after that', async (code, fault, seconds) => {
    shop.faults.want({ ...fault, times: 1 });
    const ended = expect(push()).rejects.toMatchObject({ code, detail: { headers: { 'Retry-After': seconds } } });
    await expect.poll(() => shop.received.length).toBe(1);
    // Longer than anybody is waited for.
    if (fault.kind === 'no-answer') await clock.advance(Seconds(10));
    await ended;
    shop.acts['throttle-once']?.();
    await expect(push()).rejects.toMatchObject({ code: 'provider_busy' });
    expect((await push()).pushed).toContain('name');
    expect(asked().length).toBeGreaterThan(3);
  });

  it('is not pushed where no store is configured, and says what is missing of the address', async () => {
    const none = createStoreService({ db, clock, store: undefined });
    const write: OwnCall['write'] = () => Promise.reject(new Error('nothing is decided'));
    await expect(none.push(facility, {}, write)).rejects.toMatchObject({ code: 'not_configured' });
    facility = { ...facility, place_data: null };
    await expect(push()).rejects.toMatchObject({ message: expect.stringMatching('body.address.countryCode') });
  });
});
