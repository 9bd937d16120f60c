import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { readFileIfAny, writePrivateFile } from '@gatehouse/shared/control/private-file.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Log } from '../log.ts';
import type { Health } from './health.ts';

type Handler = (req: IncomingMessage, res: ServerResponse) => Promise<void> | void;

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The token that a Prometheus must bring, in a file of mode 0600; made where there is none, or none that is sound. */
export const metricsToken = (dataDir: string, random: RandomBytes, log: Log): string => {
  const path = join(dataDir, 'metrics-token');
  try {
    const kept = readFileIfAny(path)?.trim();
    if (kept !== undefined && TOKEN.test(kept)) return kept;
  } catch (error) {
    log.error({ err: error }, 'The token for the metrics cannot be read: another one is made.');
  }
  const made = Buffer.from(random(TOKEN_BYTES)).toString('base64url');
  try {
    writePrivateFile(path, `${made}\n`);
  } catch (error) {
    log.error(
      { err: error },
      'The token for the metrics could not be written: nobody can read them until the next start.',
    );
  }
  return made;
};

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * `GET /health` for anybody, in one word (503 when it is `failing`), and `GET /metrics` for who brings the token
 * (RFC 6750).
 */
export const healthRoutes = (deps: {
  readonly health: Pick<Health, 'status'>;
  readonly metrics: { readonly contentType: string; text(): Promise<string> };
  readonly token: string;
}): Readonly<Record<'GET /health' | 'GET /metrics', Handler>> => {
  const { health, metrics } = deps;
  const due = sha256(`Bearer ${deps.token}`);
  return {
    'GET /health': (_req, res) => {
      const status = health.status();
      const text = JSON.stringify({ status });
      res.writeHead(status === 'failing' ? 503 : 200, { 'content-type': 'application/json' }).end(text);
    },
    'GET /metrics': async (req, res) => {
      if (!timingSafeEqual(sha256(req.headers.authorization ?? ''), due)) {
        res.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
        return;
      }
      res.writeHead(200, { 'content-type': metrics.contentType }).end(await metrics.text());
    },
  };
};
