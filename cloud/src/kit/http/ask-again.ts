import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import { type Exchange, headerOf } from './exchange.ts';
import type { Kit } from './pipeline.ts';
import { runDeclared } from './run-declared.ts';
import type { AskAgain } from './sockets.ts';
import type { ServedSurface } from './surfaces.ts';
import { parseInput } from './validate.ts';

/**
 * Further requests of a client whose connection became a socket. Each goes the one path, with the headers that the socket was
 * opened with: a key that has ended since opens nothing more.
 */
export const askAgain = (kit: Kit, served: ServedSurface, exchange: Exchange): AskAgain => {
  const header = headerOf(exchange.request);
  const { remoteAddress } = exchange;
  return (endpoint, params) => {
    const { declaration } = endpoint;
    const { method, gate } = declaration;
    const startedWallMs = kit.clock.wallMs();
    return runDeclared(kit, endpoint, {
      via: 'socket',
      requestId: randomId('req', undefined, startedWallMs),
      remoteAddress,
      startedMonoMs: kit.clock.monoMs(),
      startedWallMs,
      header,
      authenticate: () =>
        served.authenticate({ method, remoteAddress, header, params, query: () => undefined }, gate as never),
      input: async () => {
        const encoded = Object.entries(params).map(([name, value]) => [name, encodeURIComponent(value)]);
        return parseInput(declaration, { params: Object.fromEntries(encoded), search: '', body: undefined });
      },
    });
  };
};
