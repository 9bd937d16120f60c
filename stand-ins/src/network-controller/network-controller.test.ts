import { X509Certificate } from 'node:crypto';
import { request } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedStandIn, serveStandIn } from '../kit/serve.ts';
import { asPublished } from '../kit/testing/as-published.ts';
import published from './network-api.schema.json' with { type: 'json' };
import { createNetworkController } from './network-controller.ts';

const API = '/proxy/network/integration/v1';

describe('a UniFi console', () => {
  const wrongIn = asPublished(published);
  let unifi: ServedStandIn<Awaited<ReturnType<typeof createNetworkController>>>;
  beforeAll(async () => {
    unifi = await serveStandIn(await createNetworkController({ clock: new ManualClock() }));
  });
  afterAll(() => unifi.close());
  const ask = (path: string, key?: string) =>
    new Promise<{ status: number | undefined; body: Record<string, unknown>; fingerprint: string }>(
      (resolve, reject) => {
        const headers = key === undefined ? {} : { 'x-api-key': key };
        const asked = request(
          `${unifi.url}${path}`,
          { headers, rejectUnauthorized: false, agent: false },
          (response) => {
            const { fingerprint256 } = (response.socket as TLSSocket).getPeerCertificate();
            response.setEncoding('utf8').on('data', (text: string) => {
              resolve({ status: response.statusCode, body: JSON.parse(text), fingerprint: fingerprint256 });
            });
          },
        );
        asked.on('error', reject).end();
      },
    );

  it('says its version and its site as published to who has the key', async () => {
    const { key } = unifi.facts();
    const [info, sites] = await Promise.all([ask(`${API}/info`, key), ask(`${API}/sites?limit=1`, key)]);
    expect([info.body, wrongIn(info.body)]).toEqual([{ applicationVersion: '9.4.19' }, []]);
    expect(sites.body).toMatchObject({ totalCount: 1, data: [{ name: 'Riverside Strength' }] });
    expect(wrongIn(sites.body)).toEqual([]);
  });

  it.each([
    ['no key', `${API}/info`, undefined, 401, 'api.authentication.missing-credentials'],
    ['another key', `${API}/info`, 'other', 401, 'api.authentication.invalid-credentials'],
    ['nothing of its own', `${API}/nothing`, 'stand-in-key-1234', 404, 'api.not-found'],
  ])('says no as published to %s', async (_what, path, key, status, code) => {
    const answer = await ask(path, key);
    expect(answer).toMatchObject({ status, body: { statusCode: status, code, requestPath: path } });
    expect(wrongIn(answer.body)).toEqual([]);
  });

  it.each([
    [{ kind: 'too-many' }, 429, 'TOO_MANY_REQUESTS'] as const,
    [{ kind: 'refuse', status: 500 }, 500, 'INTERNAL_SERVER_ERROR'] as const,
  ])('fails in those words: %j', async (fault, status, statusName) => {
    unifi.faults.want({ ...fault, times: 1 });
    const answer = await ask(`${API}/info`);
    expect(answer).toMatchObject({ status, body: { statusName } });
    expect(wrongIn(answer.body)).toEqual([]);
  });

  it('has the certificate that it says, also after it has made itself another', async () => {
    const before = unifi.facts();
    expect((await ask(`${API}/info`)).fingerprint).toBe(before.fingerprint);
    unifi.acts['renew-certificate']?.();
    const after = unifi.facts();
    expect(after.fingerprint).not.toBe(before.fingerprint);
    expect((await ask(`${API}/info`)).fingerprint).toBe(after.fingerprint);
    expect(new X509Certificate(after.certificate ?? '').fingerprint256).toBe(after.fingerprint);
  });
});
