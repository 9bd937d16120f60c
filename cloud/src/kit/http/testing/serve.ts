import { listen } from '@gatehouse/shared/net/listen.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { type KeyAndCertificate, newAuthority, newServerCertificate } from '@gatehouse/shared/tls/certificates.ts';
import { createSurfaceServer, type SurfaceServerOptions } from '../server.ts';
import { type Client, httpsClient, plainClient } from './https-client.ts';

export interface Served {
  readonly port: number;
  readonly ca: string;
  readonly send: Client;
  readonly sendPlain: Client;
  close(): Promise<void>;
}

let certificates: Promise<{ ca: string; tls: KeyAndCertificate }> | undefined;
/** Made once a process: every server under test is `localhost`. */
const localhost = () => {
  certificates ??= (async () => {
    const authority = await newAuthority('Test authority', systemClock.wallMs());
    const tls = await newServerCertificate(authority, ['localhost', '127.0.0.1'], systemClock.wallMs());
    return { ca: authority.certificatePem, tls };
  })();
  return certificates;
};

/** A real server on a free port of the loopback, and clients that trust it. */
export const serve = async (options: Omit<SurfaceServerOptions, 'tls'>): Promise<Served> => {
  const { ca, tls } = await localhost();
  const surfaceServer = createSurfaceServer({ ...options, tls });
  const port = await listen(surfaceServer.server, { host: '127.0.0.1', port: 0 });
  const send = httpsClient(port, ca);
  const sendPlain = plainClient(port);
  const close = async () => {
    // Beside each other: a server waits for whoever has not sent all of what it has refused.
    await Promise.all([surfaceServer.close(), send.close(), sendPlain.close()]);
  };
  return { port, ca, send, sendPlain, close };
};
