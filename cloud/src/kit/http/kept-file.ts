import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import { isKnownTag } from './byte-range.ts';
import { takes } from './compress.ts';

/** Looked at again after five minutes, by its tag: an update of the service shows soon, and a reader loads it once. */
const CACHE_CONTROL = 'public, max-age=300, must-revalidate';

interface Form {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Serves a text that never changes while the process runs: compressed once, beside this thread, and not at all to who has it already. */
export const keptFile = (type: string, text: () => string): RequestHandler => {
  let made: ReturnType<typeof formsOf> | undefined;
  return async (request, response) => {
    made ??= formsOf(type, text());
    const forms = await made;
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const form = takes('br', accepted) ? forms.br : takes('gzip', accepted) ? forms.gzip : forms.plain;
    const { ETag } = form.headers;
    if (ETag !== undefined && isKnownTag(ETag, request.headers['if-none-match'])) {
      const {
        'Content-Type': _type,
        'Content-Length': _length,
        'Content-Encoding': _encoding,
        ...headers
      } = form.headers;
      response.writeHead(304, headers).end();
      return;
    }
    response.writeHead(200, form.headers);
    response.end(request.method === 'HEAD' ? undefined : form.bytes);
  };
};

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

const formsOf = async (type: string, text: string) => {
  const plain = Buffer.from(text);
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  const form = (bytes: Buffer, encoding?: string): Form => ({
    bytes,
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Length': String(bytes.length),
      'Cache-Control': CACHE_CONTROL,
      Vary: 'Accept-Encoding',
      ETag: `"${tag}${encoding === undefined ? '' : `-${encoding}`}"`,
      ...(encoding !== undefined && { 'Content-Encoding': encoding }),
    },
  });
  const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_QUALITY]: 9 };
  return {
    plain: form(plain),
    gzip: form(await gzipped(plain, { level: 9 }), 'gzip'),
    br: form(await brotlied(plain, { params }), 'br'),
  };
};
