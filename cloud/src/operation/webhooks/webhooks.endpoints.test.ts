import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

interface Page {
  readonly data: readonly { readonly type: string; readonly data: Readonly<Record<string, unknown>> }[];
  readonly next: string;
  readonly more: boolean;
}

describe.each(ENGINES)('webhooks over the platform API on $name', ({ open }) => {
  let api: PlatformApi;
  beforeEach(async () => {
    api = await servePlatformApi(await open(), new ManualClock());
  });
  afterEach(() => api.close());
  const call = (method: string, path: string, body?: object, who: 'orgAdmin' | 'manager' = 'orgAdmin') =>
    api.send({ method, path, headers: api.callers[who].headers, ...(body && { body }) });
  const inOrg = () => `organisationId=${api.world.orgId}`;
  const URL_ = 'https://hooks.example.com/gatehouse';

  it('a secret is in the answer that makes it, and nowhere else', async () => {
    const made = await call('POST', `/api/webhooks?${inOrg()}`, { url: URL_ });
    const { webhookId: id, secret } = made.json as { webhookId: string; secret: string };
    expect([made.status, secret]).toEqual([201, expect.stringMatching(/^whsec_/)]);
    const rotated = await call('POST', `/api/webhooks/${id}/rotate-secret`);
    const { secret: second, oldSecretUntil } = rotated.json as { secret: string; oldSecretUntil: string };
    expect(second).not.toBe(secret);
    expect(oldSecretUntil).toBe('2026-01-02T00:00:00.000Z');
    const later = [
      await call('GET', `/api/webhooks?${inOrg()}`),
      await call('GET', `/api/webhooks/${id}`),
      await call('PATCH', `/api/webhooks/${id}`, { description: 'Ours' }),
      await call('GET', `/api/webhooks/${id}/deliveries`),
    ];
    for (const { status, text } of later) expect([status, /whsec_/.test(text)]).toEqual([200, false]);
    expect(JSON.stringify(await api.audited())).not.toContain('whsec_');
  });

  it('an unlock by staff is in the feed of their organisation, without names', async () => {
    const { facilityId, doorId } = api.world;
    const path = `/api/access-control/${facilityId}/doors/${doorId}/unlock`;
    const { status } = await call('POST', path, { reason: 'A delivery' }, 'manager');
    const feed = await call('GET', `/api/events?${inOrg()}&limit=1`);
    expect([status, feed.status]).toEqual([200, 200]);
    const { data, next } = feed.json as Page;
    expect(data).toMatchObject([
      {
        type: 'unlock.finished',
        data: { outcome: 'unlocked', doorId, by: 'staff', userId: api.callers.manager.user.id },
      },
    ]);
    const after = (await call('GET', `/api/events?${inOrg()}&after=${next}`)).json as Page;
    expect(after).toEqual({ data: [], next, more: false, complete: true });
  });

  it('a cursor that is none is refused', async () => {
    const { status, json } = await call('GET', `/api/events?${inOrg()}&after=yesterday`);
    expect([status, (json as { message: string }).message]).toEqual([400, 'query.after: must be the `next` of a page']);
  });

  it('a webhook to the inside is refused, and says why', async () => {
    const answer = await call('POST', `/api/webhooks?${inOrg()}`, { url: 'https://169.254.169.254/latest/meta-data' });
    expect(answer).toMatchObject({
      status: 400,
      json: { error: 'webhook_refused', message: 'url: must name a host of the internet.' },
    });
  });
});
