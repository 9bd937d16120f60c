import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { PAGE_HEADERS } from '@gatehouse/cloud/kit/http/page-headers.ts';
import { ASSETS_PATH, pageOfRoute } from '@gatehouse/cloud/web/build.ts';
import { fileOf, type WebBuild, type WebFile } from '@gatehouse/cloud/web/bundling.ts';
import type { FrameOut } from '@gatehouse/cloud/web/client/live-frames.gen.ts';
import { listen } from '@gatehouse/shared/net/listen.ts';
import { WebSocketServer } from 'ws';
import { aFakeCloud } from '../browser/ops.kit.ts';
import { answerOf } from '../browser/ops-answers.kit.ts';
import type { Certificate } from './certificate.ts';
import { DOORS_OF_WALL, WALL_TOPIC } from './web-page.ts';

export const STATIC_PATH = '/static';

/**
 * The console from a listener as the cloud has one, HTTP/1.1 over TLS, whose API knows its answers beforehand: what a browser
 * takes for a page is measured, with the way that all of it comes and without what the cloud does for it. The floor comes the
 * same way.
 */
export const serveRecorded = async ({ keyFile, certificateFile }: Certificate, build: WebBuild) => {
  const cloud = aFakeCloud();
  let floor: WebFile | undefined;

  const fileAt = (path: string): WebFile | undefined => {
    if (path === STATIC_PATH) return floor;
    if (path.startsWith(ASSETS_PATH)) return build.assets.get(path.slice(ASSETS_PATH.length));
    return path.startsWith('/ops') ? build.pages.get(pageOfRoute('doors')) : undefined;
  };
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'https://localhost');
    if (pathname.startsWith('/api/')) {
      const asked = { path: pathname, query: searchParams, body: null, header: () => undefined };
      const [status, body] = answerOf(cloud, request.method ?? 'GET', asked);
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      return void response.end(JSON.stringify(body));
    }
    const file = fileAt(pathname);
    if (file === undefined) return void response.writeHead(404).end();
    const coding = { 'content-encoding': 'br', 'content-length': file.br.length };
    response.writeHead(200, { ...PAGE_HEADERS, 'content-type': file.type, ...coding }).end(file.br);
  };

  const server = createServer({ key: readFileSync(keyFile), cert: readFileSync(certificateFile) }, answer);
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (socket) => {
    const tell = (frame: FrameOut): void => socket.send(JSON.stringify(frame));
    socket.on('message', () =>
      tell({ type: 'snapshot', topic: WALL_TOPIC, seq: 1, reset: false, data: [...DOORS_OF_WALL] }),
    );
    tell({ type: 'welcome', socketID: 'sck_bench', heartbeatMs: 5_000 });
  });
  const origin = `https://localhost:${await listen(server, { host: '127.0.0.1', port: 0 })}`;
  return {
    origin,
    /** What it answers at its path from now on. */
    setStatic: async (html: string): Promise<void> => {
      floor = await fileOf('static.html', Buffer.from(html));
    },
    close: async (): Promise<void> => {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
};
