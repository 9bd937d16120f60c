import type { Fault } from '@gatehouse/shared/fault/fault.ts';
import express, { type ErrorRequestHandler, type RequestHandler, type Router } from 'express';
import helmet from 'helmet';
import { type Exchange, headersOfEvery } from './exchange.ts';
import { asFault } from './fault-response.ts';
import { kitFault } from './kit-faults.ts';
import { logRequest } from './log-request.ts';
import { oneATurn } from './one-a-turn.ts';
import { exchangeOf, noteExchange } from './page-exchange.ts';
import type { Kit } from './pipeline.ts';
import { refuseUnserved } from './refuse-unserved.ts';
import type { PublicGate, ServedSurface } from './surfaces.ts';

/** Something for people (a document, a console), behind the endpoints. */
export interface Page {
  /** It and everything under it. */
  readonly path: `/${string}`;
  /** Where what it is made of lies: files that never change under their names. */
  readonly parts?: `/${string}`;
  /** Pages have no gate of their own: what they show is public, for a written reason; what they do goes by endpoints. */
  readonly gate: PublicGate;
  readonly router: Router;
}

export interface ExpressMount {
  readonly kit: Kit;
  readonly pages: readonly Page[];
  readonly servedAt: (path: string) => ServedSurface | undefined;
}

/** Pages load what this server serves, and nothing else. */
const CONTENT_SECURITY_POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
};

/** Everything that is no endpoint: pages, then a 404 and an error answer in JSON. */
export const expressMount = ({ kit, pages, servedAt }: ExpressMount): ((exchange: Exchange) => void) => {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', false); // The kit has read the proxy's headers; a page sees the socket.

  /** These are noted as they are refused. */
  const refused = new WeakSet<Exchange>();
  const refuse = (exchange: Exchange, fault: Fault): void => {
    refused.add(exchange);
    void refuseUnserved(kit, exchange, fault, servedAt(exchange.path));
  };
  const notFound: RequestHandler = (request) =>
    refuse(exchangeOf(request), kitFault('no_such_path', 'Nothing is served at this path.'));
  const failed: ErrorRequestHandler = (error, request, response, _next) => {
    const exchange = exchangeOf(request);
    const status: unknown = error?.status;
    const fault =
      typeof status === 'number' && status >= 400 && status < 500
        ? kitFault('invalid_request', 'The request is malformed.')
        : asFault(error);
    if (fault.spec.blame === 'us') kit.log.error({ err: error, request_id: exchange.requestId }, 'a page failed');
    if (response.headersSent) response.destroy();
    else refuse(exchange, fault);
  };

  app.use((request, response, next) => {
    const exchange = exchangeOf(request);
    for (const [name, value] of Object.entries(headersOfEvery(exchange))) response.setHeader(name, value);
    response.once('close', () => {
      if (!refused.has(exchange)) logRequest(kit, exchange, { status: response.statusCode });
    });
    next();
  });
  const withinShare: RequestHandler = (request, _response, next) => {
    const exchange = exchangeOf(request);
    const isPart = pages.some(({ parts }) => parts !== undefined && exchange.path.startsWith(parts));
    const taken = isPart
      ? kit.strangers.takePart(exchange.remoteAddress)
      : kit.strangers.takePage(exchange.remoteAddress);
    if (taken.ok) return next();
    const headers = { 'Retry-After': String(Math.max(1, Math.ceil(taken.retryAfterMs / 1_000))) };
    const fault = kitFault('rate_limit_exceeded', 'Too many pages within one second.', { headers });
    refuse(exchange, fault);
  };
  app.use(helmet({ contentSecurityPolicy: CONTENT_SECURITY_POLICY, strictTransportSecurity: false }));
  for (const page of pages) app.use(page.path, withinShare, page.router);
  app.use(notFound);
  app.use(failed);
  const later = oneATurn();
  const isOfPage = ({ path }: Exchange) => pages.some((page) => path === page.path || path.startsWith(`${page.path}/`));
  return (exchange) => {
    noteExchange(exchange);
    const serve = () => void app(exchange.request as never, exchange.response as never);
    // Many read at once, and somebody stands at a door.
    if (isOfPage(exchange)) later(serve);
    else serve();
  };
};
