import type { FacilityId, OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Hours, Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES, openTestDatabase } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { createOrganisationsService } from '../../platform/organisations/organisations.service.ts';
import type { PartnersService } from './partners.module.ts';
import { createPartnersService } from './partners.service.ts';

const ACCOUNT = { name: 'Acme', linkingMethod: 'facility_id' } as const;

describe.each(ENGINES)('partners on $name', ({ freshUrl }) => {
  let url: string;
  let db: Database;
  let clock: ManualClock;
  let partners: PartnersService;
  let partnerId: PartnerId;
  let orgId: OrgId;
  let facilityId: FacilityId;
  let changedAt: FacilityId[];
  const running: PartnersService[] = [];
  const ports = {
    integrationOff: async () => false,
    sessionLives: async () => false,
    accessChanged: async (_tx: unknown, at: FacilityId) => void changedAt.push(at),
  };
  /** The same account, as another process sees it over a connection of its own. */
  const replica = async (): Promise<PartnersService> => {
    const service = createPartnersService({ db: await openTestDatabase(url), clock, random: systemRandom, ...ports });
    running.push(service);
    return service;
  };
  beforeEach(async () => {
    url = await freshUrl();
    clock = new ManualClock();
    db = await openTestDatabase(url);
    changedAt = [];
    partners = createPartnersService({ db, clock, random: systemRandom, ...ports });
    running.push(partners);
    const organisations = createOrganisationsService({ db, random: systemRandom });
    orgId = await organisations.createOrganisation('Riverside');
    facilityId = await organisations.createFacility({ orgId, name: 'Brisbane', timezone: 'Australia/Brisbane' });
    partnerId = await db.write((tx) => partners.create(tx, { ...ACCOUNT, organisations: [orgId] }));
  });
  afterEach(async () => {
    for (const service of running.splice(0)) await service.close();
  });
  const knows = async (service: PartnersService, text: string) => (await service.authenticate(text)) !== undefined;

  describe('keys', () => {
    it('[R6] have the documented form and 256 bits, and the database holds only their hash', async () => {
      const texts = new Set<string>();
      for (const type of ['live', 'dryrun', 'read-only'] as const) {
        const { text } = await db.write((tx) => partners.createKey(tx, partnerId, type, 'Server'));
        expect(text).toMatch(new RegExp(`^sk_${type}_[0-9A-Za-z]{43}$`));
        expect(await partners.authenticate(text)).toMatchObject({ partnerId, keyType: type, partnerName: 'Acme' });
        texts.add(text);
      }
      const stored = JSON.stringify(await db.read((tx) => tx.selectFrom('partner_key').selectAll().execute()));
      for (const text of texts) expect(stored).not.toContain(text.slice(-20));
    });

    it('are listed redacted: enough to tell them apart, and not enough to use one', async () => {
      const { id, text } = await db.write((tx) => partners.createKey(tx, partnerId, 'live', 'Server'));
      const shown = await partners.listKeys(partnerId);
      expect(shown).toEqual([
        {
          key_id: id,
          label: 'Server',
          redacted: `${text.slice(0, 16)}…`,
          type: 'live',
          status: 'active',
          created_at: '2026-01-01T00:00:00.000Z',
          last_used_at: null,
          last_used_from: null,
          expires_at: null,
        },
      ]);
      expect(JSON.stringify(shown)).not.toContain(text.slice(16));
      expect(await knows(partners, shown[0]?.redacted ?? '')).toBe(false);
    });

    it('[R9] are revoked on every replica at once', async () => {
      const [one, two] = [await replica(), await replica()];
      const { id, text } = await db.write((tx) => one.createKey(tx, partnerId, 'live', 'Server'));
      for (let round = 0; round < 3; round++)
        expect([await knows(one, text), await knows(two, text)]).toEqual([true, true]);
      await db.write((tx) => two.revokeKey(tx, id));
      expect([await knows(one, text), await knows(two, text)]).toEqual([false, false]);
      expect(await one.listKeys(partnerId)).toMatchObject([{ status: 'revoked' }]);
      await expect(db.write((tx) => one.revokeKey(tx, id))).rejects.toMatchObject({ code: 'unknown_key' });
    });

    it('[R10] overlap with their successors for as long as was chosen, on every replica', async () => {
      const other = await replica();
      const old = await db.write((tx) => partners.createKey(tx, partnerId, 'dryrun', 'Server'));
      const next = await db.write((tx) => partners.rotateKey(tx, old.id, Hours(2)));
      expect(next.text).toMatch(/^sk_dryrun_/);
      await clock.advance(Milliseconds(Hours(2) - 1));
      for (const { text } of [old, next]) expect(await knows(other, text)).toBe(true);
      await clock.advance(Milliseconds(1));
      expect([await knows(other, old.text), await knows(other, next.text)]).toEqual([false, true]);
      expect((await partners.listKeys(partnerId)).map(({ label, status }) => [label, status])).toEqual(
        expect.arrayContaining([
          ['Server', 'revoked'],
          ['Server', 'active'],
        ]),
      );
    });

    it('[R10] a second rotation neither lengthens the overlap of the first nor revives a key that has ended', async () => {
      const { id, text } = await db.write((tx) => partners.createKey(tx, partnerId, 'live', 'Server'));
      await db.write((tx) => partners.rotateKey(tx, id, Hours(1)));
      await db.write((tx) => partners.rotateKey(tx, id, Hours(24)));
      await clock.advance(Hours(1));
      expect(await knows(partners, text)).toBe(false);
      await expect(db.write((tx) => partners.rotateKey(tx, id, Hours(24)))).rejects.toMatchObject({
        code: 'unknown_key',
      });
      expect(await knows(partners, text)).toBe(false);
    });

    it('that were revoked cannot be rotated back to life', async () => {
      const { id } = await db.write((tx) => partners.createKey(tx, partnerId, 'live', 'Server'));
      await db.write((tx) => partners.revokeKey(tx, id));
      await expect(db.write((tx) => partners.rotateKey(tx, id))).rejects.toMatchObject({ code: 'unknown_key' });
    });

    it('show when they were last used, by whichever replica', async () => {
      const other = await replica();
      const { text } = await db.write((tx) => partners.createKey(tx, partnerId, 'live', 'Server'));
      await knows(other, text);
      await clock.advance(Seconds(5));
      await knows(partners, text);
      await partners.close();
      await other.close();
      expect(await partners.listKeys(partnerId)).toMatchObject([{ last_used_at: '2026-01-01T00:00:05.000Z' }]);
    });
  });

  describe('settings', () => {
    it('are changed one by one, and what is not named stays', async () => {
      await db.write((tx) => partners.setSettings(tx, partnerId, { linking_label: 'Store code', prefix: 'ACME' }));
      await db.write((tx) =>
        partners.setSettings(tx, partnerId, {
          linking_method: 'linking_identifier',
          custom_fields: [{ key: 'region', label: 'Region' }],
        }),
      );
      expect(await (await replica()).settingsOf(partnerId)).toEqual({
        name: 'Acme',
        linking_method: 'linking_identifier',
        linking_label: 'Store code',
        prefix: 'ACME',
        custom_fields: [{ key: 'region', label: 'Region' }],
      });
    });
    it.each([
      [{ linking_label: ' ' }],
      [{ linking_method: 'name' as 'facility_id' }],
      [{ prefix: 'a b' }],
      [{ custom_fields: [{ key: 'Region!', label: 'x' }] }],
      [{ custom_fields: Array.from({ length: 2 }, () => ({ key: 'a', label: 'x' })) }],
    ])('are not changed to %j', async (changes) => {
      const before = await partners.settingsOf(partnerId);
      await expect(db.write((tx) => partners.setSettings(tx, partnerId, changes))).rejects.toMatchObject({
        code: 'invalid_request',
      });
      expect(await partners.settingsOf(partnerId)).toEqual(before);
    });
    it('of an account that is not there are not found', async () => {
      const nobody = 'ptr_zzzzzzzzzzzzzzzz' as PartnerId;
      await expect(partners.settingsOf(nobody)).rejects.toMatchObject({ code: 'not_found' });
      await expect(db.write((tx) => partners.setSettings(tx, nobody, { prefix: 'X' }))).rejects.toMatchObject({
        code: 'not_found',
      });
    });

    it('[R1] include the requests a second of each endpoint, from the next request on and on every replica', async () => {
      const other = await replica();
      const { text } = await db.write((tx) => partners.createKey(tx, partnerId, 'live', 'Server'));
      const known = new Set(['doors.unlock', 'auth.ping']);
      await db.write((tx) => partners.setRateLimits(tx, partnerId, { 'doors.unlock': 40 }, known));
      expect((await other.authenticate(text))?.rateLimits).toEqual({ 'doors.unlock': 40 });
      await db.write((tx) => partners.setRateLimits(tx, partnerId, {}, known));
      expect((await other.authenticate(text))?.rateLimits).toEqual({});
      for (const wrong of [{ 'doors.unlok': 9 }, { 'auth.ping': 0 }, { 'auth.ping': 1.5 }, { 'auth.ping': 1_001 }])
        await expect(db.write((tx) => partners.setRateLimits(tx, partnerId, wrong, known))).rejects.toMatchObject({
          code: 'invalid_request',
        });
      expect((await other.authenticate(text))?.rateLimits).toEqual({});
    });
  });

  describe('an integration', () => {
    const stored = () => db.read((tx) => tx.selectFrom('partner_integration').selectAll().execute());

    it('keeps the facility’s identifier while it is off, and loses it only when told so', async () => {
      await db.write((tx) =>
        partners.setIntegration(tx, partnerId, facilityId, { enabled: true, linkingIdentifier: 'BNE-01' }),
      );
      await db.write((tx) => partners.setIntegration(tx, partnerId, facilityId, { enabled: false }));
      expect(await stored()).toMatchObject([{ enabled: 0, linking_identifier: 'BNE-01' }]);
      await db.write((tx) =>
        partners.setIntegration(tx, partnerId, facilityId, { enabled: true, linkingIdentifier: null }),
      );
      expect(await stored()).toMatchObject([{ enabled: 1, linking_identifier: null }]);
    });
    it('is a fact of access where it is enabled or disabled, and is none where it stays as it is', async () => {
      const set = async (enabled: boolean, linkingIdentifier?: string) => {
        changedAt = [];
        await db.write((tx) => partners.setIntegration(tx, partnerId, facilityId, { enabled, linkingIdentifier }));
        return changedAt;
      };
      expect(await set(false)).toEqual([]);
      expect(await set(true)).toEqual([facilityId]);
      expect(await set(true, 'BNE-01')).toEqual([]);
      expect(await set(false)).toEqual([facilityId]);
      expect(await set(false)).toEqual([]);
    });
    it('cannot have the identifier of another facility, whoever is first', async () => {
      const organisations = createOrganisationsService({ db, random: systemRandom });
      const second = await organisations.createFacility({ orgId, name: 'Cairns', timezone: 'Australia/Brisbane' });
      const change = { enabled: true, linkingIdentifier: 'BNE-01' };
      await db.write((tx) => partners.setIntegration(tx, partnerId, facilityId, change));
      await db.write((tx) => partners.setIntegration(tx, partnerId, facilityId, change));
      await expect(db.write((tx) => partners.setIntegration(tx, partnerId, second, change))).rejects.toMatchObject({
        code: 'linking_identifier_taken',
      });
      expect(await stored()).toHaveLength(1);
    });
    it('[R13] is not set up at a facility outside the partner’s organisations', async () => {
      const organisations = createOrganisationsService({ db, random: systemRandom });
      const rival = await organisations.createOrganisation('Rival');
      const foreign = await organisations.createFacility({ orgId: rival, name: 'Rival Gym', timezone: 'UTC' });
      await expect(
        db.write((tx) => partners.setIntegration(tx, partnerId, foreign, { enabled: true })),
      ).rejects.toMatchObject({
        code: 'not_found',
      });
      expect(await stored()).toEqual([]);
    });
  });

  describe('the request log', () => {
    const entry = (n: number, over: object = {}) => ({
      request_id: `req_${String(n).padStart(3, '0')}`,
      tenant: partnerId as string,
      key_id: 'key-1',
      // Two at a time share their moment.
      at: clock.wallMs() + Math.floor(n / 2),
      method: 'GET',
      path: '/partner/v1/facilities',
      endpoint: n % 3 === 0 ? 'auth.ping' : 'facilities.list',
      status: n % 5 === 0 ? 429 : n % 7 === 0 ? 404 : 200,
      duration_ms: 3,
      remote_address: '203.0.113.9',
      ...over,
    });
    const fill = (count: number) =>
      db.write((tx) =>
        tx
          .insertInto('request_log')
          .values([
            ...Array.from({ length: count }, (_, n) => entry(n)),
            entry(900, { tenant: 'ptr_other' }),
            entry(901, { tenant: null }),
          ])
          .execute(),
      );
    const all = async (query: object = {}) => {
      const pages: string[][] = [];
      let after: string | undefined;
      do {
        const { requests, next } = await partners.listRequests(partnerId, {
          ...query,
          ...(after === undefined ? {} : { after }),
        });
        pages.push(requests.map(({ request_id }) => request_id));
        after = next ?? undefined;
      } while (after !== undefined && pages.length < 100);
      return pages;
    };

    it('comes in pages, newest first, each request once, and nobody else’s', async () => {
      await fill(45);
      const pages = await all({ limit: 10 });
      expect(pages.map((page) => page.length)).toEqual([10, 10, 10, 10, 5]);
      expect(pages.flat()).toEqual(Array.from({ length: 45 }, (_, n) => entry(44 - n).request_id));
    });
    it('stays in step while new requests arrive', async () => {
      await fill(20);
      const first = await partners.listRequests(partnerId, { limit: 10 });
      await db.write((tx) => tx.insertInto('request_log').values(entry(100)).execute());
      const second = await partners.listRequests(partnerId, { limit: 10, after: first.next ?? '' });
      expect(second.requests.map(({ request_id }) => request_id)).toEqual(
        Array.from({ length: 10 }, (_, n) => entry(9 - n).request_id),
      );
      expect(second.next).toBeNull();
    });
    it('is filtered by status, by kind of status, by endpoint and by request', async () => {
      await fill(21);
      const ids = (keep: (row: ReturnType<typeof entry>) => boolean) =>
        Array.from({ length: 21 }, (_, n) => entry(20 - n))
          .filter(keep)
          .map(({ request_id }) => request_id);
      expect((await all({ status: 429 })).flat()).toEqual(ids(({ status }) => status === 429));
      expect((await all({ status: 4 })).flat()).toEqual(ids(({ status }) => status >= 400));
      expect((await all({ endpoint: 'auth.ping', limit: 2 })).flat()).toEqual(
        ids(({ endpoint }) => endpoint === 'auth.ping'),
      );
      expect((await all({ requestId: 'req_007' })).flat()).toEqual(['req_007']);
      expect((await all({ requestId: 'req_900' })).flat()).toEqual([]);
    });
    it('refuses a position that is none', async () => {
      for (const after of ['x', '', 'bnVsbA', Buffer.from('[1]').toString('base64url')])
        await expect(partners.listRequests(partnerId, { after })).rejects.toMatchObject({ code: 'invalid_request' });
    });
  });
});
