import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type CallerKind, type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { RIGHTS } from '../users/users.module.ts';

interface Seen {
  readonly organisationId: string;
  readonly name: string;
  readonly facilities: number;
  readonly rights: readonly string[];
}

describe.each(ENGINES)('organisations on $name', ({ open }) => {
  let api: PlatformApi;
  beforeAll(async () => {
    api = await servePlatformApi(await open(), new ManualClock());
  });
  afterAll(() => api.close());

  const send = async (by: CallerKind, method: string, path = '', body?: object) => {
    await api.moveOn();
    const { headers } = api.callers[by];
    return api.send({ method, path: `/api/organisations${path}`, headers, ...(body && { body }) });
  };
  const namesFor = async (by: CallerKind, query: Readonly<Record<string, string>> = {}): Promise<string[]> => {
    const { json } = await send(by, 'GET', `?${new URLSearchParams({ limit: '200', ...query })}`);
    return (json as { data: Seen[] }).data.map(({ name }) => name).sort();
  };
  const add = async (name: string): Promise<string> => {
    const { json } = await send('platformAdmin', 'POST', '', { name });
    return (json as Seen).organisationId;
  };

  it('shows everybody those that they hold something in, and what they may do in all of it', async () => {
    const { orgId } = api.world;
    const [harbour, summit] = ['Harbour Fitness', 'Summit Clubs'];
    for (const by of ['superAdmin', 'globalAdmin', 'platformAdmin'] as const)
      expect(await namesFor(by)).toEqual([harbour, summit]);
    for (const by of ['orgAdmin', 'manager', 'staff', 'iam', 'admin', 'agent'] as const)
      expect(await namesFor(by), by).toEqual([harbour]);
    expect(await namesFor('otherOrgAdmin')).toEqual([summit]);
    expect(await send('nobody', 'GET')).toMatchObject({ status: 403, json: { error: 'forbidden' } });

    const read = async (by: CallerKind) => (await send(by, 'GET', `/${orgId}`)).json;
    expect(await read('superAdmin')).toEqual({
      organisationId: orgId,
      name: harbour,
      facilities: 2,
      rights: [...RIGHTS],
    });
    expect(await read('orgAdmin')).toMatchObject({
      facilities: 2,
      rights: ['org-admin', 'facility-manager', 'facility-staff', 'iam', 'admin', 'agent', 'installer'],
    });
    expect(await read('iam')).toMatchObject({ facilities: 2, rights: ['iam'] });
    expect(await read('staff')).toMatchObject({ facilities: 1, rights: [] });
    expect(await send('otherOrgAdmin', 'GET', `/${orgId}`)).toMatchObject({
      status: 404,
      json: { error: 'place_unknown' },
    });
    for (const unknown of ['org_zzzzzzzzzzzzzzzz', 'x'.repeat(1_000), 'org_%00', '%ED%A0%80'])
      expect((await send('superAdmin', 'GET', `/${unknown}`)).status, unknown).toBeOneOf([400, 404]);
  });

  it('are made and renamed by platform admins, whom the audit names, and by nobody of the organisation', async () => {
    const { orgId } = api.world;
    expect(await send('orgAdmin', 'POST', '', { name: 'Mine' })).toMatchObject({ status: 403 });
    expect(await send('orgAdmin', 'PATCH', `/${orgId}`, { name: 'Mine' })).toMatchObject({ status: 403 });
    expect(await send('otherOrgAdmin', 'PATCH', `/${orgId}`, { name: 'Mine' })).toMatchObject({ status: 404 });
    for (const name of ['', '   ', 'x'.repeat(121), 'a\0b'])
      expect(await send('platformAdmin', 'POST', '', { name }), name).toMatchObject({ status: 400 });

    const made = await send('platformAdmin', 'POST', '', { name: '  Lakeside  ' });
    expect(made).toMatchObject({ status: 201, json: { name: 'Lakeside', facilities: 0 } });
    const { organisationId } = made.json as Seen;
    const renamed = await send('platformAdmin', 'PATCH', `/${organisationId}`, { name: 'Lakeside Gyms' });
    expect(renamed).toMatchObject({ status: 200, json: { organisationId, name: 'Lakeside Gyms' } });
    expect(await namesFor('superAdmin', { q: 'lakeside' })).toEqual(['Lakeside Gyms']);
    const { actor } = { actor: `user:${api.callers.platformAdmin.user.id}` };
    expect((await api.audited()).filter(({ target }) => target === organisationId)).toMatchObject([
      { event: 'organisation.added', actor, outcome: 'ok' },
      { event: 'organisation.renamed', actor, outcome: 'ok' },
    ]);
  });

  it('are found by a part of their name, letter for letter but for capitals', async () => {
    for (const name of ['100 % Strong', 'Strong_er', 'Strong\\er', 'ZÜRICH Oerlikon']) await add(name);
    const found = (q: string) => namesFor('superAdmin', { q });
    expect(await found('%')).toEqual(['100 % Strong']);
    expect(await found('_')).toEqual(['Strong_er']);
    expect(await found('\\')).toEqual(['Strong\\er']);
    expect(await found('STRONG')).toEqual(['100 % Strong', 'Strong\\er', 'Strong_er']);
    expect(await found('zürich')).toEqual(['ZÜRICH Oerlikon']);
    expect(await found('nowhere')).toEqual([]);
    expect(await namesFor('orgAdmin', { q: 'strong' })).toEqual([]);
    for (const q of ['', ' ', 'x'.repeat(121)])
      expect(await send('superAdmin', 'GET', `?${new URLSearchParams({ q })}`)).toMatchObject({ status: 400 });
    expect(await send('superAdmin', 'GET', '?q=%00')).toMatchObject({ status: 400 });
  });

  it('come page by page, each once, while others are made', async () => {
    for (let n = 0; n < 7; n += 1) await add(`Paged ${n}`);
    const before = await namesFor('superAdmin', { q: 'paged' });
    const seen: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const query = new URLSearchParams({ q: 'paged', limit: '3', ...(next !== '' && { after: next }) });
      const { json } = await send('superAdmin', 'GET', `?${query}`);
      const page = json as { data: Seen[]; next: string | null };
      expect(page.data.length).toBeLessThanOrEqual(3);
      seen.push(...page.data.map(({ name }) => name));
      await add(`Paged in between ${seen.length}`);
      next = page.next;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(before));
  });
});
