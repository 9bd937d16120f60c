import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import type { DemoSite } from './demo-site.ts';
import { inShell } from './run-line.ts';

export type AskUnified = (
  method: string,
  path: string,
  body?: object | string,
) => Promise<Readonly<Record<string, unknown>>>;
export type SendUnified = (
  method: string,
  path: string,
  body?: object | string,
) => Promise<{ readonly status: number; readonly bytes: Buffer }>;

/** Sends to the demo's cloud as an integrator does, with a token of this scope. A text goes as XML, and whatever else as JSON. */
export const sendUnified = async ({ cloud, ...site }: DemoSite, scope: string): Promise<SendUnified> => {
  const data = site.short(`${site.dataDir}/cloud`);
  const token = (await inShell(`npm run -s gatehouse -- token --scope "${scope}" --data ${data}`)).trim();
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const type = typeof body === 'string' ? 'application/xml' : 'application/json';
      const headers = { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': type }) };
      const sent = request(`${cloud.unifiedUrl}${path}`, { method, headers, ca: readFileSync(cloud.caFile, 'utf8') });
      sent.on('error', reject).on('response', (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => void parts.push(part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes: Buffer.concat(parts) }));
      });
      sent.end(typeof body === 'object' ? JSON.stringify(body) : body);
    });
};

/** The same for what is answered as JSON. */
export const askUnified = async (site: DemoSite, scope: string): Promise<AskUnified> => {
  const send = await sendUnified(site, scope);
  return async (...asked) => JSON.parse((await send(...asked)).bytes.toString());
};
