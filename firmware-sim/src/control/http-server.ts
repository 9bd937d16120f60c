import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Fault } from '@gatehouse/shared/fault/fault.ts';
import { listen } from '@gatehouse/shared/net/listen.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Logger } from 'pino';
import type { Simulation } from '../simulation.ts';
import { controlFault } from './control.faults.ts';
import { createEventStream } from './event-stream.ts';
import { refuseForeigners } from './guard.ts';
import { PAGE_HEADERS, pageFile } from './page-files.ts';
import { readBody } from './read-body.ts';
import { findRoute } from './routes.ts';

export interface ControlServer {
  readonly url: string;
  close(): Promise<void>;
}

export interface ControlServerDeps {
  readonly clock: Clock;
  readonly simulation: Simulation;
  readonly host: string;
  /** The first port to try; 0 takes any. */
  readonly port: number;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

const PORTS_TRIED = 20;

/** Starts the control API and its page. Rejects if none of the twenty ports from `port` on is free. */
export const startControlServer = async (deps: ControlServerDeps): Promise<ControlServer> => {
  const { clock, simulation, host, log } = deps;
  const stream = createEventStream(clock, simulation);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    refuseForeigners(request.headers, host);
    const { method = 'GET' } = request;
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    if (method === 'GET') {
      if (path === '/events') return stream.open(response);
      const file = pageFile(path);
      if (file !== undefined) {
        response.writeHead(200, { ...PAGE_HEADERS, 'content-type': file.type });
        return void response.end(file.content);
      }
    }
    const found = findRoute(method, path);
    if ('allowed' in found) {
      if (found.allowed.length === 0) throw controlFault('not_found', `There is nothing at ${path}.`);
      throw controlFault('method_not_allowed', `Use ${found.allowed.join(' or ')} here.`);
    }
    const body = method === 'POST' ? await readBody(request, found.route.bodyBytesMax) : {};
    const result = found.route.handle(simulation, found.name, body);
    if (method === 'POST') {
      log.info(loggable(path, body, result), 'command');
      stream.changed();
    }
    sendJson(response, 200, result);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!(error instanceof Fault)) log.error({ err: error }, 'a request failed');
      if (response.headersSent) return void response.destroy();
      if (error instanceof Fault) sendJson(response, error.spec.status, { error: error.code, message: error.message });
      else sendJson(response, 500, { error: 'internal', message: 'The simulator failed; its log says why.' });
    });
  });
  const port = await listen(server, { host, port: deps.port, tries: PORTS_TRIED - 1 });
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    close: async () => {
      stream.close();
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      await closed;
    },
  };
};

const LONGEST_LOGGED = 2_000;

/** A recording or a list of steps would fill the log with what the page shows better. */
const loggable = (path: string, body: unknown, result: unknown) =>
  JSON.stringify({ body, result }).length > LONGEST_LOGGED ? { path } : { path, body, result };

const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  const text = `${JSON.stringify(body)}\n`;
  // A refused request may still have a body on its way, which nobody will read.
  const closing = status >= 400 ? { connection: 'close' } : {};
  response.writeHead(status, { ...PAGE_HEADERS, ...closing, 'content-type': 'application/json; charset=utf-8' });
  response.end(text);
};
