import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import type { HttpLine, Line } from './lines.ts';

/** Runs a printed line as a person would, in a shell; a curl line on a machine without curl is sent from here. */
export const runLine = async (line: Line, curlIsHere: boolean): Promise<string | undefined> => {
  try {
    const output = line.request !== undefined && !curlIsHere ? await send(line.request) : await inShell(line.command);
    return line.check(output);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

export const inShell = (command: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let complaints = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk));
    child.stderr.on('data', (chunk: Buffer) => (complaints += chunk));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`exit code ${code}: ${complaints}`))));
  });

const send = async ({ url, caFile, key, tokenBy, body }: HttpLine): Promise<string> => {
  const token = tokenBy === undefined ? undefined : (await inShell(tokenBy)).trim();
  return new Promise((resolve, reject) => {
    const req = request(
      url,
      {
        method: body === undefined ? 'GET' : 'POST',
        ...(caFile === undefined ? {} : { ca: readFileSync(caFile) }),
        ...(key === undefined ? {} : { auth: `${key}:` }),
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
      },
      (res) => {
        let text = '';
        res.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        res.on('end', () => resolve(text));
      },
    );
    req.on('error', reject);
    req.end(body === undefined ? undefined : JSON.stringify(body));
  });
};
