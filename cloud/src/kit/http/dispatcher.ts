import type { Method } from './call.ts';
import { EVENT_STREAM } from './event-stream.ts';
import { type Exchange, headersOfEvery } from './exchange.ts';
import { kitFault } from './kit-faults.ts';
import { logRequest } from './log-request.ts';
import { type Kit, type Route, runEndpoint } from './pipeline.ts';
import { refuseUnserved } from './refuse-unserved.ts';
import { type Match, RouteTree, type Way, wayOf } from './route-tree.ts';

/** Takes the request if the path is one of its own; says whether it did. */
export type Dispatcher = (exchange: Exchange) => boolean;

/** In front of everything else: runs endpoints, answers OPTIONS, and 405 for a method that a known path does not have. */
export const dispatcher = (kit: Kit, routes: readonly Route[]): Dispatcher => {
  const tree = new RouteTree();
  for (const route of routes) tree.add(route);
  return (exchange) => {
    const match = tree.find(exchange.path);
    if (match === undefined) return false;
    if (!run(kit, exchange, match)) answerOtherMethod(kit, exchange, match);
    return true;
  };
};

const run = (kit: Kit, exchange: Exchange, match: Match): boolean => {
  const { method } = exchange.request;
  const routes = match.routes.get((method === 'HEAD' ? 'GET' : method) as Method) ?? [];
  const answering = (way: Way) => routes.find(({ endpoint }) => wayOf(endpoint.declaration) === way);
  const route = answering(wayAsked(exchange)) ?? answering('answer') ?? routes[0];
  if (route === undefined) return false;
  void runEndpoint(kit, route, exchange, match.params(route));
  return true;
};

/** What a request asks for. Whoever takes anything is answered. */
const wayAsked = ({ request, upgrade }: Exchange): Way => {
  if (upgrade !== undefined) return 'socket';
  return request.headers.accept?.toLowerCase().includes(EVENT_STREAM) ? 'events' : 'answer';
};

const answerOtherMethod = (kit: Kit, exchange: Exchange, { routes }: Match): void => {
  const methods = [...routes.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const headers = { Allow: [...methods, 'OPTIONS'].join(', ') };
  const [[route] = []] = routes.values();
  if (exchange.request.method === 'OPTIONS') {
    exchange.response.writeHead(204, { ...headersOfEvery(exchange), ...headers }).end();
    logRequest(kit, exchange, { status: 204 });
    return;
  }
  const fault = kitFault('method_not_allowed', `This path has ${headers.Allow}.`, { headers });
  void refuseUnserved(kit, exchange, fault, route?.served, route?.path);
};
