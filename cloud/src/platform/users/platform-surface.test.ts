import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

const PATH = '/api/admin/users/is-simulated-user';

describe.each(ENGINES)('the platform API on $name', ({ open }) => {
  let api: PlatformApi;
  beforeAll(async () => {
    api = await servePlatformApi(await open(), new ManualClock());
  });
  afterAll(() => api.close());

  it('[R70] answers 401 without a valid x-api-key, and says so in its own error shape', async () => {
    for (const headers of [{}, { 'x-api-key': 'ghk_nope' }, { 'x-api-key': `ghk_${'z'.repeat(43)}` }]) {
      const answer = await api.send({ method: 'GET', path: PATH, headers });
      expect(answer).toMatchObject({ status: 401, json: { error: 'unauthenticated', message: expect.any(String) } });
    }
  });

  it('lets a super admin act as somebody else, and audits both', async () => {
    const { superAdmin, staff } = api.callers;
    const headers = { ...superAdmin.headers, 'x-simulated-user': 'Staff@Example.com' };
    const answer = await api.send({ method: 'GET', path: PATH, headers });
    expect(answer).toMatchObject({
      status: 200,
      json: { simulated: true, user: { userId: staff.user.id }, sender: { userId: superAdmin.user.id } },
    });
    const rows = await api.audited();
    expect(rows.find(({ request_id }) => request_id === answer.headers['x-request-id'])).toMatchObject({
      actor: `user:${superAdmin.user.id}`,
      acting_as: `user:${staff.user.id}`,
      event: 'users.simulation',
      outcome: 'ok',
    });
  });

  it('Q4 takes an empty x-simulated-user for none, from whomever it comes', async () => {
    for (const { headers, user } of [api.callers.superAdmin, api.callers.staff])
      for (const empty of ['', '  ']) {
        const answer = await api.send({
          method: 'GET',
          path: PATH,
          headers: { ...headers, 'x-simulated-user': empty },
        });
        expect(answer).toMatchObject({ status: 200, json: { simulated: false, user: { userId: user.id } } });
      }
  });

  it('refuses everybody else to act as somebody, and nobody that there is not', async () => {
    for (const [{ headers, user }, email] of [
      [api.callers.globalAdmin, 'staff@example.com'],
      [api.callers.superAdmin, 'no-one@example.com'],
    ] as const) {
      const answer = await api.send({ method: 'GET', path: PATH, headers: { ...headers, 'x-simulated-user': email } });
      expect(answer).toMatchObject({ status: 403, json: { error: 'acting_refused' } });
      expect(
        (await api.audited()).filter(({ request_id }) => request_id === answer.headers['x-request-id']),
      ).toMatchObject([{ actor: `user:${user.id}`, acting_as: null, outcome: 'acting_refused', status: 403 }]);
    }
  });

  it('does not answer a super admin, as somebody, what they were answered as somebody else', async () => {
    const { superAdmin } = api.callers;
    const as = (email: string) =>
      api.send({
        method: 'POST',
        path: '/api/users',
        headers: { ...superAdmin.headers, 'x-simulated-user': email, 'idempotency-key': 'the-same' },
        body: {
          email: 'fresh@example.com',
          firstName: 'Sam',
          lastName: 'Rivers',
          roles: [{ role: 'facility-staff', scope: 'facility', scopeId: api.world.facilityId }],
        },
      });
    expect(await as('org@example.com')).toMatchObject({ status: 201 });
    expect(await as('global@example.com')).toMatchObject({ status: 409, json: { error: 'idempotency_key_reused' } });
  });

  it('knows a caller without any role, and lets them do nothing', async () => {
    const answer = await api.send({ method: 'GET', path: PATH, headers: api.callers.nobody.headers });
    expect(answer).toMatchObject({ status: 403, json: { error: 'forbidden' } });
  });
});
