import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Asker } from './side.ts';

/** A connection that carries one request at a time. The lightest client there is: it must not be what is measured. */
export interface RawConnection {
  /** Sends, and resolves with everything that came until `isWhole`. */
  ask(request: string | Uint8Array): Promise<string>;
  close(): void;
}

type IsWhole = (answer: string) => boolean;

const over = (socket: Socket, isWhole: IsWhole): RawConnection => {
  let received = '';
  let waiting: { resolve: (answer: string) => void; reject: (error: Error) => void } | undefined;
  socket.setNoDelay(true);
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    received += text;
    if (!isWhole(received)) return;
    const answer = received;
    received = '';
    waiting?.resolve(answer);
  });
  const lost = (error?: Error): void => waiting?.reject(error ?? new Error('the connection was closed'));
  socket.on('error', lost).on('close', () => lost());
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        if (socket.destroyed) lost();
        else socket.write(request);
      }),
    close: () => socket.destroy(),
  };
};

const opened = <S extends Socket>(socket: S, event: 'connect' | 'secureConnect'): Promise<S> =>
  new Promise((resolve, reject) => {
    socket.once(event, () => resolve(socket)).once('error', reject);
  });

/** Headers and as many bytes behind them as Content-Length says. */
const isWholeAnswer: IsWhole = (answer) => {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer)?.[1];
  return answer.length >= end + 4 + Number(length ?? 0);
};

/** HTTP/1.1 over TLS, kept alive. */
export const connectHttps = async (port: number, ca: string): Promise<RawConnection> =>
  over(
    await opened(connectTls({ host: '127.0.0.1', port, servername: 'localhost', ca }), 'secureConnect'),
    isWholeAnswer,
  );

/** To a server that sends back what it gets: the answer is as long as the question. */
export const connectEcho = async (port: number, bytes: number): Promise<RawConnection> =>
  over(await opened(connectTcp(port, '127.0.0.1'), 'connect'), (answer) => answer.length >= bytes);

/** The text of a JSON POST. A body that is sent by itself has its length given instead. */
export const postText = (
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
  length = body.length,
): string =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');

/** HTTP Basic with a secret key and an empty password. */
export const basicHeader = (key: string): Readonly<Record<string, string>> => ({
  Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
});

export const getText = (path: string, headers: Readonly<Record<string, string>> = {}): string =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

/** The same request again and again over one connection, each answered 200. */
export const repeating = async (port: number, caPem: string, request: string): Promise<Asker> => {
  const connection = await connectHttps(port, caPem);
  const ask = async () => {
    const answer = await connection.ask(request);
    if (!answer.startsWith('HTTP/1.1 200')) throw new Error(answer);
  };
  return { ask, close: connection.close };
};
