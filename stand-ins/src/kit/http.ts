import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { KeyAndCertificate } from '@gatehouse/shared/tls/certificates.ts';
import { TLS_OFFERED } from '@gatehouse/shared/tls/tls-options.ts';
import { createFaults, type Fault, type FaultKind } from './faults.ts';
import { LATE_MS, lateAnswers } from './lateness.ts';
import { createLog } from './log.ts';
import type { Received, StandIn } from './stand-in.ts';

/** A request as it came. */
export interface HttpCall extends Received {
  readonly method: string;
  /** As it was sent: path and query. */
  readonly url: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface HttpAnswer {
  readonly status?: number;
  readonly headers?: OutgoingHttpHeaders;
  /** An object goes as JSON. */
  readonly body?: string | Buffer | object;
  /** Instead of a body, what is made while it is sent: closed when the caller goes away. */
  readonly parts?: AsyncIterable<string>;
}

export interface HttpService extends Pick<StandIn, 'plays'>, Partial<Pick<StandIn, 'facts' | 'acts'>> {
  readonly clock: Clock;
  /** Under which name it is called; this machine's address, unless its certificate is for another. */
  readonly host?: string;
  readonly tls?: KeyAndCertificate;
  /** Does what is asked, and says what came of it. */
  readonly answer: (call: HttpCall) => HttpAnswer | Promise<HttpAnswer>;
  /** How this service says no, in its own words. */
  readonly refusal: (status: number, call: HttpCall) => HttpAnswer;
  /** What of a call is written down, where that is not all of it. */
  readonly kept?: (call: HttpCall) => HttpCall;
  /** 1 MiB unless said otherwise. */
  readonly bodyBytesMax?: number;
}

const FAULTS: readonly FaultKind[] = [
  'refuse',
  'too-many',
  'late',
  'no-answer',
  'cut',
  'lost-answer',
  'page',
  'endless',
  'answer',
];
const BODY_BYTES_MAX = 1024 * 1024;
const ENDLESS_BYTES = 1_000_000;
const RETRY_AFTER_SECONDS = 60;
const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** A service that speaks HTTP, with the faults that any such service has. */
export const httpStandIn = (
  service: HttpService,
): StandIn<HttpCall> & { readonly renew: (tls: KeyAndCertificate) => void } => {
  const { plays, clock, host = '127.0.0.1', tls, facts = () => ({}), acts = {}, answer, refusal } = service;
  const { kept = (call) => call, bodyBytesMax = BODY_BYTES_MAX } = service;
  const faults = createFaults(FAULTS);
  const log = createLog<HttpCall>(({ body, what }) => body.length + what.length);
  const sockets = new Set<Socket>();
  /** Not through with TLS yet, by the port of the other end. */
  const handshakes = new Map<number | undefined, Socket>();
  const late = lateAnswers(clock);
  const failing = async (fault: Fault, call: HttpCall, response: ServerResponse): Promise<void> => {
    const { status, headers = {}, body = '', ms = LATE_MS, retryAfterSeconds = RETRY_AFTER_SECONDS } = fault;
    switch (fault.kind) {
      case 'refuse':
        return send(response, refusal(status ?? 503, call));
      case 'too-many': {
        const no = refusal(429, call);
        return send(response, { ...no, headers: { ...no.headers, 'retry-after': String(retryAfterSeconds) } });
      }
      case 'late': {
        const done = await answer(call);
        return late.later(ms, () => void send(response, done));
      }
      case 'no-answer':
        return;
      case 'cut':
        if (fault.bytes !== undefined) return send(response, await answer(call), fault.bytes);
        return void response.writeHead(200, { 'content-length': '500' }).write('{"', () => response.destroy());
      case 'lost-answer':
        await answer(call);
        return void response.destroy();
      case 'page':
        return send(response, { headers: HTML, body: '<!doctype html><title>Sign in</title>' });
      case 'endless':
        return send(response, { body: Buffer.alloc(ENDLESS_BYTES, ' ') });
      case 'answer':
        return send(response, { ...(status !== undefined && { status }), headers, body });
    }
  };
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { call, whole } = await callOf(request, clock.wallMs(), bodyBytesMax);
    if (!whole) return send(response, { ...refusal(413, call), headers: { connection: 'close' } });
    log.add(kept(call));
    const fault = faults.take(call.path);
    if (fault === undefined) await send(response, await answer(call));
    else await failing(fault, call, response);
  };
  const requested = (request: IncomingMessage, response: ServerResponse): void => {
    take(request, response).catch((error: unknown) => {
      if (request.destroyed && !request.complete) return; // The caller went away.
      console.error(`${plays}:`, error);
      if (response.headersSent) response.destroy();
      else void send(response, { status: 500 });
    });
  };
  const offered = (pair: KeyAndCertificate) => ({ key: pair.keyPem, cert: pair.certificatePem, ...TLS_OFFERED });
  const secure = tls === undefined ? undefined : createTlsServer(offered(tls), requested);
  const server = secure ?? createServer(requested);
  const opened = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  };
  secure?.on('secureConnection', (socket) => {
    handshakes.delete(socket.remotePort);
    opened(socket);
  });
  // What does not believe the certificate ends the handshake: that is its right.
  server.on('tlsClientError', () => undefined);
  return {
    plays,
    base: `${tls === undefined ? 'http' : 'https'}://${host}`,
    facts,
    acts,
    received: log.entries,
    faults,
    accept: (socket) => {
      socket.setNoDelay().on('error', () => undefined);
      const port = socket.remotePort;
      if (secure === undefined) {
        // Who has sent a request may end its side, and still wants the answer.
        socket.allowHalfOpen = true;
        opened(socket);
      } else
        handshakes.set(
          port,
          socket.on('close', () => handshakes.delete(port)),
        );
      server.emit('connection', socket);
    },
    renew: (pair) => secure?.setSecureContext(offered(pair)),
    close: () => {
      late.cancel();
      for (const socket of sockets) socket.destroy();
      // Not destroyed: Node crashes where TCP goes away from under a TLS handshake.
      for (const socket of handshakes.values()) socket.end();
    },
  };
};

