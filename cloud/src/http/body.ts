import type { IncomingMessage, ServerResponse } from 'node:http';
import { type JsonRule, scanJson } from './json-scan.ts';
import { kitFault } from './kit-faults.ts';
import { invalidRequest } from './validate.ts';

export interface BodyLimit {
  readonly bytes: number;
  readonly keys: number;
}
export const DEFAULT_BODY_LIMIT: BodyLimit = { bytes: 65_536, keys: 10_000 };
const DEPTH = 32;
/** How much of a body that nobody reads is still let through, so that the client gets to read our answer. */
const DISCARD_BYTES_MAX = 16 * 1024 * 1024;

/** The client went away before its request had arrived: there is nobody to answer. */
export class Disconnected extends Error {
  override readonly name = 'Disconnected';
}

/** Reads, checks and parses a JSON body. An empty one is `undefined`. Throws 400, 413 and 415 faults. */
export const readJsonBody = async (
  request: IncomingMessage,
  response: ServerResponse,
  limit: BodyLimit,
): Promise<unknown> => {
  if (Number(request.headers['content-length'] ?? 0) > limit.bytes) throw tooLarge(limit);
  refuseOtherTypes(request);
  if (request.headers.expect !== undefined) response.writeContinue();
  const bytes = await readAll(request, limit);
  return bytes.length === 0 ? undefined : parse(bytes, limit);
};

/** For an answer that was sent before the request had arrived: takes in the rest, up to a bound, then hangs up. */
export const discardRest = (request: IncomingMessage): void => {
  if (request.complete || request.destroyed) return;
  let left = DISCARD_BYTES_MAX;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.socket.destroy();
  });
  request.on('error', () => {}); // It hung up first.
};

const refuseOtherTypes = ({ headers }: IncomingMessage): void => {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw kitFault('unsupported_media_type', 'Send the body without a Content-Encoding.');
  const [type = '', ...parameters] = (headers['content-type'] ?? 'application/json')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  const utf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  if (!/^application\/([a-z0-9.-]+\+)?json$/.test(type) || !utf8)
    throw kitFault('unsupported_media_type', 'Send the body as application/json in UTF-8.');
};

const readAll = (request: IncomingMessage, limit: BodyLimit): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (done: () => void) => {
      request.off('data', take).off('end', finish).off('error', lost).off('close', lost);
      done();
    };
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > limit.bytes) settle(() => reject(tooLarge(limit)));
    };
    const finish = () => settle(() => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    const lost = () => settle(() => reject(new Disconnected('the client went away')));
    request.on('data', take).on('end', finish).on('error', lost).on('close', lost);
  });

const tooLarge = ({ bytes }: BodyLimit) => kitFault('payload_too_large', `The body is larger than ${bytes} bytes.`);

const RULES: Readonly<Record<JsonRule, string>> = {
  nested_too_deep: `must not be nested deeper than ${DEPTH} levels`,
  too_many_keys: 'has too many keys',
  duplicate_key: 'has the same key twice in one object',
  reserved_key: 'has a key that is not allowed (__proto__, constructor)',
  number_out_of_range: 'has a number beyond ±9007199254740991',
  nul_character: 'has a NUL character',
  lone_surrogate: 'has half of a surrogate pair',
};

const UTF8 = new TextDecoder('utf-8', { fatal: true });

const parse = (bytes: Buffer, limit: BodyLimit): unknown => {
  let text: string;
  try {
    text = UTF8.decode(bytes);
  } catch {
    throw invalidRequest([{ path: 'body', rule: 'invalid_utf8', message: 'is not UTF-8' }]);
  }
  const rule = scanJson(text, { depth: DEPTH, keys: limit.keys });
  if (rule !== undefined) throw invalidRequest([{ path: 'body', rule, message: RULES[rule] }]);
  try {
    return JSON.parse(text);
  } catch {
    throw invalidRequest([{ path: 'body', rule: 'invalid_json', message: 'is not JSON' }]);
  }
};
