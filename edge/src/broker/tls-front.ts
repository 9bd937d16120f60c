import { createServer, type TLSSocket } from 'node:tls';
import type { LoginLimiter } from '@gatehouse/shared/mqtt/login-limiter.ts';
import { listen } from '@gatehouse/shared/net/listen.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { KeyAndCertificate } from '@gatehouse/shared/tls/certificates.ts';
import { createBudget } from './budget.ts';
import { type BrokerLimits, STRANGERS_MAX } from './limits.ts';

const HANDSHAKE_TIMEOUT_MS = 5_000;
const ADDRESSES_MAX = 1_000;

export interface TlsFront {
  readonly port: number;
  useCertificate(certificate: KeyAndCertificate): void;
  close(): Promise<void>;
}

interface Address {
  open: number;
  readonly mayConnect: () => boolean;
}

const secure = ({ keyPem, certificatePem }: KeyAndCertificate) => ({
  key: keyPem,
  cert: certificatePem,
  minVersion: 'TLSv1.2' as const,
});

/** Listens for TLS alone, and lets no address take more than its share. Rejects if the port cannot be had. */
export const listenTls = async (deps: {
  readonly at: { readonly host: string; readonly port: number };
  readonly certificate: KeyAndCertificate;
  readonly limits: BrokerLimits;
  readonly limiter: LoginLimiter;
  readonly clock: Clock;
  readonly onSocket: (socket: TLSSocket) => void;
}): Promise<TlsFront> => {
  const { limits, limiter, clock } = deps;
  const addresses = new Map<string, Address>();
  const open = new Set<TLSSocket>();

  const addressOf = (name: string): Address => {
    const known = addresses.get(name) ?? { open: 0, mayConnect: createBudget(clock, limits.connectsAnAddress) };
    addresses.delete(name); // Back in as the youngest; the oldest without a connection is forgotten first.
    addresses.set(name, known);
    if (addresses.size > ADDRESSES_MAX)
      for (const [old, { open: connections }] of addresses)
        if (connections === 0) {
          addresses.delete(old);
          break;
        }
    return known;
  };

  const server = createServer({
    ...secure(deps.certificate),
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    noDelay: true,
  });
  server.maxConnections = limits.sessions + STRANGERS_MAX;
  server.on('connection', (socket) => {
    socket.on('error', () => socket.destroy());
    const name = socket.remoteAddress ?? '';
    const address = addressOf(name);
    address.open += 1;
    socket.on('close', () => {
      address.open -= 1;
    });
    if (address.open > limits.connectionsAnAddress || !address.mayConnect() || !limiter.mayTry(name)) socket.destroy();
  });
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  server.on('secureConnection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy());
    // Small packets both ways: without this each waits for the acknowledgement of the one before (88 ms).
    socket.setNoDelay(true);
    deps.onSocket(socket);
  });
  const port = await listen(server, deps.at);

  return {
    port,
    useCertificate: (renewed) => server.setSecureContext(secure(renewed)),
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
};
