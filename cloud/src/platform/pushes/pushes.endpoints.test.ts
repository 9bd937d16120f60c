import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { aBrowser } from './testing/browser.ts';

describe.each(ENGINES)('subscriptions over HTTP on $name', ({ open }) => {
  let api: PlatformApi;
  beforeEach(async () => {
    api = await servePlatformApi(await open(), new ManualClock());
  });
  afterEach(() => api.close());
  type Who = { readonly headers: Record<string, string> };
  const path = '/api/push/subscriptions';
  const subscribe = (who: Who, endpoint: string, more: Record<string, string> = {}) =>
    api.send({
      method: 'POST',
      path,
      headers: { ...who.headers, ...more },
      body: { ...aBrowser(endpoint).subscription, label: 'Desk' },
    });
  const list = async (who: Who) => (await api.send({ path, headers: who.headers })).json.data;

  it('are everybody’s own: seen, listed and removed by nobody else', async () => {
    const { staff, superAdmin } = api.callers;
    const made = await subscribe(staff, 'https://push.example.com/very-secret');
    expect(made).toMatchObject({ status: 201, json: { host: 'push.example.com', label: 'Desk' } });
    expect(await list(staff)).toMatchObject([{ subscriptionId: made.json.subscriptionId }]);
    expect(await list(superAdmin)).toEqual([]);
    const remove = (who: Who) =>
      api.send({ method: 'DELETE', path: `${path}/${made.json.subscriptionId}`, headers: who.headers });
    expect(await remove(superAdmin)).toMatchObject({ status: 404, json: { error: 'subscription_unknown' } });
    expect((await remove(staff)).status).toBe(200);
    expect(await list(staff)).toEqual([]);
  });

  it('tell an endpoint and its keys to nobody again, in no answer and in no audit row', async () => {
    const { staff } = api.callers;
    const made = await subscribe(staff, 'https://push.example.com/very-secret');
    const told = JSON.stringify([made.json, await list(staff), await api.audited()]);
    expect(told).not.toMatch(/very-secret|p256dh/);
  });

  it('are not made for somebody else by who acts as them', async () => {
    const { staff, superAdmin } = api.callers;
    const answer = await subscribe(superAdmin, 'https://push.example.com/a', { 'x-simulated-user': staff.user.email });
    expect(answer).toMatchObject({ status: 403, json: { error: 'forbidden' } });
    expect(await list(staff)).toEqual([]);
  });

  it.each([
    'http://push.example.com/a',
    'https://127.0.0.1/a',
    'https://169.254.169.254/latest/meta-data',
    'https://push.example.com:8443/a',
    'nowhere',
  ])('refuse to be told of %s', async (endpoint) => {
    const { staff } = api.callers;
    expect(await subscribe(staff, endpoint)).toMatchObject({ status: 422, json: { error: 'subscription_refused' } });
    expect(await list(staff)).toEqual([]);
  });
});
