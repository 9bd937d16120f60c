import { STATUS_CODES } from 'node:http';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { newAuthority, newServerCertificate } from '@gatehouse/shared/tls/certificates.ts';
import { type HttpAnswer, type HttpCall, httpStandIn } from '../kit/http.ts';
import { wrongInVapid } from './vapid.ts';

/** RFC 8030 section 7.2: a push service takes this much at least, and most take no more. */
const MESSAGE_BYTES_MAX = 4_096;

const refusal = (status: number, message = STATUS_CODES[status]): HttpAnswer => ({
  status,
  body: { code: status, message },
});

/** A push service (RFC 8030) whose browsers have subscribed under any path. It knows senders by RFC 8292 if they say who they are. */
export const createPushService = async ({ clock }: { readonly clock: Clock }) => {
  // Who calls looks at a certificate by the machine's own time, whatever the clock of the stand-ins says.
  const authority = await newAuthority('Stand-in', systemClock.wallMs());
  const tls = await newServerCertificate(authority, ['localhost', '127.0.0.1'], systemClock.wallMs());
  let messages = 0;
  const wrongIn = ({ method, headers, body, atMs }: HttpCall): HttpAnswer | undefined => {
    if (method !== 'POST') return refusal(405);
    if (!/^\d+$/.test(String(headers.ttl))) return refusal(400, 'The TTL is missing');
    if (body.length > MESSAGE_BYTES_MAX) return refusal(413);
    if (headers.authorization === undefined) return undefined;
    const wrong = wrongInVapid(headers.authorization, `https://${headers.host}`, atMs);
    return wrong === undefined ? undefined : refusal(403, wrong);
  };
  return httpStandIn({
    plays: 'a push service of browsers (RFC 8030)',
    host: 'localhost',
    clock,
    tls,
    facts: () => ({ authority: authority.certificatePem }),
    answer: (call) => {
      messages += 1;
      const location = `https://${call.headers.host}/message/${messages}`;
      return wrongIn(call) ?? { status: 201, headers: { location, ttl: call.headers.ttl } };
    },
    refusal: (status) => refusal(status),
  });
};
