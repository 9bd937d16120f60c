import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import type { DemoSite } from './demo-site.ts';
import { inShell } from './run-line.ts';

export type AskUnified = (
  method: string,
  path: string,
  body?: object | string,
) => Promise<Readonly<Record<string, unknown>>>;

/** Asks the demo's cloud as an integrator does, with a token of this scope. A text goes as XML, and whatever else as JSON. */
export const askUnified = async ({ cloud, ...site }: DemoSite, scope: string): Promise<AskUnified> => {
  const data = site.short(`${site.dataDir}/cloud`);
  const token = (await inShell(`npm run -s gatehouse -- token --scope "${scope}" --data ${data}`)).trim();
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const type = typeof body === 'string' ? 'application/xml' : 'application/json';
      const headers = { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': type }) };
      const sent = request(`${cloud.unifiedUrl}${path}`, { method, headers, ca: readFileSync(cloud.caFile, 'utf8') });
      sent.on('error', reject).on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => resolve(JSON.parse(text)));
      });
      sent.end(typeof body === 'object' ? JSON.stringify(body) : body);
    });
};
