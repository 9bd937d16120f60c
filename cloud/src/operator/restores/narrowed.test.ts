import { beforeEach, describe, expect, it } from 'vitest';
import { targetText } from '../../access/scopes/scopes.module.ts';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { createRestorable, type Restorable } from '../../testing/restorable.ts';

type Row = Awaited<ReturnType<Restorable['rowsOf']>>[number];
/** How something is set up, how somebody makes it less, and what of a table has to be as it was left. */
interface Narrowing {
  readonly before: () => Promise<unknown>;
  readonly less: () => Promise<unknown>;
  readonly of: Parameters<Restorable['rowsOf']>[0];
  readonly see: (row: Row) => unknown;
}

describe.each(ENGINES)('N4 what was narrowed since the backup, on $name', (engine) => {
  let db: Database;
  let it_: Restorable;
  let world: Restorable['world'];
  beforeEach(async () => {
    it_ = await createRestorable(engine);
    ({ db } = it_);
    ({ world } = it_);
    return () => world.snapshots.close();
  });
  const source = () => ({ facilityId: world.facilityId, partnerId: world.partnerId });
  const key = () => ({ ...source(), key: 'gym' });
  const doors = (...ids: string[]) => ({ to: 'doors' as const, doorIds: ids as never });
  const zone = () => ({ ...source(), name: 'Gym floor' });
  const target = ({ target: text, disabled }: Row) => [text, disabled];
  let scopeId = '';
  let deviceId = '';
  let webhookId = '';
  let keyId = '';
  let other = '';
  const contacts = (role: 'owner' | 'developer') =>
    [
      { email: 'a@example.com', name: 'A', role: 'owner' },
      { email: 'b@example.com', name: 'B', role },
      { email: 'c@example.com', name: 'C', role: 'developer' },
    ] as const;
  const push = (...zones: string[]) => {
    const plan = { facility_id: world.facilityId, membership_plan_id: 'P-1', name: 'Gold' };
    const access_zones = zones.map((name) => ({ name }));
    const body = { membership_plans: [{ ...plan, access_zones }] };
    return world.plans.push(Buffer.from(JSON.stringify(body)), world.callBy());
  };

  const NARROWINGS: Readonly<Record<string, Narrowing>> = {
    'a scope key that is mapped to fewer doors': {
      before: () => world.db.write((tx) => world.scopes.setKey(tx, key(), { target: { to: 'facility' } })),
      less: () => world.db.write((tx) => world.scopes.setKey(tx, key(), { target: doors(world.doorId) })),
      of: 'scope_key',
      see: target,
    },
    'a scope key that opens nothing': {
      before: () => world.db.write((tx) => world.scopes.setKey(tx, key(), { target: { to: 'facility' } })),
      less: () => world.db.write((tx) => world.scopes.setKey(tx, key(), { target: null })),
      of: 'scope_key',
      see: target,
    },
    'a scope key that is switched off': {
      before: () => world.db.write((tx) => world.scopes.setKey(tx, key(), { target: { to: 'facility' } })),
      less: () => world.db.write((tx) => world.scopes.setKey(tx, key(), { disabled: true })),
      of: 'scope_key',
      see: target,
    },
    'an access scope without a door that it had': {
      before: async () => {
        const second = await world.aDoor({ name: 'Back door' });
        const set = { name: 'All', doors: [world.doorId, second] as never };
        scopeId = await world.db.write((tx) => world.scopes.createScope(tx, world.facilityId, set));
      },
      less: () =>
        world.db.write((tx) =>
          world.scopes.updateScope(tx, { facilityId: world.facilityId, id: scopeId }, { doors: [world.doorId] }),
        ),
      of: 'access_scope_door',
      see: ({ door_id }) => door_id,
    },
    'a zone of plans that is mapped to no door': {
      before: () => world.db.write((tx) => world.access.mapPlanZone(tx, zone(), { to: 'facility' })),
      less: () => world.db.write((tx) => world.access.mapPlanZone(tx, zone(), null)),
      of: 'plan_zone',
      see: target,
    },
    'a policy': {
      before: () => world.db.write((tx) => world.access.setPolicy(tx, world.facilityId, { graceHours: 100 })),
      less: () => world.db.write((tx) => world.access.setPolicy(tx, world.facilityId, { graceHours: 0 })),
      of: 'access_policy',
      see: ({ policy }) => policy,
    },
    'a status that denies': {
      before: async () => undefined,
      less: () => world.db.write((tx) => world.scopes.setStatus(tx, world.partnerId, 'Gone fishing', 'deny')),
      of: 'status_word',
      see: ({ word, effect }) => [word, effect],
    },
    'a key that an organisation let reach it no more': {
      before: async () => {
        keyId = (await world.db.write((tx) => world.partners.createKey(tx, world.partnerId, 'live', 'x'))).id;
      },
      less: () => world.db.write((tx) => world.partners.withdraw(tx, world.orgId, keyId)),
      of: 'partner_key_organisation',
      see: ({ key_id }) => key_id,
    },
    'a partner that was disconnected from an organisation': {
      before: async () => {
        other = await world.organisations.createOrganisation('Rival');
        await world.db.write((tx) =>
          world.partners.setOrganisations(tx, world.partnerId, [world.orgId, other as never], 'everywhere'),
        );
      },
      less: () =>
        world.db.write((tx) => world.partners.setOrganisations(tx, world.partnerId, [world.orgId], 'everywhere')),
      of: 'partner_organisation',
      see: ({ org_id }) => org_id,
    },
    'a contact of a partner who was removed, and one who is no owner any more': {
      before: () => world.db.write((tx) => world.partners.setContacts(tx, world.partnerId, contacts('owner'))),
      less: async () => {
        const [owner, second] = contacts('developer');
        await world.db.write((tx) => world.partners.setContacts(tx, world.partnerId, contacts('developer')));
        await world.db.write((tx) => world.partners.setContacts(tx, world.partnerId, [owner, second]));
      },
      of: 'partner_contact',
      see: ({ email, role }) => [email, role],
    },
    'a webhook that was removed': {
      before: async () => {
        const fields = { url: 'https://example.com/in', description: '', types: [] };
        const { webhook } = await world.db.write((tx) => world.webhooks.create(tx, world.orgId, fields, 'usr_1'));
        webhookId = webhook.id;
      },
      less: () => world.db.write((tx) => world.webhooks.remove(tx, webhookId)),
      of: 'webhook_endpoint',
      see: ({ disabled_at }) => (disabled_at === null ? 'sends' : []),
    },
    'a release that was withdrawn': {
      before: () =>
        db.write((tx) =>
          tx
            .insertInto('edge_release')
            .values({ version: '1.0.0', note: '{}', sha256: '', size: 0, added_at: 0, withdrawn_at: null })
            .execute(),
        ),
      less: () => world.releases.withdraw('1.0.0'),
      of: 'edge_release',
      see: ({ withdrawn_at }) => withdrawn_at === null,
    },
  };
  const standing = async ({ of, see }: Narrowing) =>
    (await it_.rowsOf(of))
      .map(see)
      .filter((seen) => !(Array.isArray(seen) && seen.length === 0))
      .sort();

  it.each(Object.keys(NARROWINGS))('%s stays so', async (which) => {
    const narrowing = NARROWINGS[which] as Narrowing;
    await narrowing.before();
    const copy = await it_.backup();
    const wide = await standing(narrowing);
    await narrowing.less();
    const narrow = await standing(narrowing);
    expect(narrow).not.toEqual(wide);
    await it_.restore(copy);
    expect(await standing(narrowing)).toEqual(wide);
    expect(await world.restored.revokeRestored()).toBe(true);
    expect(await standing(narrowing)).toEqual(narrow);
    expect(await world.restored.revokeRestored()).toBe(false);
  });

  it('plans that had more open nothing until the partner sends them again, and the others are as they were', async () => {
    const zones = async () => (await it_.rowsOf('membership_plan')).map(({ access_zones }) => access_zones);
    await push('Gym', 'Pool');
    const copy = await it_.backup();
    await push('Gym');
    const sent = await zones();
    await it_.restore(copy);
    expect(await world.restored.revokeRestored()).toBe(true);
    expect(await zones()).toEqual([null]);
    await push('Gym');
    expect(await zones()).toEqual(sent);

    const wider = await it_.backup();
    await push('Gym', 'Pool');
    await it_.restore(wider);
    expect(await world.restored.revokeRestored()).toBe(false);
    expect(await zones()).toEqual(sent);
  });

  it('a device’s secret that was renewed lets nobody in, and a newer one is left', async () => {
    const at = { facilityId: world.facilityId };
    const device = { ...at, kind: 'display-screen', name: 'Screen' } as const;
    const made = await world.db.write((tx) => world.devices.register(tx, device));
    deviceId = made.device.uuid;
    const knows = async (secret: string) =>
      (await world.db.read((tx) => world.devices.authenticate(tx, deviceId, secret))) !== undefined;
    const renew = () => world.db.write((tx) => world.devices.renewSecret(tx, { ...at, uuid: deviceId }));
    const copy = await it_.backup();
    const renewed = await renew();
    await it_.restore(copy);
    expect(await knows(made.secret)).toBe(true);
    expect(await world.restored.revokeRestored()).toBe(true);
    expect([await knows(made.secret), await knows(renewed)]).toEqual([false, false]);
    expect(await knows(await renew())).toBe(true);
    const [difference] = await world.db.read((tx) => world.restores.list(tx, world.facilityId, 'open'));
    expect(difference).toMatchObject({ kind: expect.stringMatching(/revoked|box_doors/) });
  });

  it('what was widened since is as in the backup: nobody is let in by what is not known', async () => {
    await world.db.write((tx) => world.scopes.setKey(tx, key(), { target: doors(world.doorId) }));
    await world.revocations.beat();
    const copy = await it_.backup();
    await world.db.write((tx) => world.scopes.setKey(tx, key(), { target: { to: 'facility' } }));
    await world.revocations.beat();
    await it_.restore(copy);
    expect(await world.restored.revokeRestored()).toBe(true);
    expect((await it_.rowsOf('scope_key')).map(target)).toEqual([[targetText(doors(world.doorId)), 0]]);
  });
});
