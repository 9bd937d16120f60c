import { Agent, request } from 'node:https';
import type { Fetch } from '@gatehouse/partner-client/src/partner-client.ts';

/** A `fetch` for the partner client that trusts an authority of its own, as Node's own does by NODE_EXTRA_CA_CERTS. */
export const fetchWithAuthority = (ca: string): Fetch & { close(): void } => {
  const agent = new Agent({ keepAlive: true, ca });
  const ask: Fetch = (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const sent = request(url, { method, headers, agent, signal }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('error', reject).on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const own = new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
          resolve({
            status: answer.statusCode ?? 0,
            headers: own,
            text: async () => Buffer.concat(chunks).toString(),
          });
        });
      });
      sent.on('error', reject).end(body);
    });
  return Object.assign(ask, { close: () => agent.destroy() });
};
