import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

const SAVE = '/api/admin/agreements/save';
const NEW = { title: 'Standards', kind: 'club', requirement: 'signature', body: '# Standards' };

describe.each(ENGINES)('agreements on $name', ({ open }) => {
  let api: PlatformApi;
  beforeAll(async () => {
    api = await servePlatformApi(await open(), new ManualClock('2026-03-01T12:00:00.000Z'));
  });
  afterAll(() => api.close());
  beforeEach(() => api.moveOn());

  const save = (body: object, by: keyof PlatformApi['callers'] = 'superAdmin') =>
    api.send({ method: 'PUT', path: SAVE, headers: api.callers[by].headers, body });
  const read = async (agreementId: string) =>
    (
      await api.send({
        method: 'GET',
        path: `/api/admin/agreements/${agreementId}`,
        headers: api.callers.superAdmin.headers,
      })
    ).json;
  const list = async (query: string, by: keyof PlatformApi['callers'] = 'superAdmin') => {
    const path = `/api/admin/agreements/list-agreements${query}`;
    const { json } = await api.send({ method: 'GET', path, headers: api.callers[by].headers });
    return (json as { data: { agreementId: string; title: string; clubs: number; outstanding: number }[] }).data;
  };

  it('begin as drafts, and are versions once they are published; what says the same makes none', async () => {
    const begun = await save({ ...NEW, organisationId: api.world.orgId, action: 'draft' }, 'orgAdmin');
    expect(begun, begun.text).toMatchObject({
      status: 201,
      json: { state: 'draft', version: null, draft: true, clubs: 0 },
    });
    const { agreementId } = begun.json as { agreementId: string };
    await api.moveOn();
    const published = await save({ agreementId, action: 'publish' });
    expect(published).toMatchObject({
      status: 200,
      json: { state: 'active', version: 1, draft: false, effectiveOn: '2026-03-01', clubs: 2, outstanding: 2 },
    });
    for (const said of [{}, { changeNote: 'Nothing' }, { body: NEW.body, reacknowledge: false }]) {
      await api.moveOn();
      expect((await save({ agreementId, action: 'publish', ...said })).json).toMatchObject({ version: 1 });
    }
    await api.moveOn();
    const draft = await save({ agreementId, action: 'draft', body: '# Other standards', changeNote: 'Other' });
    expect(draft.json).toMatchObject({ version: 1, draft: true });
    await api.moveOn();
    expect(await read(agreementId)).toMatchObject({
      published: { body: NEW.body, changeNote: '' },
      drafted: { body: '# Other standards', effectiveOn: null, attachments: [], files: [] },
    });
    await api.moveOn();
    expect((await save({ agreementId, action: 'publish' })).json).toMatchObject({ version: 2, draft: false });
    await api.moveOn();
    expect(((await read(agreementId)).versions as object[]).map((version) => version)).toMatchObject([
      { version: 2, changeNote: 'Other' },
      { version: 1, changeNote: '' },
    ]);
  });

  it('stay as they were published, whatever statement says otherwise', async () => {
    const { json } = await save({ ...NEW, organisationId: null, action: 'publish' });
    const { db } = api.world;
    const rows = () => db.read((tx) => tx.selectFrom('agreement_version').selectAll().orderBy('id').execute());
    const before = await rows();
    const [row] = before.filter((version) => version.agreement_id === json.agreementId);
    const columns = sql.raw(Object.keys(row ?? {}).join(', '));
    const values = sql.join(Object.values({ ...row, title: 'Forged' }));
    const replace =
      db.engine === 'sqlite'
        ? sql`insert or replace into agreement_version (${columns}) values (${values})`
        : sql`insert into agreement_version (${columns}) values (${values})
            on conflict (id) do update set title = excluded.title`;
    const attempts: ((tx: Tx) => Promise<unknown>)[] = [
      (tx) => tx.updateTable('agreement_version').set({ title: 'Forged' }).execute(),
      (tx) => tx.deleteFrom('agreement_version').execute(),
      (tx) => replace.execute(tx),
      ...(db.engine === 'postgres' ? [(tx: Tx) => sql`truncate agreement_version cascade`.execute(tx)] : []),
    ];
    for (const attempt of attempts) await db.write(attempt).catch(() => undefined);
    expect(await rows()).toEqual(before);
  });

  it('are archived for nobody to be asked, and come back as a new version', async () => {
    const { json } = await save({ ...NEW, organisationId: null, audience: 'all', action: 'publish' });
    const { agreementId } = json as { agreementId: string };
    await api.moveOn();
    expect((await save({ agreementId, action: 'archive', title: 'Other' })).json.message).toContain('body.title');
    await api.moveOn();
    expect((await save({ agreementId, action: 'archive' })).json).toMatchObject({
      state: 'archived',
      clubs: 3,
      outstanding: 0,
    });
    await api.moveOn();
    expect((await save({ agreementId, action: 'publish' })).json).toMatchObject({
      state: 'active',
      version: 2,
      outstanding: 3,
    });
    await api.moveOn();
    const { json: draft } = await save({ ...NEW, organisationId: null, action: 'draft' });
    await api.moveOn();
    expect(await save({ agreementId: draft.agreementId, action: 'archive' })).toMatchObject({
      status: 409,
      json: { error: 'agreement_state' },
    });
  });

  it('are for those that they name, within whom they belong to', async () => {
    const { orgId, facilityId } = api.world;
    const own = { ...NEW, organisationId: orgId, action: 'publish' };
    const one = await save(
      { ...own, audience: { organisations: [], facilities: [facilityId, facilityId] } },
      'orgAdmin',
    );
    expect(one, one.text).toMatchObject({ status: 201, json: { clubs: 1, audience: { facilities: [facilityId] } } });
    for (const audience of [
      { organisations: [], facilities: [facilityId, api.otherFacilityId] },
      { organisations: [], facilities: [facilityId, 'fac_zzzzzzzzzzzzzzzz'] },
    ]) {
      await api.moveOn();
      const refused = await save({ ...own, audience }, 'orgAdmin');
      expect(refused).toMatchObject({ status: 400, json: { errors: [{ path: 'body.audience.facilities.1' }] } });
    }
    await api.moveOn();
    const all = await save({
      ...own,
      organisationId: null,
      audience: { organisations: [api.otherOrgId], facilities: [facilityId] },
    });
    expect(all.json).toMatchObject({ clubs: 2 });
  });

  it('are changed from the revision that somebody looked at, or not at all', async () => {
    const { json } = await save({ ...NEW, organisationId: api.world.orgId, action: 'draft' });
    const change = { agreementId: json.agreementId, action: 'draft', title: 'Later', expectedRevision: json.revision };
    await api.moveOn();
    expect((await save(change)).status).toBe(200);
    await api.moveOn();
    expect(await save(change)).toMatchObject({ status: 409, json: { error: 'changed' } });
    for (const [field, value] of [
      ['kind', 'club-user'],
      ['organisationId', null],
      ['cua', { linkDays: 3 }],
      ['attachments', ['att_0123456789abcdef']],
    ] as const) {
      await api.moveOn();
      const refused = await save({ agreementId: json.agreementId, action: 'draft', [field]: value });
      expect(refused.status, field).toBe(400);
      expect(refused.json.message).toContain(`body.${field}`);
    }
    await api.moveOn();
    const nothing = await save({ organisationId: api.world.orgId, action: 'draft' });
    expect((nothing.json.errors as { path: string }[]).map(({ path }) => path)).toEqual([
      'body.title',
      'body.kind',
      'body.requirement',
      'body.body',
    ]);
  });

  it('are found by their titles, by who administers them', async () => {
    await save({ ...NEW, title: 'Éclairage 100%', organisationId: api.world.orgId, action: 'draft' }, 'orgAdmin');
    await api.moveOn();
    await save({ ...NEW, title: 'Eclairage of others', organisationId: api.otherOrgId, action: 'draft' });
    const titles = async (...of: Parameters<typeof list>) => (await list(...of)).map(({ title }) => title);
    await api.moveOn();
    expect(await titles('?q=ECLAIR', 'orgAdmin')).toEqual(['Éclairage 100%']);
    await api.moveOn();
    expect(await titles('?q=ECLAIR')).toHaveLength(2);
    await api.moveOn();
    expect(await titles('?q=100%25')).toEqual(['Éclairage 100%']);
    await api.moveOn();
    expect(await titles('?q=clair&state=active')).toEqual([]);
  });

  it('of the kind club-user say how they are asked, and what is left out is as usual', async () => {
    const made = await save({
      ...NEW,
      kind: 'club-user',
      organisationId: api.world.orgId,
      cua: { linkDays: 5 },
      action: 'publish',
    });
    const { agreementId } = made.json as { agreementId: string };
    await api.moveOn();
    await save({ agreementId, cua: { validityDays: 365 }, action: 'draft' });
    await api.moveOn();
    const path = `/api/admin/cua-config-agreements?organisationId=${api.world.orgId}`;
    const { json } = await api.send({ method: 'GET', path, headers: api.callers.orgAdmin.headers });
    expect((json.data as { agreementId: string }[]).filter((one) => one.agreementId === agreementId)).toMatchObject([
      {
        linkDays: 5,
        validityDays: 365,
        reminderDays: [3, 7],
        askedOf: ['users', 'members', 'others'],
        signers: 'person',
      },
    ]);
  });
});
