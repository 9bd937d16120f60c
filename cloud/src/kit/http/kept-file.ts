import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gunzip, gzip, gzipSync } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import { isKnownTag } from './byte-range.ts';
import { takes } from './compress.ts';

/** Looked at again after five minutes, by its tag: an update of the service shows soon, and a reader loads it once. */
const LOOKED_AT_AGAIN = 'public, max-age=300, must-revalidate';
/** For what has a name that says what is in it. */
export const CACHED_FOR_EVER = 'public, max-age=31536000, immutable';

/** A text as it is sent. Who takes neither gzip nor brotli is rare, and gets what is in `gzip`. */
export interface KeptText {
  readonly type: string;
  /** In bytes, plain. */
  readonly length: number;
  readonly tag: string;
  readonly gzip: Uint8Array;
  readonly br: Uint8Array;
}

/** Serves a text that never changes while the process runs: compressed once, beside this thread, and not at all to who has it already. */
export const keptFile = (type: string, text: () => string, cacheControl?: string): RequestHandler => {
  let made: Promise<KeptText> | undefined;
  return async (request, response) => {
    made ??= keep(type, text());
    await sendKept(await made, request, response, cacheControl);
  };
};

/** Sends a kept text in the best form that this client takes, or 304. */
export const sendKept = async (
  kept: KeptText,
  request: Request,
  response: Response,
  cacheControl = LOOKED_AT_AGAIN,
): Promise<void> => {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const coding = takes('br', accepted) ? 'br' : takes('gzip', accepted) ? 'gzip' : undefined;
  const tag = `"${kept.tag}${coding === undefined ? '' : `-${coding}`}"`;
  const headers = { 'Cache-Control': cacheControl, Vary: 'Accept-Encoding', ETag: tag };
  if (isKnownTag(tag, request.headers['if-none-match'])) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(200, {
    ...headers,
    'Content-Type': `${kept.type}; charset=utf-8`,
    'Content-Length': String(coding === undefined ? kept.length : kept[coding].length),
    ...(coding !== undefined && { 'Content-Encoding': coding }),
  });
  if (request.method === 'HEAD') response.end();
  else response.end(coding === undefined ? await gunzipped(kept.gzip) : kept[coding]);
};

const gunzipped = promisify(gunzip);
const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

const GZIP = { level: 9 };
const BROTLI = {
  params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_QUALITY]: 9 },
};

/** Compresses a text once, beside this thread. */
export const keep = async (type: string, text: string): Promise<KeptText> => {
  const plain = Buffer.from(text);
  const [small, smallest] = await Promise.all([gzipped(plain, GZIP), brotlied(plain, BROTLI)]);
  return keptOf(type, plain, small, smallest);
};

/** The same at once: for a thread that nobody else waits for. */
export const keepNow = (type: string, text: string): KeptText => {
  const plain = Buffer.from(text);
  return keptOf(type, plain, gzipSync(plain, GZIP), brotliCompressSync(plain, BROTLI));
};

const keptOf = (type: string, plain: Buffer, small: Uint8Array, smallest: Uint8Array): KeptText => ({
  type,
  length: plain.length,
  tag: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
  gzip: small,
  br: smallest,
});
