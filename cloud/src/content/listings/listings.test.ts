import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { type ServedStandIn, serveStandIn } from '@gatehouse/stand-ins/kit/serve.ts';
import { createListings } from '@gatehouse/stand-ins/listings/listings.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { endOf, type OwnCall } from '../../kit/http/endpoint.ts';
import type { Facility } from '../../platform/organisations/organisations.service.ts';
import { confirms, createWorld, scriptedLink, type World } from '../../testing/world.ts';
import { createListingsService, type ListingsService, type ToList } from './listings.service.ts';
import { yext } from './yext.ts';

const PLACE = {
  address_1: '1 Quay St',
  city: { full_name: 'Brisbane' },
  country: { iso_code: 'AU' },
  postcode: '4000',
};
const EIGHT_TO_FIVE = [{ start: '08:00', end: '17:00' }];
const CLOSED = { tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] };
const HOURS = { monday: EIGHT_TO_FIVE, ...CLOSED };
const keyFile = join(mkdtempSync(join(tmpdir(), 'listings-')), 'key');
writeFileSync(keyFile, 'stand-in-listings-key-1234\n');

describe.each(ENGINES)('a facility at the listings provider on $name', ({ open }) => {
  const clock = new ManualClock('2026-03-10T09:00:00.000Z');
  let provider: ServedStandIn<ReturnType<typeof createListings>>;
  let db: Database;
  let world: World;
  let facility: Facility;
  let listings: ListingsService;
  const write: OwnCall['write'] = async (work) => db.write(async (tx) => endOf(await work(tx)).value);
  const put = (asked: ToList = {}) => listings.put(facility, asked, write);
  const theirs = () => provider.facts().locations;
  const sent = () => provider.received.map(({ method, path }) => `${method} ${path.replace('/v2/accounts/me', '')}`);
  const remove = async () => {
    const link = await db.read((tx) => listings.find(tx, facility.id));
    return db.write((tx) => listings.remove(tx, link ?? expect.fail('no link')));
  };

  beforeEach(async () => {
    await provider?.close();
    provider = await serveStandIn(createListings({ clock }));
    db = await open();
    world = await createWorld(db, clock, scriptedLink(confirms).link);
    const { organisations, facilityId, jobs } = world;
    await db.write((tx) => organisations.updateFacility(tx, facilityId, { placeData: PLACE }));
    facility = (await db.read((tx) => organisations.findFacility(tx, facilityId))) as Facility;
    const listingsProvider = yext({ url: provider.url, keyFile }, clock);
    listings = createListingsService({ db, clock, jobs, listingsProvider });
  });
  afterAll(() => provider.close());

  it('is made with all that is known, brought there field by field, and shows where it says something else', async () => {
    const holidays = [{ date: '2026-12-25', open: [] }];
    const made = await put({ phone: '+61733334444', hours: HOURS, holidays });
    expect(made).toMatchObject({ locationId: facility.id, state: 'linked', drift: [], isPushed: true });
    const link = async () => (await db.read((tx) => listings.find(tx, facility.id))) ?? expect.fail('no link');
    expect(await listings.read(facility, await link())).toMatchObject({
      upstream: { name: 'Harbour Gym', address: { city: 'Brisbane' }, hours: HOURS, holidays },
      drift: [],
    });
    provider.acts['rename-all']?.();
    facility = { ...facility, place_data: JSON.stringify({ ...PLACE, postcode: '4001' }) };
    expect(await listings.read(facility, await link())).toMatchObject({ drift: ['name', 'address'], isPushed: false });
    // What is left out stays as it was said.
    expect(await put()).toMatchObject({ drift: [], ours: { phone: '+61733334444', hours: HOURS } });
    const [body] = provider.received.flatMap((call) => (call.method === 'PUT' ? [JSON.parse(String(call.body))] : []));
    expect(Object.keys(body)).toEqual(['name', 'address']);
    const asked = provider.received.length;
    await put();
    expect(sent().slice(asked), 'nothing is pushed that is so already').toEqual([`GET /entities/${facility.id}`]);
  });

  it('is one location though the answer to its making was lost, and for all who make it at once', async () => {
    provider.faults.want({ kind: 'answer', status: 404, times: 1, body: '{}' }, { kind: 'lost-answer', times: 1 });
    await expect(put()).rejects.toMatchObject({ code: 'provider_down' });
    expect(theirs()).toBe(facility.id);
    await Promise.all([put(), put(), put()]);
    expect(theirs()).toBe(facility.id);
  });

  it('is removed there first and then here, by a job that may be called again, and is not made meanwhile', async () => {
    await put();
    expect(await remove()).toMatchObject({ state: 'removing', runId: (await remove()).runId });
    await expect(put()).rejects.toMatchObject({ code: 'location_removing' });
    provider.faults.want({ kind: 'lost-answer', times: 1 });
    await expect(listings.carryOutRemoval(facility.id)).rejects.toThrow();
    expect(await db.read((tx) => listings.find(tx, facility.id)), 'the link stays until that is sure').toBeDefined();
    await listings.carryOutRemoval(facility.id);
    expect([theirs(), await db.read((tx) => listings.find(tx, facility.id))]).toEqual(['', undefined]);
    expect(await put()).toMatchObject({ state: 'linked' });
    await listings.carryOutRemoval('somebody-elses');
  });

  it('has a location of nobody else, and one alone', async () => {
    const { organisations, orgId } = world;
    const otherId = await organisations.createFacility({ orgId, name: 'Pool', timezone: 'Australia/Brisbane' });
    const other = (await db.read((tx) => organisations.findFacility(tx, otherId))) as Facility;
    await put();
    await expect(listings.put(other, { locationId: facility.id }, write)).rejects.toMatchObject({
      code: 'location_taken',
    });
    await expect(put({ locationId: 'another' })).rejects.toMatchObject({ code: 'location_taken' });
    await expect(listings.put(other, { locationId: 'nobodys' }, write)).rejects.toMatchObject({
      code: 'location_unknown',
    });
    expect(theirs()).toBe(facility.id);
  });

  it('is shown by publishers as of half an hour ago at most, asked once for all who want to know', async () => {
    await put({ phone: '+61733334444' });
    const states = async () => (await listings.listingsOf(facility.id)).data.map(({ status }) => status);
    const before = provider.received.length;
    await Promise.all([states(), states(), states()]);
    await clock.advance(Minutes(29));
    expect(await states()).toEqual(['SYNCING', 'SYNCING']);
    expect(sent().slice(before)).toEqual(['GET /listings/listings']);
    await clock.advance(Minutes(1));
    expect((await listings.listingsOf(facility.id)).data).toMatchObject([
      { publisher: 'MAPS', status: 'LIVE', url: `https://maps.example/${facility.id}` },
      { publisher: 'YELLOWPAGES', status: 'LIVE' },
    ]);
    await clock.advance(Minutes(30));
    provider.faults.want({ kind: 'refuse', times: 1 });
    await expect(states()).rejects.toMatchObject({ code: 'provider_down' });
    expect(await states()).toEqual(['LIVE', 'LIVE']);
  });

  it.each([
    ['provider_busy', { kind: 'too-many', retryAfterSeconds: 7 }],
    ['provider_down', { kind: 'refuse', status: 500 }],
    ['provider_down', { kind: 'cut' }],
    ['provider_down', { kind: 'endless' }],
    ['provider_down', { kind: 'page' }],
    ['provider_down', { kind: 'no-answer' }],
    ['provider_down', { kind: 'answer', status: 200, body: '{"response":' }],
    ['listings_refused', { kind: 'refuse', status: 400 }],
  ] as const)('answers %s where the provider does %j, and no key is in any address', async (code, fault) => {
    provider.faults.want({ ...fault, times: 1 });
    const ended = expect(put()).rejects.toMatchObject({ code });
    await expect.poll(() => provider.received.length).toBe(1);
    // Longer than anybody is waited for.
    if (fault.kind === 'no-answer') await clock.advance(Seconds(10));
    await ended;
    await put();
    for (const { url } of provider.received) expect(url).not.toContain('stand-in-listings-key');
  });
});
