import { createServer, type TLSSocket } from 'node:tls';
import { guardFront } from '@gatehouse/shared/net/front.ts';
import { listen } from '@gatehouse/shared/net/listen.ts';
import { createBudget } from '@gatehouse/shared/time/budget.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { KeyAndCertificate } from '@gatehouse/shared/tls/certificates.ts';
import { TLS_OFFERED } from '@gatehouse/shared/tls/tls-options.ts';
import type { BrokerLimits } from './limits.ts';

const HANDSHAKE_TIMEOUT_MS = 5_000;
const ADDRESSES_MAX = 1_000;

export interface TlsFront {
  readonly port: number;
  useCertificate(certificate: KeyAndCertificate): void;
  /** A client is let in: no share of strangers binds its connection any more. */
  recognised(socket: TLSSocket): void;
  close(): Promise<void>;
}

const secure = ({ keyPem, certificatePem }: KeyAndCertificate) => ({
  key: keyPem,
  cert: certificatePem,
  ...TLS_OFFERED,
});

/** Listens for TLS alone, and lets no address take more than its share before it has logged in. Rejects if the port cannot be had. */
export const listenTls = async (deps: {
  readonly at: { readonly host: string; readonly port: number };
  readonly certificate: KeyAndCertificate;
  readonly limits: BrokerLimits;
  readonly clock: Clock;
  readonly onSocket: (socket: TLSSocket) => void;
}): Promise<TlsFront> => {
  const { limits, clock } = deps;
  const budgets = new Map<string, () => boolean>();
  const open = new Set<TLSSocket>();

  const mayBegin = (network: string): boolean => {
    const budget = budgets.get(network) ?? createBudget(clock, limits.connectsAnAddress);
    budgets.delete(network); // Back in as the youngest; the oldest is forgotten first.
    budgets.set(network, budget);
    const [oldest] = budgets.keys();
    if (budgets.size > ADDRESSES_MAX && oldest !== undefined) budgets.delete(oldest);
    return budget();
  };

  const server = createServer({
    ...secure(deps.certificate),
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    noDelay: true,
  });
  server.maxConnections = limits.sessions + limits.strangers;
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  server.on('secureConnection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy());
    // Small packets both ways: without this each waits for the acknowledgement of the one before (88 ms).
    socket.setNoDelay(true);
    deps.onSocket(socket);
  });
  const front = guardFront(server, { clock, limits, mayBegin });
  const port = await listen(server, deps.at);

  return {
    port,
    useCertificate: (renewed) => server.setSecureContext(secure(renewed)),
    recognised: front.recognised,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      front.hangUpSilent();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
};
