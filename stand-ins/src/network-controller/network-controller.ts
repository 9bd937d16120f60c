import { X509Certificate } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { selfSignedCertificate } from '@gatehouse/shared/tls/certificates.ts';
import { type HttpAnswer, type HttpCall, httpStandIn } from '../kit/http.ts';

const API = '/proxy/network/integration/v1';
const KEY = 'stand-in-key-1234';
const SITE = { id: '88f7af54-98f8-306a-a1c7-c9349722b1f6', internalReference: 'default', name: 'Riverside Strength' };

/** What the console calls a refusal, and what it says of it. */
const WORDS: Readonly<Record<number, readonly [code: string, message: string]>> = {
  404: ['api.not-found', 'Not Found'],
  429: ['api.rate-limit.exceeded', 'Rate limit exceeded'],
};

/** Who calls looks at a certificate by the machine's own time, whatever the clock of the stand-ins says. */
const certificate = () => selfSignedCertificate(['unifi.local'], systemClock.wallMs());

/** A UniFi console with a certificate that it made itself, as far as `info` and `sites` of its Network API go. */
export const createNetworkController = async ({ clock }: { readonly clock: Clock }) => {
  let [tls, next] = await Promise.all([certificate(), certificate()]);
  const refusal = (status: number, { path }: HttpCall, words = WORDS[status]): HttpAnswer => {
    const name = STATUS_CODES[status] ?? 'Unknown';
    const [code, message] = words ?? ['api.error', name];
    const statusName = name.toUpperCase().replaceAll(' ', '_');
    const timestamp = new Date(clock.wallMs()).toISOString();
    return { status, body: { statusCode: status, statusName, code, message, timestamp, requestPath: path } };
  };
  const answer = (call: HttpCall): HttpAnswer => {
    const key = call.headers['x-api-key'];
    if (key === undefined) return refusal(401, call, ['api.authentication.missing-credentials', 'Missing credentials']);
    if (key !== KEY) return refusal(401, call, ['api.authentication.invalid-credentials', 'Unauthorized']);
    if (call.path === `${API}/info`) return { body: { applicationVersion: '9.4.19' } };
    if (call.path === `${API}/sites`) return { body: { offset: 0, limit: 25, count: 1, totalCount: 1, data: [SITE] } };
    return refusal(404, call);
  };
  const unifi = httpStandIn({
    plays: 'a UniFi console, as far as its Network API says what it is',
    clock,
    tls,
    facts: () => ({
      key: KEY,
      fingerprint: new X509Certificate(tls.certificatePem).fingerprint256,
      certificate: tls.certificatePem,
    }),
    acts: {
      'renew-certificate': () => {
        [tls, next] = [next, tls];
        unifi.renew(tls);
      },
    },
    answer,
    refusal,
  });
  return unifi;
};
