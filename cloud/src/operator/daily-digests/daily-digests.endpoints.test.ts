import { Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

describe.each(ENGINES)('daily digests over HTTP on $name', ({ open }) => {
  let api: PlatformApi;
  let clock: ManualClock;
  beforeAll(async () => {
    clock = new ManualClock();
    api = await servePlatformApi(await open(), clock);
  });
  afterAll(() => api.close());

  type Page = { data: { email: string }[]; next: string | null };
  type Caller = PlatformApi['callers']['staff'];
  const send = (method: 'GET' | 'PUT' | 'DELETE', path: string, { headers }: Caller, body?: object) =>
    api.send({ method, path, headers, ...(body && { body }) });
  const at = (rest: string, facilityId: string = api.world.facilityId) =>
    `/api/facilities/${facilityId}/daily-digest${rest}`;
  const own = async (caller: Caller) => (await send('GET', '/api/daily-digests', caller)).json as { data: object[] };

  it('are subscribed to at seven every day unless said otherwise, changed and ended', async () => {
    const { staff } = api.callers;
    const first = await send('PUT', at('/subscription'), staff, {});
    expect(first.json).toEqual({
      subscriptionId: expect.stringMatching(/^brs_/),
      facilityId: api.world.facilityId,
      timezone: 'Australia/Brisbane',
      hour: 7,
      weekday: null,
      enabled: true,
      nextAt: '2026-01-01T21:00:00.000Z',
      lastSentAt: null,
    });
    const changed = await send('PUT', at('/subscription'), staff, { hour: 18, weekday: 'friday', enabled: false });
    expect(changed.json).toMatchObject({ hour: 18, weekday: 'friday', enabled: false, nextAt: null });
    expect(await own(staff)).toEqual({ data: [changed.json], next: null });
    expect((await send('DELETE', at('/subscription'), staff)).status).toBe(200);
    expect(await send('DELETE', at('/subscription'), staff)).toMatchObject({
      status: 404,
      json: { error: 'daily_digest_not_subscribed' },
    });
    expect(await own(staff)).toEqual({ data: [], next: null });
  });

  it('are nobody’s who is not staff there', async () => {
    const { iam, otherOrgAdmin, nobody } = api.callers;
    expect((await send('PUT', at('/subscription'), iam, {})).status).toBe(403);
    for (const stranger of [otherOrgAdmin, nobody]) {
      expect((await send('PUT', at('/subscription'), stranger, {})).status).toBe(404);
      expect((await send('GET', at(''), stranger)).status).toBe(404);
    }
    expect((await send('PUT', '/api/admin/daily-digest/subscription', api.callers.platformAdmin, {})).status).toBe(403);
  });

  it('show managers who gets them at their facility, page by page, and are ended by them', async () => {
    const { staff, manager, orgAdmin, otherOrgAdmin } = api.callers;
    for (const caller of [staff, manager, orgAdmin]) await send('PUT', at('/subscription'), caller, {});
    await send('PUT', at('/subscription', api.otherFacilityId), otherOrgAdmin, {});
    expect((await send('GET', at('/subscribers'), staff)).status).toBe(403);
    const emails: (string | null)[] = [];
    for (let after = ''; ; ) {
      const query = `?limit=2${after === '' ? '' : `&after=${after}`}`;
      const page = (await send('GET', at(`/subscribers${query}`), manager)).json as Page;
      emails.push(...page.data.map(({ email }) => email));
      if (page.next === null) break;
      after = page.next;
    }
    // Whom managers do not see among the users, they do not get to know here.
    const found = (await send('GET', '/api/admin/users/searchuser?q=example.com', manager)).json as Page;
    const seen = found.data.map(({ email }) => email);
    expect(emails.toSorted()).toEqual([...seen.filter((email) => !email.startsWith('agent')), null].toSorted());
    expect(seen).not.toContain('org@example.com');
    const end = (userId: string) => send('DELETE', at(`/subscribers/${userId}`), manager);
    expect((await end(staff.user.id)).json).toEqual({ userId: staff.user.id });
    expect((await end(staff.user.id)).status).toBe(404);
    expect((await end(otherOrgAdmin.user.id)).status).toBe(404);
    expect((await own(otherOrgAdmin)).data).toHaveLength(1);
  });

  it('of the platform say what is dead, failing, disabled and silent, to global admins', async () => {
    const { world } = api;
    const { globalAdmin, superAdmin } = api.callers;
    const quiet = await send('GET', '/api/admin/daily-digest', superAdmin);
    expect(quiet.json).toMatchObject({ quiet: true, text: expect.stringMatching(/^All quiet on the platform since /) });
    const subscribed = await send('PUT', '/api/admin/daily-digest/subscription', globalAdmin, {
      timezone: 'Europe/London',
    });
    expect(subscribed.json).toMatchObject({ facilityId: null, timezone: 'Europe/London' });
    const { webhook } = await world.db.write(async (tx) => {
      const id = await world.jobs.enqueue(tx, 'webhooks.deliver', {});
      await tx.updateTable('job').set({ state: 'dead', finished_at: clock.wallMs() }).where('id', '=', id).execute();
      const [entry] = await tx.selectFrom('audit_entry').selectAll().limit(1).execute();
      if (entry !== undefined)
        await tx
          .insertInto('audit_entry')
          .values({ ...entry, id: 'aud_failed', endpoint: 'doors.unlock', outcome: 'internal_error', status: 500 })
          .execute();
      return world.webhooks.create(
        tx,
        world.orgId,
        { url: 'https://hooks.example.com/', description: '', types: [] },
        'user:test',
      );
    });
    await world.db.write((tx) => world.webhooks.update(tx, webhook.id, { enabled: false }));
    await world.db.write((tx) =>
      world.billing.approvals.ask(tx, {
        ...{ kind: 'adjust', ownerKey: `org#${world.orgId}`, amountCents: 250_000, asked: {}, by: 'user:test' },
      }),
    );
    await clock.advance(Minutes(3));
    const told = (await send('GET', '/api/admin/daily-digest?hours=1&timezone=Europe/London', globalAdmin)).json;
    expect(told).toMatchObject({
      quiet: false,
      deadJobs: [{ kind: 'webhooks.deliver', count: 1 }],
      faults: [{ endpoint: 'doors.unlock', outcome: 'internal_error', count: 1 }],
      money: { paymentsWaiting: 0, approvalsWaiting: 1, frozenAccounts: 0, failedTopups: 0 },
      disabledWebhooks: [{ webhookId: webhook.id, organisationId: world.orgId, why: 'by hand', isNew: true }],
      silentBoxes: { count: 1, data: [{ boxId: world.boxId, facilityId: world.facilityId }] },
    });
    expect(
      (told as { text: string }).text,
    ).toBe(`The platform since Wed 31 Dec ${(told as { from: string }).from.slice(11, 16)}.

DEAD JOBS
- webhooks.deliver: 1

REQUESTS THAT FAILED
- doors.unlock internal_error: 1 time

MONEY THAT WAITS FOR SOMEBODY
- 1 approval that waits

BOXES NOT HEARD OF: 1
- ${world.boxId} (${world.facilityId}): for 3 minutes

DISABLED WEBHOOKS
- ${webhook.id} (${world.orgId}): by hand
`);
    clock.jumpWall(Hours(8));
    await world.dailyDigests.sendDue();
    const mails = (await world.mail.list(50)).filter(({ recipient }) => recipient === 'global@example.com');
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Platform: 1 dead job, 1 failed request, 1 approval that waits, 1 silent box, 1 disabled webhook',
    ]);
  });
});
