import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type CallerKind, type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

interface Listed {
  readonly facilityId: string;
  readonly name: string;
}

describe.each(ENGINES)('facilities on $name', ({ open }) => {
  let api: PlatformApi;
  let clock: ManualClock;
  beforeEach(async () => {
    clock = new ManualClock('2026-11-21T12:00:00.000Z');
    api = await servePlatformApi(await open(), clock);
  });
  afterEach(() => api.close());

  const get = async (by: CallerKind, path = '', query: Readonly<Record<string, string>> = {}) => {
    const { headers } = api.callers[by];
    return api.send({ method: 'GET', path: `/api/facilities${path}?${new URLSearchParams(query)}`, headers });
  };
  const namesFor = async (by: CallerKind, query: Readonly<Record<string, string>> = {}): Promise<string[]> =>
    ((await get(by, '', query)).json as { data: Listed[] }).data.map(({ name }) => name).sort();
  const add = (name: string, brand?: string) =>
    api.world.organisations.createFacility({ orgId: api.world.orgId, name, timezone: 'UTC', ...(brand && { brand }) });
  const stateOf = async (facilityId: string = api.world.facilityId) => {
    const { doors, boxes, warningsOpen, lockdowns } = (await get('staff', `/${facilityId}`)).json as never as Record<
      'doors' | 'boxes' | 'warningsOpen' | 'lockdowns',
      unknown
    >;
    return { doors, boxes, warningsOpen, lockdowns };
  };

  it('are shown to their staff, and to whoever is more where they lie', async () => {
    const { orgId } = api.world;
    const [gym, pool, summit] = ['Harbour Gym', 'Harbour Pool', 'Summit One'];
    for (const by of ['superAdmin', 'globalAdmin', 'platformAdmin'] as const)
      expect(await namesFor(by)).toEqual([gym, pool, summit]);
    expect(await namesFor('orgAdmin')).toEqual([gym, pool]);
    for (const by of ['manager', 'staff'] as const) {
      expect(await namesFor(by)).toEqual([gym]);
      expect(await namesFor(by, { organisationId: orgId })).toEqual([gym]);
      expect((await get(by, `/${api.siblingId}`)).status).toBe(404);
    }
    for (const by of ['iam', 'admin', 'agent', 'nobody'] as const)
      expect(await get(by), by).toMatchObject({ status: 403, json: { error: 'forbidden' } });
    expect(await namesFor('superAdmin', { organisationId: api.otherOrgId })).toEqual([summit]);
    for (const organisationId of [orgId, 'org_zzzzzzzzzzzzzzzz', 'x'.repeat(500), '%', 'org_\u0000'])
      expect((await get('otherOrgAdmin', '', { organisationId })).status, organisationId).toBeOneOf([400, 404]);
    expect((await get('staff', `/${api.otherFacilityId}`)).status).toBe(404);
  });

  it('come with their doors, boxes, warnings and lockdowns as they are at this moment', async () => {
    const { world } = api;
    const { db, boxes, warnings, lockdowns, facilityId, doorId, boxId } = world;
    const second = await world.aDoor({ name: 'Back door' });
    const undriven = { doors: { total: 2, online: 0, open: 0 }, boxes: { total: 1, online: 0 } };
    await clock.advance(Minutes(1));
    expect(await stateOf()).toMatchObject(undriven);

    await world.beacon({ contact: 'open', reachable: true });
    await world.beacon({ contact: 'open', reachable: false }, { doorId: second });
    expect(await stateOf()).toEqual({
      doors: { total: 2, online: 1, open: 1 },
      boxes: { total: 1, online: 1 },
      warningsOpen: 0,
      lockdowns: 0,
    });
    expect(await stateOf(facilityId)).toMatchObject({ doors: { online: 1 } });

    const subject = { kind: 'relay_fault_repeated', facilityId, subject: doorId } as const;
    await db.write((tx) => warnings.raise(tx, { ...subject, message: 'It did not move.' }));
    const order = { userId: api.callers.staff.user.id, name: 'Sam', reason: 'threat' };
    const lockdownId = await db.write((tx) => lockdowns.begin(tx, facilityId, { to: 'door', doorId }, order));
    expect(await stateOf()).toMatchObject({ warningsOpen: 1, lockdowns: 1 });
    await db.write((tx) => warnings.close(tx, [subject]));
    await db.write((tx) => lockdowns.release(tx, facilityId, lockdownId, order));
    expect(await stateOf()).toMatchObject({ warningsOpen: 0, lockdowns: 0 });

    await db.write((tx) => tx.updateTable('door').set({ removed_at: 1 }).where('id', '=', second).execute());
    expect(await stateOf()).toMatchObject({ doors: { total: 1, online: 1 } });
    await clock.advance(Seconds(20));
    expect(await stateOf()).toMatchObject({ doors: { total: 1, online: 0, open: 0 }, boxes: { total: 1, online: 0 } });
    await world.beacon({ contact: 'closed', reachable: true });
    expect(await stateOf()).toMatchObject({ doors: { online: 1, open: 0 }, boxes: { online: 1 } });
    await boxes.allGone();
    expect(await stateOf()).toMatchObject({ doors: { online: 0 }, boxes: { total: 1, online: 0 } });
    await db.write((tx) => boxes.decommissionAgain(tx, boxId));
    expect(await stateOf()).toMatchObject({ doors: { total: 1, online: 0 }, boxes: { total: 0, online: 0 } });
  });

  it('are found by a part of their name or brand, letter for letter but for capitals', async () => {
    await add('100 % Strong');
    await add('Strong_er', 'ÉLAN');
    await add('Strong\\er');
    const found = (q: string) => namesFor('orgAdmin', { q });
    expect(await found('%')).toEqual(['100 % Strong']);
    expect(await found('_')).toEqual(['Strong_er']);
    expect(await found('\\')).toEqual(['Strong\\er']);
    expect(await found('STRONG')).toHaveLength(3);
    expect(await found('élan')).toEqual(['Strong_er']);
    expect(await found("' or 1=1 --")).toEqual([]);
    expect(await namesFor('otherOrgAdmin', { q: 'strong' })).toEqual([]);
    for (const q of ['', ' ', 'x'.repeat(121), 'a\u0000'])
      expect((await get('orgAdmin', '', { q })).status, q).toBe(400);
  });

  it('are those that need attention, or the others, and both together are all', async () => {
    const { facilityId, siblingId, db, warnings, lockdowns } = { ...api, ...api.world };
    await clock.advance(Minutes(1));
    const both = async () => [
      await namesFor('orgAdmin', { needsAttention: 'true' }),
      await namesFor('orgAdmin', { needsAttention: 'false' }),
    ];
    expect(await both()).toEqual([['Harbour Gym'], ['Harbour Pool']]);
    await api.world.beacon();
    expect(await both()).toEqual([[], ['Harbour Gym', 'Harbour Pool']]);
    await api.world.beacon({ reachable: false });
    expect(await both()).toEqual([['Harbour Gym'], ['Harbour Pool']]);
    await api.world.beacon({ reachable: true });
    const restored = { kind: 'restored', facilityId: siblingId, subject: siblingId } as const;
    await db.write((tx) => warnings.raise(tx, { ...restored, message: 'Look.' }));
    expect(await both()).toEqual([['Harbour Pool'], ['Harbour Gym']]);
    const order = { userId: api.callers.staff.user.id, name: 'Sam', reason: 'threat' };
    await db.write((tx) => lockdowns.begin(tx, facilityId, { to: 'facility' }, order));
    await api.world.beacon({ reachable: true });
    expect(await both()).toEqual([['Harbour Gym', 'Harbour Pool'], []]);
  });

  it('come page by page, each once, while others are made; where few fit, pages are short', async () => {
    const { db, orgId } = api.world;
    const row = { org_id: orgId, timezone: 'UTC', brand: null, website_url: null, social_links: null };
    const many = Array.from({ length: 1_250 }, (_, n) => ({
      ...{ ...row, place_data: null, latitude: null, longitude: null },
      id: `fac_zz${String(n).padStart(14, '0')}` as FacilityId,
      name: `Site ${n}`,
    }));
    for (let n = 0; n < many.length; n += 250)
      await db.write((tx) =>
        tx
          .insertInto('facility')
          .values(many.slice(n, n + 250))
          .execute(),
      );
    const last = many.at(-1)?.id ?? '';
    const raised = { kind: 'restored', facilityId: last as never, subject: last, message: 'Look.' } as const;
    await db.write((tx) => api.world.warnings.raise(tx, raised));
    const pages = async (query: Readonly<Record<string, string>>) => {
      const read: string[][] = [];
      for (let next: string | null = ''; next !== null; ) {
        const { json } = await get('orgAdmin', '', { ...query, ...(next !== '' && { after: next }) });
        const page = json as { data: Listed[]; next: string | null };
        read.push(page.data.map(({ facilityId }) => facilityId));
        await add('In between');
        await clock.advance(Seconds(1));
        next = page.next;
      }
      return read;
    };
    const all = await pages({ limit: '200' });
    expect(all.every((page) => page.length <= 200)).toBe(true);
    const seen = all.flat();
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(many.map(({ id }) => id)));

    await clock.advance(Seconds(20));
    const few = await pages({ needsAttention: 'true', limit: '2' });
    expect(few.length).toBeGreaterThan(1);
    expect(few.flat()).toEqual(expect.arrayContaining([api.world.facilityId, last]));
    expect(few.flat()).toHaveLength(2);
  });

  it('tell their details, and the offsets of their clocks two years either way', async () => {
    const { organisations, db } = api.world;
    const read = async (id: string) => (await get('superAdmin', `/${id}`)).json;
    expect(await read(api.otherFacilityId)).toMatchObject({
      name: 'Summit One',
      organisationId: api.otherOrgId,
      timezone: 'Europe/Berlin',
      template: false,
      brand: null,
      websiteUrl: null,
      socialLinks: null,
      placeData: null,
      offsets: [
        { from: '2024-11-21T12:00:00.000Z', minutes: 60, abbreviation: 'CET' },
        { from: '2025-03-30T01:00:00.000Z', minutes: 120, abbreviation: 'CEST' },
        { from: '2025-10-26T01:00:00.000Z', minutes: 60, abbreviation: 'CET' },
        { from: '2026-03-29T01:00:00.000Z', minutes: 120, abbreviation: 'CEST' },
        { from: '2026-10-25T01:00:00.000Z', minutes: 60, abbreviation: 'CET' },
        { from: '2027-03-28T01:00:00.000Z', minutes: 120, abbreviation: 'CEST' },
        { from: '2027-10-31T01:00:00.000Z', minutes: 60, abbreviation: 'CET' },
        { from: '2028-03-26T01:00:00.000Z', minutes: 120, abbreviation: 'CEST' },
        { from: '2028-10-29T01:00:00.000Z', minutes: 60, abbreviation: 'CET' },
      ],
    });
    const id = await db.write((tx) =>
      organisations.addTemplate(tx, { orgId: api.world.orgId, name: 'Lakeside', timezone: 'Asia/Kathmandu' }),
    );
    expect(await read(id)).toMatchObject({ template: true, offsets: [{ minutes: 345, abbreviation: '+0545' }] });
    const details = { latitude: -27.4, placeData: { city: { full_name: 'Brisbane' } }, socialLinks: {} };
    await db.write((tx) => organisations.updateFacility(tx, id, details));
    expect(await read(id)).toMatchObject({ template: false, ...details });
  });
});
