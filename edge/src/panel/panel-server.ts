import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import { guardFront } from '@gatehouse/shared/net/front.ts';
import { listen } from '@gatehouse/shared/net/listen.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { KeyAndCertificate } from '@gatehouse/shared/tls/certificates.ts';
import { TLS_OFFERED } from '@gatehouse/shared/tls/tls-options.ts';

const PORT_TRIES = 20;
/** Browsers of who is signed in, of whom each has a few connections. */
const CONNECTIONS_MAX = 100;
const FRONT_LIMITS = { firstByteMs: 3_000, strangers: 60, strangersOfANetwork: 30 };

export interface PanelServer {
  readonly url: string;
  useCertificate(certificate: KeyAndCertificate): void;
  close(): Promise<void>;
}

const secure = ({ keyPem, certificatePem }: KeyAndCertificate) => ({
  key: keyPem,
  cert: certificatePem,
  ...TLS_OFFERED,
});

/** Serves `handle` over TLS only, on `port` or one of the next twenty. */
export const servePanel = async (
  at: { readonly host: string; readonly port: number },
  certificate: KeyAndCertificate,
  deps: {
    readonly handle: RequestListener;
    /** Whether somebody who is signed in sends this. */
    readonly isRecognised: (request: IncomingMessage) => boolean;
    readonly clock: Pick<Clock, 'monoMs'>;
  },
): Promise<PanelServer> => {
  const limits: ServerOptions = {
    headersTimeout: Seconds(10),
    requestTimeout: Seconds(15),
    maxHeaderSize: 8_192,
    handshakeTimeout: Seconds(10),
  };
  const server = createServer({ ...secure(certificate), ...limits }, (request, response) => {
    if (deps.isRecognised(request)) front.recognised(request.socket);
    deps.handle(request, response);
  });
  server.maxConnections = CONNECTIONS_MAX + FRONT_LIMITS.strangers;
  const front = guardFront(server, { clock: deps.clock, limits: FRONT_LIMITS });
  server.on('tlsClientError', () => {}); // A browser that does not know the certificate yet hangs up: not our fault.
  const port = await listen(server, { ...at, tries: PORT_TRIES });
  const shown = at.host === '0.0.0.0' || at.host === '::' ? 'localhost' : at.host;
  return {
    url: `https://${shown.includes(':') ? `[${shown}]` : shown}:${port}/`,
    useCertificate: (renewed) => server.setSecureContext(secure(renewed)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        front.hangUpSilent();
        server.closeAllConnections();
      }),
  };
};
