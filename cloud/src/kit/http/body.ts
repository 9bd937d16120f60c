import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { HeldBytes } from './byte-budget.ts';
import { Disconnected } from './disconnected.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { integerFieldsOf } from './integer-fields.ts';
import { kitFault } from './kit-faults.ts';
import { readJsonBody } from './large-body.ts';
import { invalidRequest } from './validate.ts';

export interface BodyLimit {
  readonly bytes: number;
  readonly keys: number;
}
export const DEFAULT_BODY_LIMIT: BodyLimit = { bytes: 65_536, keys: 10_000 };
/** What is read where it arrives, whatever the limit is: some milliseconds at most. So few bytes have no more keys. */
export const SMALL_BODY: BodyLimit = { bytes: 65_536, keys: 20_000 };
/** What an endpoint takes. */
export const bodyLimitOf = ({ bodyLimit, surface }: AnyEndpoint): BodyLimit =>
  bodyLimit ?? surface.bodyLimit ?? DEFAULT_BODY_LIMIT;
/** Whether bodies beyond the small ones are read in a thread beside. */
export const readsBeside = ({ body, bodyLimit, surface }: AnyEndpoint): boolean =>
  body !== undefined && bodyLimit === undefined && surface.bodyLimit !== undefined;
/** How much of a body that nobody reads is still let through, so that the client gets to read our answer. */
const DISCARD_BYTES_MAX = 16 * 1024 * 1024;

/** Whose budget what arrives takes from, beyond so many bytes that are free. */
interface Held {
  readonly budget?: HeldBytes;
  readonly free?: number;
}

/** Reads the bytes of a body, JSON or of one of these `types`, within the limit and the budget. Throws 413, 415 and 503 faults. */
export const readBody = async (
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  limit: BodyLimit,
  { types, ...held }: Held & { readonly types?: readonly string[] | undefined } = {},
): Promise<Buffer> => {
  if (Number(request.headers['content-length'] ?? 0) > limit.bytes) throw tooLarge(limit);
  refuseEncodings(request);
  if (types === undefined) refuseAllButJson(request);
  else refuseAllBut(types, request);
  if (request.headers.expect !== undefined) response.writeContinue();
  return readAll(request, limit, held);
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

export const refuseEncodings = ({ headers }: IncomingMessage): void => {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw kitFault('unsupported_media_type', 'Send the body without a Content-Encoding.');
};

export const refuseAllBut = (types: readonly string[], { headers }: IncomingMessage): void => {
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';');
  if (type !== '' && !types.includes(type.trim()))
    throw kitFault('unsupported_media_type', `Send the body as one of ${types.join(', ')}.`);
};

const refuseAllButJson = ({ headers }: IncomingMessage): void => {
  const [type = '', ...parameters] = (headers['content-type'] ?? 'application/json')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  const utf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  if (!/^application\/([a-z0-9.-]+\+)?json$/.test(type) || !utf8)
    throw kitFault('unsupported_media_type', 'Send the body as application/json in UTF-8.');
};

const readAll = (request: IncomingMessage, limit: BodyLimit, { budget, free = 0 }: Held): Promise<Buffer> =>
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
      else if (length > free && budget?.take(Math.min(chunk.length, length - free)) === false)
        settle(() => reject(overloaded()));
    };
    const finish = () => {
      request.off('close', lost); // The others hear nothing any more.
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    };
    const lost = () => settle(() => reject(new Disconnected('the client went away')));
    request.on('data', take).on('end', finish).on('error', lost).on('close', lost);
  });

export const tooLarge = ({ bytes }: Pick<BodyLimit, 'bytes'>) =>
  kitFault('payload_too_large', `The body is larger than ${bytes} bytes.`);

const overloaded = () => kitFault('overloaded', 'Too much is being sent at the moment: try again in a little while.');

/**
 * Parses a JSON body; an empty one is `undefined`. Throws 400 faults, also for numbers that are not written as integers
 * where the schema wants integers: what `JSON.parse` makes of them may be another number than the one that was sent.
 */
export const parseJsonBody = (bytes: Buffer, limit: { readonly keys: number }, schema: z.ZodType): unknown => {
  if (bytes.length === 0) return undefined;
  const read = readJsonBody(bytes, limit, () => integerFieldsOf(schema));
  if ('problems' in read) throw invalidRequest(read.problems);
  return read.value;
};
