import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';

interface PanelAnswer {
  readonly status: number;
  readonly cookie: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly json: any;
}

/** The panel of a box, for somebody who stands before it and has read its PIN. */
export const boxPanel = (url: () => string, dataDir: string) => {
  let cookie = '';
  const send = (method: string, path: string, body?: unknown): Promise<PanelAnswer> =>
    new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', cookie };
      const sent = request(
        new URL(path, url()),
        { method, headers, rejectUnauthorized: false, agent: false },
        (res) => {
          let text = '';
          res.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
          });
          res.on('end', () => {
            const json: unknown = text === '' ? {} : JSON.parse(text);
            resolve({
              status: res.statusCode ?? 0,
              cookie: String(res.headers['set-cookie'] ?? '').split(';')[0] ?? '',
              json,
            });
          });
        },
      );
      sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
  const signIn = async (): Promise<void> => {
    const pin = readFileSync(join(dataDir, 'panel-pin'), 'utf8').trim();
    ({ cookie } = await send('POST', '/session', { name: '', pin }));
  };
  return {
    signIn,
    send,
    /** What waits to be confirmed; null while nothing does. */
    waiting: async () => (await send('GET', '/state')).json.wiring,
  };
};
