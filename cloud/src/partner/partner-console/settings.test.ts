import { expect, it } from 'vitest';
import { basic } from '../../testing/partner-api.ts';
import { DEVELOPER, OWNER } from './testing/console-api.ts';
import { describeAtConsole } from './testing/console-suite.ts';

const LINKING = '/settings/linking?linkingMethod=linking_identifier';

describeAtConsole('settings', (at) => {
  const mails = async () =>
    (
      await at.db.read((tx) => tx.selectFrom('mail').select(['recipient', 'text_body']).orderBy('recipient').execute())
    ).map(({ recipient, text_body }) => ({ to: recipient, text: text_body }));
  const seen = async (path = '/settings'): Promise<string> => (await at.ask('GET', path)).json.seen;
  const patch = (body: object) => at.ask('PATCH', '/settings', body);

  it('names what another linking method breaks before it is made, and counts it', async () => {
    const { organisations, partners, partnerId, facilityId, orgId } = at.api.world;
    const second = await organisations.createFacility({ orgId, name: 'Second', timezone: 'UTC' });
    await at.api.world.db.write((tx) =>
      partners.setIntegration(tx, partnerId, second, { enabled: true, linkingIdentifier: 'BNE-02' }),
    );
    await at.api.world.members.put([{ partnerId, facilityId, memberId: 'M-1', firstName: 'Ada', lastName: 'Byron' }]);
    const breaks = await at.ask('GET', LINKING);
    expect(breaks.json).toMatchObject({
      from: 'facility_id',
      to: 'linking_identifier',
      ...{ organisations: 1, facilities: 2, unnamed: 1, members: 1, unnamedMembers: 1, isWhole: true },
      places: [
        { facilityId, organisationId: orgId, linkingIdentifier: null, isNamed: false, members: 1 },
        { facilityId: second, linkingIdentifier: 'BNE-02', isNamed: true, members: 0 },
      ],
    });
    expect((await at.ask('GET', '/settings/linking?linkingMethod=facility_id')).json).toMatchObject({
      error: 'invalid_request',
    });
  });

  it('says of members beyond those that it counts that they were not counted', async () => {
    const { partnerId, facilityId, organisations, partners, orgId, db } = at.api.world;
    const second = await organisations.createFacility({ orgId, name: 'Second', timezone: 'UTC' });
    await db.write((tx) => partners.setIntegration(tx, partnerId, second, { enabled: true }));
    const [small, large] = [facilityId, second].toSorted() as [typeof facilityId, typeof facilityId];
    const rowsOf = (facility_id: typeof facilityId, from: number, many: number) =>
      Array.from({ length: many }, (_, n) => ({
        ...{ partner_id: partnerId, facility_id, member_id: `M-${from + n}`, record: '{}' },
        ...{ updated_at: null, stored_at: 0, picture_key: null },
      }));
    await at.db.write(async (tx) => {
      await tx
        .insertInto('member')
        .values(rowsOf(small, 0, 3))
        .execute();
      for (let from = 0; from < 20_000; from += 1_000)
        await tx
          .insertInto('member')
          .values(rowsOf(large, from, 1_000))
          .execute();
    });
    const { json } = await at.ask('GET', LINKING);
    expect(json).toMatchObject({ isWhole: false, members: 3 });
    const members = (json.places as { facilityId: string; members: number | null }[]).map((one) => [
      one.facilityId,
      one.members,
    ]);
    expect(Object.fromEntries(members)).toEqual({ [small]: 3, [large]: null });
  });

  it('changes the linking method by what was shown of it alone, for the next request, and tells the others', async () => {
    const { facilityId, partnerId, partners } = at.api.world;
    await at.signIn(OWNER.email);
    const change = { linkingMethod: 'linking_identifier' };
    const unchanged = { status: 412, json: { error: 'settings_changed', current: { linkingMethod: 'facility_id' } } };
    expect(await patch({ ...change, ifSeen: await seen() })).toMatchObject(unchanged);
    const shown = await seen(LINKING);
    await at.api.world.db.write((tx) =>
      partners.setIntegration(tx, partnerId, facilityId, { enabled: true, linkingIdentifier: 'BNE-01' }),
    );
    expect(await patch({ ...change, ifSeen: shown }), 'a facility has its code by now').toMatchObject(unchanged);
    expect(await mails()).toEqual([]);

    const key = await at.api.world.db.write((tx) => partners.createOwnKey(tx, partnerId, 'live', 'x'));
    const doors = (link: string) =>
      at.api.send({ path: `/partner/v1/access-control/doors?${link}`, headers: basic(key.text) });
    expect((await doors(`facility_id=${facilityId}`)).status).toBe(200);
    const changed = await patch({ ...change, ifSeen: await seen(LINKING) });
    expect(changed).toMatchObject({ status: 200, json: change });
    expect((await doors(`facility_id=${facilityId}`)).status).toBe(400);
    expect((await doors('linking_identifier=BNE-01')).status).toBe(200);

    const [{ to, text } = { to: '', text: '' }, ...more] = await mails();
    expect([to, more]).toEqual([DEVELOPER.email, []]);
    expect(text).toContain('Robin Fields (robin@acme.example) has changed the account of Acme Members');
    expect(text).toContain('by linking_identifier from now on');
    const rows = await at.db.read((tx) => tx.selectFrom('audit_entry').selectAll().execute());
    const outcomes = rows.filter(({ event }) => event === 'console-settings.update');
    expect(outcomes.map(({ outcome, target }) => [outcome, target])).toEqual([
      ['settings_changed', partnerId],
      ['settings_changed', partnerId],
      ['ok', partnerId],
    ]);
  });

  it('changes what facilities are asked for, by the settings that were shown, and nothing where nothing differs', async () => {
    await at.signIn(OWNER.email);
    const ifSeen = await seen();
    const to = { linkingLabel: 'Store', prefix: 'ACME-', customFields: [{ key: 'region', label: 'Region' }] };
    const changed = await patch({ ...to, ifSeen });
    expect(changed).toMatchObject({ status: 200, json: to });
    expect(await patch({ prefix: '', ifSeen })).toMatchObject({ status: 412, json: { current: to } });
    expect(await patch({ ...to, ifSeen: changed.json.seen })).toMatchObject({ status: 200 });
    expect(await mails()).toHaveLength(1);
    expect(await patch({ customFields: [{ key: 'A', label: 'x' }], ifSeen: changed.json.seen })).toMatchObject({
      status: 400,
    });
  });

  it('is for owners to change, and for every contact to read', async () => {
    expect((await at.ask('GET', LINKING)).status).toBe(200);
    expect((await patch({ prefix: 'X', ifSeen: await seen() })).status).toBe(403);
    expect((await at.ask('PATCH', '/profile', { website: null })).status).toBe(403);
  });

  it('has a profile, and tells whom it named until then that they are named no longer', async () => {
    await at.signIn(OWNER.email);
    const none = { name: 'Acme Members', website: null, outageEmail: null, securityEmail: null };
    expect((await at.ask('GET', '/profile')).json).toEqual(none);
    const to = { website: 'https://acme.example/', securityEmail: 'security@acme.example' };
    expect((await at.ask('PATCH', '/profile', to)).json).toEqual({ ...none, ...to });
    await at.ask('PATCH', '/profile', { securityEmail: null });
    expect((await at.ask('GET', '/profile')).json).toEqual({ ...none, website: to.website });
    expect((await mails()).map(({ to }) => to)).toEqual([
      DEVELOPER.email,
      DEVELOPER.email,
      'security@acme.example',
      'security@acme.example',
    ]);
    for (const wrong of [
      { website: 'http://acme.example' },
      { website: 'javascript:alert(1)' },
      { outageEmail: 'a@b.example, c@d.example' },
      { securityEmail: 'a@b.example\r\nBcc: c@d.example' },
    ])
      expect((await at.ask('PATCH', '/profile', wrong)).status, JSON.stringify(wrong)).toBe(400);
  });
});
