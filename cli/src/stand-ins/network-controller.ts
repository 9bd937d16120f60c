import { X509Certificate } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import { listen } from '@gatehouse/shared/net/listen.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { selfSignedCertificate } from '@gatehouse/shared/tls/certificates.ts';
import { TLS_OFFERED } from '@gatehouse/shared/tls/tls-options.ts';
import { z } from 'zod';

const Fault = z.enum(['none', 'too-many', 'no-answer', 'cut', 'page', 'endless', 'other-certificate']);
const API = '/proxy/network/integration/v1';
const KEY = 'stand-in-key-1234';

/**
 * Stands in for a UniFi console, as far as `info` and `sites` of its Network API go: with a certificate that it made
 * itself, a key, and the ways in which a real one fails (`POST /stand-in {"fault": "cut"}`, which needs no key).
 */
const serve = async () => {
  let fault: z.infer<typeof Fault> = 'none';
  let keysSeen = 0;
  const [certificate, other] = await Promise.all(
    [1, 2].map(() => selfSignedCertificate(['unifi.local'], systemClock.wallMs())),
  );
  if (certificate === undefined || other === undefined) throw new Error('no certificate');
  const answer = (response: ServerResponse, status: number, body: object) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const refuse = (response: ServerResponse, statusCode: number, statusName: string, code: string, message: string) =>
    answer(response, statusCode, {
      statusCode,
      statusName,
      code,
      message,
      timestamp: '2026-01-01T09:30:00Z',
      requestPath: API,
    });
  const fail = (response: ServerResponse): void => {
    if (fault === 'too-many')
      refuse(response, 429, 'TOO_MANY_REQUESTS', 'api.rate-limit.exceeded', 'Rate limit exceeded');
    if (fault === 'cut') response.writeHead(200, { 'content-length': '500' }).write('{"appl', () => response.destroy());
    if (fault === 'page') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>UniFi OS</html>');
    if (fault === 'endless') response.writeHead(200).end(Buffer.alloc(1_000_000, ' '));
  };

  const options = { key: certificate.keyPem, cert: certificate.certificatePem, ...TLS_OFFERED };
  const server = createServer(options, (request, response) => {
    if (request.url === '/stand-in') {
      let text = '';
      request.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      request.on('end', () => {
        if (request.method === 'POST') {
          fault = z.object({ fault: Fault }).parse(JSON.parse(text)).fault;
          const now = fault === 'other-certificate' ? other : certificate;
          server.setSecureContext({ key: now.keyPem, cert: now.certificatePem, ...TLS_OFFERED });
        }
        answer(response, 200, { fault, keysSeen });
      });
      return;
    }
    const key = request.headers['x-api-key'];
    if (key !== undefined) keysSeen += 1;
    if (!['none', 'other-certificate'].includes(fault)) fail(response);
    else if (key === undefined)
      refuse(response, 401, 'UNAUTHORIZED', 'api.authentication.missing-credentials', 'Missing credentials');
    else if (key !== KEY)
      refuse(response, 401, 'UNAUTHORIZED', 'api.authentication.invalid-credentials', 'Unauthorized');
    else if (request.url === `${API}/info`) answer(response, 200, { applicationVersion: '9.4.19' });
    else if (request.url?.startsWith(`${API}/sites`) === true) {
      const site = {
        id: '88f7af54-98f8-306a-a1c7-c9349722b1f6',
        internalReference: 'default',
        name: 'Riverside Strength',
      };
      answer(response, 200, { offset: 0, limit: 25, count: 1, totalCount: 1, data: [site] });
    } else refuse(response, 404, 'NOT_FOUND', 'api.not-found', 'Not Found');
  });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  return {
    url: `https://127.0.0.1:${port}`,
    key: KEY,
    fingerprint: new X509Certificate(certificate.certificatePem).fingerprint256,
    certificatePem: certificate.certificatePem,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

const { close, ...ready } = await serve();
onStop(close);
announceReady(ready);
