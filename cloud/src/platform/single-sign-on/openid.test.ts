import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { type ServedStandIn, serveStandIn } from '@gatehouse/stand-ins/kit/serve.ts';
import { CLIENT, createOpenIdProvider } from '@gatehouse/stand-ins/openid/openid.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { guardedRequest } from '../../kit/outbound/guarded-request.ts';
import { openIdByHttps, type Provider, type Trip } from './openid.ts';

const TRIP: Trip = {
  redirectUri: 'https://console.example/ops/sign-in/return',
  state: 'state-of-this-trip',
  nonce: 'nonce-of-this-trip',
  verifier: 'verifier-of-this-trip-verifier-of-this-trip',
};

describe('the way to the OpenID provider of an organisation', () => {
  // Tokens are looked at by the machine's own time: the provider's clock begins there.
  const clock = new ManualClock(isoOf(systemClock.wallMs()));
  let host: ServedStandIn<Awaited<ReturnType<typeof createOpenIdProvider>>>;
  let provider: Provider;
  beforeAll(async () => {
    host = await serveStandIn(await createOpenIdProvider({ clock }));
    provider = { issuer: host.url, clientId: CLIENT.id, clientSecret: CLIENT.secret };
  });
  afterAll(() => host.close());
  beforeEach(() => {
    host.faults.clear();
    host.on.person = { sub: 'person-1', email: 'sam@example.com', email_verified: true };
  });
  const deps = () => ({ clock: systemClock, targets: { addresses: 'any', ca: host.facts().authority ?? '' } }) as const;
  const openId = () => openIdByHttps(deps());
  /** What a browser does there: a person presses the button, and is sent back. */
  const answerTo = async (url: URL): Promise<Record<string, string>> => {
    const { headers } = await guardedRequest(url, { method: 'POST', headers: {} }, deps());
    return Object.fromEntries(new URL(headers.location ?? '').searchParams);
  };
  const vouched = async (trip: Trip = TRIP, as: Provider = provider) => {
    const { code = '' } = await answerTo(await openId().begin(provider, TRIP));
    return openId().finish(as, trip, { code });
  };

  it('leads there and back: who somebody is', async () => {
    const url = await openId().begin(provider, TRIP);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      ...{ client_id: CLIENT.id, response_type: 'code', code_challenge_method: 'S256', state: TRIP.state },
      ...{ redirect_uri: TRIP.redirectUri, scope: 'openid email' },
    });
    expect(url.href).not.toContain(TRIP.verifier);
    expect(await vouched()).toEqual({ subject: 'person-1', email: 'sam@example.com', emailVerified: true });
  });

  it('says what the provider does not say as undefined', async () => {
    host.on.person = { sub: 'person-2' };
    expect(await vouched()).toEqual({ subject: 'person-2', email: undefined, emailVerified: undefined });
  });

  it.each([
    ['another verifier', { ...TRIP, verifier: 'x'.repeat(43) }, {}],
    ['another nonce', { ...TRIP, nonce: 'another' }, {}],
    ['another secret', TRIP, { clientSecret: 'wrong' }],
    ['another client', TRIP, { clientId: 'somebody-else' }],
  ])('believes nothing that comes for %s', async (_what, trip, as) => {
    await expect(vouched(trip, { ...provider, ...as })).rejects.toMatchObject({ kind: 'refused' });
  });

  it('uses a code once', async () => {
    const { code = '' } = await answerTo(await openId().begin(provider, TRIP));
    await openId().finish(provider, TRIP, { code });
    await expect(openId().finish(provider, TRIP, { code })).rejects.toMatchObject({ kind: 'refused' });
  });

  it.each([
    [{ kind: 'refuse', status: 500 }, 'unreachable'] as const,
    [{ kind: 'too-many' }, 'unreachable'] as const,
    [{ kind: 'cut' }, 'unreachable'] as const,
    [{ kind: 'page' }, 'refused'] as const,
    [{ kind: 'endless' }, 'refused'] as const,
  ])('says of a provider that does %j that it is %s, and nothing of its secret', async (fault, kind) => {
    host.faults.want({ ...fault, times: 1 });
    const failed = await openId()
      .begin(provider, TRIP)
      .catch((error: Error) => error);
    expect(failed).toMatchObject({ kind });
    expect(String(failed)).not.toContain(CLIENT.secret);
  });

  it('believes a configuration only of the issuer that it was asked of, and goes by https to the internet alone', async () => {
    const body = { issuer: 'https://login.example', authorization_endpoint: 'https://login.example/authorize' };
    host.faults.want({
      kind: 'answer',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      times: 1,
    });
    await expect(openId().begin(provider, TRIP)).rejects.toMatchObject({ kind: 'refused' });
    const inside = openIdByHttps({ clock: systemClock, targets: { addresses: 'public' } });
    await expect(inside.begin(provider, TRIP)).rejects.toMatchObject({ kind: 'unreachable' });
    await expect(openId().begin({ ...provider, issuer: 'http://login.example' }, TRIP)).rejects.toMatchObject({
      kind: 'refused',
    });
  });

  it('believes no service with many tenants: it says of any of them that it is the one', async () => {
    const issuer = 'https://login.microsoftonline.com/organizations/v2.0';
    const itself = 'https://login.microsoftonline.com/{tenantid}/v2.0';
    const body = { issuer: itself, authorization_endpoint: 'https://login.microsoftonline.com/authorize' };
    const many = openIdByHttps({
      ...deps(),
      request: async () => ({
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(body)),
        isWhole: true,
      }),
    });
    await expect(many.begin({ ...provider, issuer }, TRIP)).rejects.toThrow('many tenants');
  });
});
