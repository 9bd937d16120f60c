import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import { addressList } from '@gatehouse/shared/net/address-list.ts';
import { guardFront } from '@gatehouse/shared/net/front.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { TLS_OFFERED } from '@gatehouse/shared/tls/tls-options.ts';
import type { Upgrade } from './accept-socket.ts';
import { answerBroken } from './broken-request.ts';
import { crossOriginFor } from './cross-origin.ts';
import { dispatcher } from './dispatcher.ts';
import type { Exchange } from './exchange.ts';
import { expressMount, type Page } from './express-mount.ts';
import { plainHttpToo } from './first-byte.ts';
import { kitFault } from './kit-faults.ts';
import type { MountedEndpoint } from './mount.ts';
import { type Kit, routesOf } from './pipeline.ts';
import { originReader } from './proxy-trust.ts';
import { refuseUnserved } from './refuse-unserved.ts';
import { requestIds } from './request-ids.ts';
import { DEFAULT_LIMITS, HEADERS_MAX, type ServerLimits } from './server-limits.ts';
import { checkDeadline } from './streamed-body.ts';
import { basePathOf, isUnder, type ServedSurface } from './surfaces.ts';
import { upgrades } from './upgrades.ts';

export interface SurfaceServerOptions {
  readonly kit: Kit;
  /** What this listener serves. Endpoints of other surfaces are no part of it: their paths are ordinary 404s. */
  readonly surfaces: readonly ServedSurface[];
  readonly endpoints: readonly MountedEndpoint[];
  readonly pages?: readonly Page[];
  readonly tls: { readonly keyPem: string; readonly certificatePem: string };
  /** Addresses or CIDR ranges of the proxies in front, whose X-Forwarded-For and -Proto count. */
  readonly trustProxy?: readonly string[];
  /** Those proxies name the true address in front of each connection. */
  readonly proxyProtocol?: boolean;
  /** Pages of which other origins may ask here by script: none unless given. */
  readonly origins?: readonly string[];
  readonly random?: RandomBytes;
  readonly limits?: Partial<ServerLimits>;
}

export interface SurfaceServer {
  /** To be bound with `listen`. Answers HTTPS, and plain HTTP with a 401. */
  readonly server: Server;
  /** Takes no more connections, lets running requests finish within the drain limit, then ends what is left. */
  close(): Promise<void>;
}

/** An HTTPS server for some surfaces: their endpoints on node:http, pages behind them on Express. */
export const createSurfaceServer = (options: SurfaceServerOptions): SurfaceServer => {
  const { kit, surfaces, tls, random, pages = [] } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const routes = options.endpoints.flatMap((endpoint) => {
    const served = surfaces.filter(({ surface }) => surface === endpoint.declaration.surface);
    return served.flatMap((by) => routesOf(endpoint, by));
  });
  for (const { declaration } of options.endpoints) checkDeadline(declaration, limits);
  // The longest of those under which a path lies.
  const byBase = surfaces.toSorted((a, b) => basePathOf(b).length - basePathOf(a).length);
  const servedAt = (path: string) => byBase.find((served) => isUnder(basePathOf(served), path));
  const endpoints = dispatcher(kit, routes);
  const rest = expressMount({ kit, pages, servedAt });
  const newRequestId = requestIds(kit.clock, random);
  const crossOriginOf = crossOriginFor(options.origins ?? []);
  const hasSockets = routes.some(({ endpoint }) => endpoint.declaration.success.socket !== undefined);
  /** What Express answers: that may be a page, and pages write by themselves. */
  const running = new Set<ServerResponse>();
  const listener = { draining: false, endless: new Set<() => void>() };

  const refuse = (exchange: Exchange, code: 'https_required' | 'headers_too_large', text: string) =>
    void refuseUnserved(kit, exchange, kitFault(code, text), servedAt(exchange.path));
  const serveRest = (exchange: Exchange): void => {
    const { response } = exchange;
    running.add(response);
    response.once('close', () => running.delete(response));
    rest(exchange);
  };
  const serve = (request: IncomingMessage, response: ServerResponse, upgrade?: Upgrade): void => {
    const { remoteAddress, secure } = originOf(request);
    const [path = '/', search = ''] = splitOnce(request.url ?? '/', '?');
    const exchange: Exchange = {
      request,
      response,
      requestId: newRequestId(),
      secure,
      remoteAddress,
      startedMonoMs: kit.clock.monoMs(),
      startedWallMs: kit.clock.wallMs(),
      path,
      search,
      listener,
      crossOrigin: crossOriginOf(request),
      upgrade,
      recognised: () => front.recognised(request.socket),
    };
    if (listener.draining) response.shouldKeepAlive = false;
    if (!secure) refuse(exchange, 'https_required', 'This service answers over HTTPS only.');
    else if (request.rawHeaders.length > 2 * HEADERS_MAX)
      refuse(exchange, 'headers_too_large', `A request has at most ${HEADERS_MAX} headers.`);
    else if (!endpoints(exchange)) serveRest(exchange);
  };

  const server = createServer({
    key: tls.keyPem,
    cert: tls.certificatePem,
    ...TLS_OFFERED,
    noDelay: true,
    handshakeTimeout: limits.handshakeMs,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    // What asks for anything else in vain is served as ever.
    shouldUpgradeCallback: ({ headers }) => hasSockets && headers.upgrade?.toLowerCase() === 'websocket',
  });
  server.maxConnections = limits.connectionsMax;
  server.maxHeadersCount = HEADERS_MAX + 1;
  server.on('request', serve).on('checkContinue', serve).on('checkExpectation', serve);
  if (hasSockets) server.on('upgrade', upgrades(serve));
  server.on('clientError', (error, socket) => answerBroken(error, socket, newRequestId()));
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  const front = guardFront(server, {
    clock: kit.clock,
    limits,
    isProxy: addressList(options.trustProxy ?? []),
    proxyProtocol: options.proxyProtocol === true,
    accept: plainHttpToo(server),
  });
  const originOf = originReader(options.trustProxy ?? [], front.addressOf);

  const close = async (): Promise<void> => {
    listener.draining = true;
    for (const end of listener.endless) end();
    for (const response of running) response.shouldKeepAlive = false;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    front.hangUpSilent();
    const bound = kit.clock.after(Milliseconds(limits.drainMs), () => {
      for (const end of listener.endless) end();
      server.closeAllConnections();
    });
    await closed;
    bound.cancel();
  };
  return { server, close };
};

const splitOnce = (text: string, at: string): [string, string] => {
  const index = text.indexOf(at);
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
};
