import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Asked } from './asked.ts';
import { isKnownTag, rangeOf } from './byte-range.ts';
import { type ChunkSource, chunkSource } from './chunk-source.ts';
import { attachment } from './content-disposition.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { EVENT_STREAM } from './event-stream.ts';
import { kitFault } from './kit-faults.ts';
import { type ByteRange, type BytesAnswer, isBytes, type MediaAnswer, mediaIn, type StreamAnswer } from './media.ts';
import type { Kit } from './pipeline.ts';
import { undeclared } from './refusal.ts';
import type { Outcome } from './run-declared.ts';
import { socketIn } from './sockets.ts';

/** An answer of bytes, ready to be sent: its source has given its first chunk, so what fails from now on cuts it off. */
export interface OpenMedia {
  /** Nothing where there is no body: it is not asked for, or is there already. */
  readonly source?: ChunkSource;
  /** Instead of a source: all of it. */
  readonly whole?: string;
  /** So many bytes; nothing where nobody knows. */
  readonly length?: number;
  /** Goes on until somebody has enough. */
  readonly endless: boolean;
  /** A comment goes out while nothing comes. */
  readonly beats?: boolean;
}

/**
 * Turns what a handler answered into what is sent of it, by what the request asks: all, a part, or nothing new. Throws the
 * fault for a range that there is not, and whatever the source throws before its first chunk.
 */
export const openMedia = async (
  kit: Kit,
  endpoint: AnyEndpoint,
  asked: Pick<Asked, 'header' | 'bodiless'>,
  { status, value, headers: own }: Outcome,
): Promise<Outcome> => {
  if (endpoint.success.socket !== undefined) return { status, headers: own, value: declaredSocket(endpoint, value) };
  const media = declaredMedia(kit, endpoint, value);
  const described = {
    'Content-Type': media.type,
    ...(media.download !== undefined && { 'Content-Disposition': attachment(media.download) }),
  };
  if (!isBytes(media))
    return openStream(media, { status, headers: { ...described, ...own }, isBodiless: asked.bodiless });
  const etag = media.tag === undefined ? undefined : `"${media.tag}"`;
  const validators = etag === undefined ? {} : { ETag: etag };
  const isGet = endpoint.method === 'GET';
  if (isGet && etag !== undefined && isKnownTag(etag, asked.header('if-none-match')))
    return { status: 304, headers: { ...validators, ...own }, value: { endless: false } };
  const range = isGet && !asked.bodiless ? askedRange(media, asked.header, etag) : undefined;
  const length = range === undefined ? media.length : range.to - range.from + 1;
  const headers = {
    ...described,
    ...validators,
    ...(isGet && { 'Accept-Ranges': 'bytes' }),
    ...(range && { 'Content-Range': `bytes ${range.from}-${range.to}/${media.length}` }),
    'Content-Length': String(length),
    ...own,
  };
  const read = (signal: AbortSignal) => media.read(range ?? { from: 0, to: media.length - 1 }, signal);
  const isEmpty = length === 0 || asked.bodiless === true;
  return {
    status: range === undefined ? status : 206,
    headers,
    value: isEmpty ? { endless: false } : await opened(read, { length, endless: false }),
  };
};

const openStream = async (
  { type, ends, whole, read }: StreamAnswer,
  { status, headers, isBodiless }: Omit<Outcome, 'value'> & { readonly isBodiless: boolean | undefined },
): Promise<Outcome> => {
  const beats = type === EVENT_STREAM;
  const all = beats ? { 'X-Accel-Buffering': 'no', ...headers } : headers;
  const endless = beats && ends !== true;
  if (isBodiless) return { status, headers: all, value: { endless: false } };
  if (whole !== undefined) return { status, headers: all, value: { whole, endless: false } };
  return { status, headers: all, value: await opened(read, { endless, beats }) };
};

const askedRange = (
  { length }: BytesAnswer,
  header: Asked['header'],
  etag: string | undefined,
): ByteRange | undefined => {
  const range = rangeOf({ range: header('range'), ifRange: header('if-range') }, { length, etag });
  if (range !== 'unsatisfiable') return range;
  throw kitFault('range_not_satisfiable', `Range: there are ${length} bytes.`, {
    headers: { 'Content-Range': `bytes */${length}` },
  });
};

const declaredMedia = (kit: Kit, { id, success }: AnyEndpoint, value: unknown): MediaAnswer => {
  const media = mediaIn(value);
  if (media === undefined) throw new Bug(`${id} answered no bytes`);
  const types = isBytes(media) ? success.bytes : success.stream;
  const [type = ''] = media.type.split(';');
  if (!types?.includes(type)) undeclared(kit, `${id} answered with bytes that it does not declare`, media.type);
  return media;
};

const declaredSocket = ({ id }: AnyEndpoint, value: unknown): unknown => {
  if (socketIn(value) === undefined) throw new Bug(`${id} answered no socket`);
  return value;
};

/** Waits for the first chunk, but of what may have none for hours. */
const opened = async (
  read: Parameters<typeof chunkSource>[0],
  { length, endless, beats = false }: Omit<OpenMedia, 'source'>,
): Promise<OpenMedia> => {
  const source = chunkSource(read);
  const about = { endless, beats, ...(length !== undefined && { length }) };
  if (endless) return { ...about, source };
  try {
    let first: ReturnType<ChunkSource['next']> | undefined = Promise.resolve(await source.next());
    const next = (): ReturnType<ChunkSource['next']> => {
      const chunk = first ?? source.next();
      first = undefined;
      return chunk;
    };
    return { ...about, source: { next, close: source.close } };
  } catch (error) {
    source.close();
    throw error;
  }
};
