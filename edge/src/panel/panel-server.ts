import type { RequestListener } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import { listen } from '@gatehouse/shared/net/listen.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { KeyAndCertificate } from '@gatehouse/shared/tls/certificates.ts';

const PORT_TRIES = 20;
const CONNECTIONS_MAX = 100;

export interface PanelServer {
  readonly url: string;
  useCertificate(certificate: KeyAndCertificate): void;
  close(): Promise<void>;
}

const secure = ({ keyPem, certificatePem }: KeyAndCertificate) => ({
  key: keyPem,
  cert: certificatePem,
  minVersion: 'TLSv1.2' as const,
});

/** Serves `handle` over TLS only, on `port` or one of the next twenty. */
export const servePanel = async (
  at: { readonly host: string; readonly port: number },
  certificate: KeyAndCertificate,
  handle: RequestListener,
): Promise<PanelServer> => {
  const limits: ServerOptions = {
    headersTimeout: Seconds(10),
    requestTimeout: Seconds(15),
    maxHeaderSize: 8_192,
    handshakeTimeout: Seconds(10),
  };
  const server = createServer({ ...secure(certificate), ...limits }, handle);
  server.maxConnections = CONNECTIONS_MAX;
  server.on('tlsClientError', () => {}); // A browser that does not know the certificate yet hangs up: not our fault.
  const port = await listen(server, { ...at, tries: PORT_TRIES });
  const shown = at.host === '0.0.0.0' || at.host === '::' ? 'localhost' : at.host;
  return {
    url: `https://${shown.includes(':') ? `[${shown}]` : shown}:${port}/`,
    useCertificate: (renewed) => server.setSecureContext(secure(renewed)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
