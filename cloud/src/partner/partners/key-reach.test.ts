import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { confirms, createWorld, scriptedLink, type World } from '../../testing/world.ts';

const ADMIN_OF_B = 'usr_bbbbbbbbbbbbbbbb';

describe.each(ENGINES)('N5 the reach of a partner key on $name', ({ open }) => {
  let db: Database;
  let world: World;
  let other: { orgId: OrgId; facilityId: World['facilityId'] };
  beforeEach(async () => {
    db = await open();
    world = await createWorld(db, new ManualClock(), scriptedLink(confirms).link);
    const orgId = await world.organisations.createOrganisation('Rival');
    const facilityId = await world.organisations.createFacility({ orgId, name: 'Rival Gym', timezone: 'UTC' });
    other = { orgId, facilityId };
  });

  const openToBoth = async () => {
    const { partners, partnerId, orgId } = world;
    await db.write((tx) => partners.setOrganisations(tx, partnerId, [orgId, other.orgId], 'everywhere'));
    await db.write((tx) => partners.setIntegration(tx, partnerId, other.facilityId, { enabled: true }));
    await db.write((tx) =>
      world.events.add(tx, { partnerId, facilityId: other.facilityId, kind: 'warning.test', data: {} }),
    );
  };
  /** The other organisation's gym by every way in which a key could learn of it. */
  const waysTo = async (text: string) => {
    const { partners, organisations, events, partnerId } = world;
    const caller = await partners.authenticate(text);
    if (caller === undefined) throw new Error('not a usable key');
    const link = { facility_id: other.facilityId };
    const [named, batch] = await db.read(async (tx) => [
      await partners.facilityOf(tx, caller, link).then(
        () => true,
        ({ code }) => code,
      ),
      (await partners.facilitiesOf(tx, caller, [other.facilityId, world.facilityId])).size,
    ]);
    return {
      named,
      batch,
      organisations: (await db.read((tx) => organisations.listOrganisations(tx, caller))).length,
      facilities: (await db.read((tx) => organisations.listFacilities(tx, caller))).length,
      feed: (await events.page(partnerId, { limit: 10, keyId: caller.keyId })).events.length,
    };
  };
  const NONE = { named: 'not_found', batch: 1, organisations: 1, facilities: 1, feed: 0 };
  const ALL = { named: true, batch: 2, organisations: 2, facilities: 2, feed: 1 };
  const keyOf = (id: string) =>
    world.db
      .read((tx) => world.partners.keysAt(tx, other.orgId))
      .then((keys) => keys.find(({ keyId }) => keyId === id));

  it('is what it was made for: opening the partner to another organisation widens no key that is about', async () => {
    const { partners, partnerId } = world;
    const maker = { userId: 'usr_aaaaaaaaaaaaaaaa', reach: 'everywhere' as const };
    const old = await db.write((tx) => partners.createKey(tx, partnerId, 'live', 'Server', maker));
    await openToBoth();
    expect(await waysTo(old.text)).toEqual(NONE);
    const rotated = await db.write((tx) => partners.rotateKey(tx, old.id));
    for (const key of [old, rotated]) expect(await waysTo(key.text)).toEqual(NONE);
    expect(await keyOf(rotated.id)).toMatchObject({
      madeBy: maker.userId,
      lastUsedAt: null,
      reaches: false,
      consentedBy: null,
    });
    expect(await waysTo((await db.write((tx) => partners.createKey(tx, partnerId, 'live', 'New'))).text)).toEqual(ALL);
  });

  it('reaches an organisation that consents to the key, and to that key and its successors alone', async () => {
    const { partners, partnerId } = world;
    const [one, another] = [
      await db.write((tx) => partners.createKey(tx, partnerId, 'live', 'One')),
      await db.write((tx) => partners.createKey(tx, partnerId, 'live', 'Another')),
    ];
    await openToBoth();
    await db.write((tx) => partners.consent(tx, other.orgId, one.id, ADMIN_OF_B));
    await db.write((tx) => partners.consent(tx, other.orgId, one.id, 'usr_cccccccccccccccc'));
    expect([await waysTo(one.text), await waysTo(another.text)]).toEqual([ALL, NONE]);
    const rotated = await db.write((tx) => partners.rotateKey(tx, one.id));
    expect(await waysTo(rotated.text)).toEqual(ALL);
    expect(await keyOf(rotated.id)).toMatchObject({ madeBy: null, reaches: true, consentedBy: ADMIN_OF_B });
    await db.write((tx) => partners.withdraw(tx, other.orgId, rotated.id));
    expect([await waysTo(one.text), await waysTo(rotated.text)]).toEqual([ALL, NONE]);
    const revoked = await db.write((tx) => partners.createKey(tx, partnerId, 'live', 'Revoked'));
    await db.write((tx) => partners.revokeKey(tx, revoked.id));
    await expect(db.write((tx) => partners.consent(tx, other.orgId, revoked.id, ADMIN_OF_B))).rejects.toMatchObject({
      code: 'unknown_key',
    });
  });

  it('ends with the connection, and does not come back with it', async () => {
    const { partners, partnerId, orgId } = world;
    await openToBoth();
    const key = await db.write((tx) => partners.createKey(tx, partnerId, 'live', 'Server'));
    expect(await waysTo(key.text)).toEqual(ALL);
    await db.write((tx) => partners.setIntegration(tx, partnerId, other.facilityId, { enabled: false }));
    await db.write((tx) => partners.setOrganisations(tx, partnerId, [orgId], 'everywhere'));
    await expect(db.write((tx) => partners.consent(tx, other.orgId, key.id, ADMIN_OF_B))).rejects.toMatchObject({
      code: 'unknown_key',
    });
    await openToBoth();
    expect(await waysTo(key.text)).toMatchObject({ named: 'not_found', facilities: 1 });
  });

  it('is no more than its maker may give', async () => {
    const { partners, partnerId, orgId } = world;
    await openToBoth();
    const maker = { userId: 'usr_aaaaaaaaaaaaaaaa', reach: { organisations: [orgId] } };
    const key = await db.write((tx) => partners.createKey(tx, partnerId, 'live', 'Server', maker));
    expect(await waysTo(key.text)).toEqual(NONE);
  });
});
