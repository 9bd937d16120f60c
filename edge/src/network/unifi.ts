import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { ControllerProblem, ControllerTested } from '@gatehouse/shared/wire/network-controller.ts';
import { z } from 'zod';
import { TLS_MIN } from '../identity/cloud-dial.ts';
import type { NetworkControllerSettings } from './settings.ts';

/** Well below what the cloud waits. */
const ANSWERS_WITHIN = Seconds(6);
const ANSWER_BYTES_MAX = 64 * 1024;
const DETAIL_CHARACTERS_MAX = 200;
/** UniFi's Network API, version 1, on the console itself. */
const API = '/proxy/network/integration/v1';

const text = z.string().transform((given) => given.replace(/\p{Cc}/gu, ' ').trim());
const Info = z.object({ applicationVersion: text.refine((version) => /^[\w.+-]{1,40}$/.test(version)) });
const Sites = z.object({ data: z.array(z.object({ name: text.nullish() })).max(200) });
const Refusal = z.object({ message: text });

class Problem extends Error {
  readonly problem: ControllerProblem;
  readonly reachable: boolean;
  constructor(problem: ControllerProblem, message: string, reachable = false) {
    super(message);
    this.problem = problem;
    this.reachable = reachable;
  }
}

/** Asks a UniFi console for the version of its Network application and the name of its first site. Never rejects. */
export const testUnifi = async (settings: NetworkControllerSettings, clock: Clock): Promise<ControllerTested> => {
  const limit = new AbortController();
  const late = clock.after(ANSWERS_WITHIN, () => limit.abort());
  try {
    const key = keyOf(settings.keyFile);
    const ask = async <T>(path: string, schema: z.ZodType<T>): Promise<T> => {
      const socket = await dial(settings, limit.signal);
      return read(await exchange(settings, { path: `${API}${path}`, key, socket, signal: limit.signal }), schema);
    };
    const { applicationVersion } = await ask('/info', Info);
    const { data } = await ask('/sites?limit=25', Sites);
    const name = data[0]?.name?.slice(0, 120) ?? null;
    return { configured: true, reachable: true, name, version: applicationVersion, problem: null, detail: null };
  } catch (error) {
    const { problem, reachable, message } = problemOf(error, limit.signal);
    const detail = message.slice(0, DETAIL_CHARACTERS_MAX);
    return { configured: true, reachable, name: null, version: null, problem, detail };
  } finally {
    late.cancel();
    limit.abort();
  }
};

const problemOf = (error: unknown, signal: AbortSignal): Problem => {
  if (error instanceof Problem) return error;
  if (signal.aborted) return new Problem('no_answer', `no answer within ${ANSWERS_WITHIN / 1_000} s`);
  const { code = '', message } = error as NodeJS.ErrnoException;
  const isCertificate = /CERT|SELF_SIGNED|ISSUER|ALTNAME/.test(code);
  return new Problem(isCertificate ? 'certificate' : 'unreachable', message);
};

const keyOf = (file: string): string => {
  let key: string;
  try {
    key = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Problem(
      'key_missing',
      `networkController.keyFile: cannot be read (${(error as NodeJS.ErrnoException).code})`,
    );
  }
  if (!/^[\x21-\x7e]{1,300}$/.test(key))
    throw new Problem('key_missing', 'networkController.keyFile: must hold one key');
  return key;
};

/** A connection to whoever has that certificate: not a byte, and so no key, goes to anybody else. */
const dial = ({ url, fingerprint, caFile }: NetworkControllerSettings, signal: AbortSignal): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({
      host,
      port: Number(port || 443),
      minVersion: TLS_MIN,
      ...(isIP(host) === 0 && { servername: host }),
      // A certificate that the console made itself names no host: it is known by its fingerprint, below.
      ...(caFile === undefined ? { rejectUnauthorized: false } : { ca: caOf(caFile) }),
    });
    const failed = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    signal.addEventListener('abort', () => failed(new Error('no connection in time')), { once: true });
    socket.once('error', failed).once('close', () => failed(new Error('the connection was closed')));
    socket.once('secureConnect', () => {
      const seen = socket.getPeerCertificate().fingerprint256?.replaceAll(':', '').toLowerCase();
      if (fingerprint === undefined || seen === fingerprint) resolve(socket);
      else
        failed(
          new Problem('certificate', `its certificate has the fingerprint ${seen}, not the one that is configured`),
        );
    });
  });

const caOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Problem(
      'certificate',
      `networkController.caFile: cannot be read (${(error as NodeJS.ErrnoException).code})`,
    );
  }
};

const exchange = (
  { url }: NetworkControllerSettings,
  asked: { readonly path: string; readonly key: string; readonly socket: TLSSocket; readonly signal: AbortSignal },
): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const { path, key, socket, signal } = asked;
    const headers = { accept: 'application/json', 'x-api-key': key, connection: 'close' };
    const req = get(new URL(path, url), { headers, signal, createConnection: () => socket }, (res) => {
      const parts: Buffer[] = [];
      let length = 0;
      res.on('data', (part: Buffer) => {
        length += part.length;
        if (length > ANSWER_BYTES_MAX) res.destroy(new Problem('unreadable', 'its answer is too long', true));
        else parts.push(part);
      });
      res.on('error', reject);
      res.on('end', () => resolve({ status: res.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8') }));
    });
    req.on('error', reject);
  });

const read = <T>({ status, body }: { status: number; body: string }, schema: z.ZodType<T>): T => {
  const said = jsonOf(body);
  if (status >= 200 && status < 300) {
    const parsed = schema.safeParse(said);
    if (!parsed.success) throw new Problem('unreadable', 'what answers there does not speak this protocol', true);
    return parsed.data;
  }
  const reason = Refusal.safeParse(said).data?.message ?? 'no reason given';
  const problem = status === 401 || status === 403 ? 'unauthorised' : status === 429 ? 'too_many_requests' : 'refused';
  throw new Problem(problem, `it answered ${status}: ${reason}`, true);
};

const jsonOf = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};
