import http from 'node:http';
import https from 'node:https';

export interface ClientRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is when it is text or bytes, else as JSON. */
  readonly body?: unknown;
}
export interface ClientAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  /** The body as it came. */
  readonly bytes: Buffer;
  /** The body as JSON; throws where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly json: any;
}
export interface Client {
  (request: ClientRequest): Promise<ClientAnswer>;
  /** Lets answers that are on their way arrive, then hangs up. */
  close(): Promise<void>;
}

/** A client over real sockets, kept alive, that trusts `ca` only. */
export const httpsClient = (port: number, ca: string): Client => {
  const agent = new https.Agent({ keepAlive: true, ca });
  return clientOf(agent, (request) => https.request({ ...optionsOf(request), port, agent }));
};

/** The same over plain HTTP. */
export const plainClient = (port: number): Client => {
  const agent = new http.Agent({ keepAlive: true });
  return clientOf(agent, (request) => http.request({ ...optionsOf(request), port, agent }));
};

const clientOf = (agent: http.Agent, open: (request: ClientRequest) => http.ClientRequest): Client => {
  const pending = new Set<Promise<ClientAnswer>>();
  const send = async (request: ClientRequest): Promise<ClientAnswer> => {
    const answer = exchange(open(request), request);
    pending.add(answer);
    return answer.finally(() => pending.delete(answer));
  };
  const close = async () => {
    await Promise.allSettled(pending);
    agent.destroy();
  };
  return Object.assign(send, { close });
};

const optionsOf = ({ method = 'GET', path, headers }: ClientRequest) => ({
  host: 'localhost',
  method,
  path,
  headers: { ...headers },
});

const exchange = (request: http.ClientRequest, { body, headers = {} }: ClientRequest): Promise<ClientAnswer> =>
  new Promise((resolve, reject) => {
    request.on('error', reject).on('upgrade', ({ statusCode = 0, headers: told }, socket) => {
      // That it came so far is all there is to know.
      socket.destroy();
      resolve({ status: statusCode, headers: told, text: '', bytes: Buffer.alloc(0), json: undefined });
    });
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      // What has no end is enough with its head.
      const endless = response.headers['content-type']?.startsWith('text/event-stream');
      response.on('error', reject).on('data', (chunk) => chunks.push(chunk));
      const arrived = () => {
        const bytes = Buffer.concat(chunks);
        const text = bytes.toString();
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          bytes,
          get json() {
            return JSON.parse(text);
          },
        });
      };
      if (!endless) return void response.on('end', arrived);
      arrived();
      request.destroy();
    });
    if (body === undefined) return void request.end();
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    if (!raw && !('content-type' in headers)) request.setHeader('content-type', 'application/json');
    const sent = raw ? body : JSON.stringify(body);
    // Of a DELETE, Node says no length by itself, and the next request would begin with this body.
    if (request.method === 'DELETE') request.setHeader('content-length', Buffer.byteLength(sent));
    request.end(sent);
  });
