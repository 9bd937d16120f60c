import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

const FAQ = { category: 'guests', question: 'May I bring a guest?', answer: 'Yes.', audience: 'staff' };

describe.each(ENGINES)('FAQs on $name', ({ open }) => {
  let api: PlatformApi;
  beforeAll(async () => {
    api = await servePlatformApi(await open(), new ManualClock());
  });
  afterAll(() => api.close());

  type Caller = keyof PlatformApi['callers'];
  const send = async (caller: Caller, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
    await api.moveOn();
    return api.send({ method, path, headers: api.callers[caller].headers, ...(body && { body }) });
  };
  const add = async (caller: Caller, body: object) => {
    const answer = await send(caller, 'POST', '/api/admin/faqs/add', { ...FAQ, ...body });
    expect(answer.status, answer.text).toBe(201);
    return answer.json as { faqId: string; revision: number };
  };
  const listed = async (caller: Caller, query = '') => {
    const { json } = await send(caller, 'GET', `/api/admin/faqs${query}`);
    return (json as { data: { question: string }[] }).data.map(({ question }) => question);
  };

  it('are for those who work where they belong, by position; drafts for those who may change them', async () => {
    const { orgId: organisationId } = api.world;
    await add('orgAdmin', { organisationId, question: 'Second', position: 2, state: 'published' });
    await add('orgAdmin', { organisationId, question: 'First', position: 1, state: 'published' });
    await add('orgAdmin', { organisationId, question: 'Draft', position: 3 });
    await add('otherOrgAdmin', { organisationId: api.otherOrgId, question: 'Theirs', state: 'published' });
    await add('superAdmin', { organisationId: null, question: 'Everybody’s', position: 9, state: 'published' });
    await add('superAdmin', { organisationId: null, question: 'Not yet', position: 9 });
    expect(await listed('staff')).toEqual(['First', 'Second', 'Everybody’s']);
    expect(await listed('manager', `?organisationId=${organisationId}`)).toEqual(['First', 'Second', 'Everybody’s']);
    expect(await listed('orgAdmin')).toEqual(['First', 'Second', 'Draft', 'Everybody’s']);
    expect(await listed('otherOrgAdmin')).toEqual(['Theirs', 'Everybody’s']);
    expect(await listed('superAdmin', `?organisationId=${organisationId}&state=draft`)).toEqual(['Draft', 'Not yet']);
    const first = await send('orgAdmin', 'GET', '/api/admin/faqs?limit=2');
    const { next } = first.json as { next: string };
    expect(await listed('orgAdmin', `?limit=2&after=${next}`)).toEqual(['Draft', 'Everybody’s']);
  });

  it('of a category are its own, and none of one that there is not', async () => {
    const { orgId: organisationId } = api.world;
    await add('orgAdmin', { organisationId, question: 'A locker?', category: 'lockers', state: 'published' });
    const of = async (category: string) => {
      const { json } = await send('staff', 'GET', `/api/admin/faqs/category/${category}`);
      return (json as { data: { question: string }[] }).data.map(({ question }) => question);
    };
    expect(await of('lockers')).toEqual(['A locker?']);
    expect(await of('no%20such')).toEqual([]);
  });

  it('are changed by who administers their owner, from the revision that was read', async () => {
    const { orgId: organisationId } = api.world;
    const { faqId } = await add('admin', { organisationId, about: ['error:relay_fault', 'page:doors'] });
    const update = (caller: Caller, body: object) => send(caller, 'POST', `/api/faqs/update/${faqId}`, body);
    expect((await update('admin', { answer: 'No.', expectedRevision: 1 })).json).toMatchObject({
      answer: 'No.',
      question: FAQ.question,
      about: ['error:relay_fault', 'page:doors'],
      revision: 2,
      changedBy: { id: api.callers.admin.user.id },
    });
    expect(await update('orgAdmin', { answer: 'Yes.', expectedRevision: 1 })).toMatchObject({
      status: 409,
      json: { error: 'changed' },
    });
    expect((await update('manager', { answer: 'Yes.' })).status).toBe(403);
    // A draft is not there for whoever may not change it.
    expect((await send('manager', 'GET', `/api/admin/faqs/${faqId}`)).status).toBe(404);
    expect((await send('admin', 'DELETE', `/api/admin/faqs/delete/${faqId}`)).status).toBe(200);
    expect((await send('admin', 'GET', `/api/admin/faqs/${faqId}`)).status).toBe(404);
  });

  it('of the platform are changed by nobody else', async () => {
    const { faqId } = await add('superAdmin', { organisationId: null, state: 'published' });
    expect((await send('orgAdmin', 'GET', `/api/admin/faqs/${faqId}`)).status).toBe(200);
    expect((await send('orgAdmin', 'POST', `/api/faqs/update/${faqId}`, { answer: 'No.' })).status).toBe(404);
    const adding = { ...FAQ, organisationId: null };
    expect((await send('orgAdmin', 'POST', '/api/admin/faqs/add', adding)).status).toBe(404);
  });

  it('are 500 of an owner at most', async () => {
    const { db, faqs } = api.world;
    const orgId = await api.world.organisations.createOrganisation('Large');
    const fields = { ...FAQ, audience: 'staff', locale: 'en', about: [], position: 0, state: 'draft' } as const;
    const add = () => db.write((tx) => faqs.add(tx, orgId, { ...fields, by: 'user:test' }));
    const one = await add();
    const others = Array.from({ length: 499 }, (_, n) => ({ ...one, id: `faq_${n}` }));
    await db.write((tx) => tx.insertInto('faq').values(others).execute());
    await expect(add()).rejects.toMatchObject({ code: 'too_many_faqs' });
  });
});
