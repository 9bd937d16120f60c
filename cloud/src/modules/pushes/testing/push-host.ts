import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { newAuthority, newServerCertificate } from '@gatehouse/shared/tls/certificates.ts';

export interface PushArrived {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** A push service on a socket of the loopback, over TLS: it keeps what arrives, and answers 201 or what the test wants. */
export const startPushHost = async () => {
  const authority = await newAuthority('Test', systemClock.wallMs());
  const { keyPem, certificatePem } = await newServerCertificate(authority, ['localhost'], systemClock.wallMs());
  const arrived: PushArrived[] = [];
  const answers: { status: number; headers?: Record<string, string> }[] = [];
  const server = createServer({ key: keyPem, cert: certificatePem }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      arrived.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      const { status, headers = {} } = answers.shift() ?? { status: 201 };
      response.writeHead(status, headers).end('{"long": "story"}');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://localhost:${port}`,
    ca: authority.certificatePem,
    arrived,
    answers,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
