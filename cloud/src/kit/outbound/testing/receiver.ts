import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { type KeyAndCertificate, newAuthority, newServerCertificate } from '@gatehouse/shared/tls/certificates.ts';

export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}
/** `undefined` never answers. */
export type Answer =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | undefined;

let made: Promise<{ ca: string; tls: KeyAndCertificate }> | undefined;
const localhost = () => {
  made ??= (async () => {
    const authority = await newAuthority('Receiver authority', systemClock.wallMs());
    const tls = await newServerCertificate(authority, ['localhost', '127.0.0.1'], systemClock.wallMs());
    return { ca: authority.certificatePem, tls };
  })();
  return made;
};

/** A receiver of webhooks on a real TLS socket, which keeps what comes and answers as the test says. */
export const startReceiver = async () => {
  const { ca, tls } = await localhost();
  const received: Received[] = [];
  const on = { answer: (_received: Received): Answer | Promise<Answer> => ({ status: 204 }) };
  const server = createServer({ key: tls.keyPem, cert: tls.certificatePem }, (req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', async () => {
      const one = { path: req.url ?? '', headers: req.headers, body: Buffer.concat(chunks).toString('utf8') };
      received.push(one);
      const answer = await on.answer(one);
      if (answer === undefined) return;
      res.writeHead(answer.status, answer.headers);
      res.end(answer.body);
    });
    req.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ca,
    received,
    on,
    url: (path = '/') => `https://localhost:${port}${path}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