const callOf = async (
  request: IncomingMessage,
  atMs: number,
  bytesMax: number,
): Promise<{ call: HttpCall; whole: boolean }> => {
  const { method = 'GET', url = '/', headers } = request;
  const { pathname, searchParams } = URL.parse(url, 'http://stand-in') ?? new URL('http://stand-in/');
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    length += (part as Buffer).length;
    if (length > bytesMax) break;
    parts.push(part as Buffer);
  }
  const body = Buffer.concat(parts);
  const call = { atMs, what: `${method} ${url}`, method, url, path: pathname, query: searchParams, headers, body };
  return { call, whole: length <= bytesMax };
};

/** Sends an answer, or so many bytes of it and the end of the connection. */
const send = async (
  response: ServerResponse,
  { status = 200, headers = {}, body = '', parts }: HttpAnswer,
  bytes = Number.POSITIVE_INFINITY,
): Promise<void> => {
  const plain = typeof body === 'string' || Buffer.isBuffer(body);
  const type = plain ? {} : { 'content-type': 'application/json; charset=utf-8' };
  response.writeHead(status, { ...type, ...headers });
  if (parts === undefined && bytes === Number.POSITIVE_INFINITY)
    return void response.end(plain ? body : JSON.stringify(body));
  response.flushHeaders();
  let left = bytes;
  for await (const part of parts ?? [plain ? body : JSON.stringify(body)]) {
    const sent = Buffer.from(part).subarray(0, left);
    left -= sent.length;
    if (response.destroyed) return;
    await new Promise<void>((resolve) => {
      const written = () => {
        response.off('close', written);
        resolve();
      };
      response.on('close', written).write(sent, written);
    });
    if (left === 0) return void response.destroy();
  }
  response.end();
};
