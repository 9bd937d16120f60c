import type { ServerResponse } from 'node:http';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { AnswerHeaders } from './call.ts';
import type { ChunkSource } from './chunk-source.ts';
import { type Exchange, headersOfEvery } from './exchange.ts';
import type { OpenMedia } from './open-media.ts';
import type { Kit } from './pipeline.ts';

/** A proxy that hears nothing for a minute hangs up. */
const HEARTBEAT = Seconds(15);
const HEARTBEAT_TEXT = ':\n\n';
/** A client that takes nothing for so long is gone, or holds what others need. */
const STALLED_AFTER = Seconds(30);

/** Bytes are never a page: nothing in them runs, and nobody guesses what they are. */
const HEADERS_OF_MEDIA = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
} as const;

interface MediaToSend {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly media: OpenMedia;
}

/**
 * Sends an answer of bytes, as fast as the client takes it. Its source is closed when the client goes away. What fails on
 * the way cuts the connection: an end would say that this was all. Throws where HTTP cannot carry a header.
 */
export const sendMedia = async (
  kit: Kit,
  exchange: Exchange,
  { status, headers, media }: MediaToSend,
): Promise<void> => {
  const { response, listener } = exchange;
  const { source, whole } = media;
  if (whole !== undefined) return sendWhole(kit.clock, exchange, { status, headers, whole });
  const close = () => source?.close();
  response.once('close', close);
  if (response.destroyed) return close();
  if (listener.draining) response.shouldKeepAlive = false;
  response.writeHead(status, { ...HEADERS_OF_MEDIA, ...headersOfEvery(exchange), ...headers });
  if (source === undefined) return void response.end();
  if (media.endless) {
    listener.endless.add(close);
    response.flushHeaders();
  }
  const beat = media.beats ? kit.clock.every(HEARTBEAT, () => heartbeat(response)) : undefined;
  try {
    await pump(kit.clock, response, source, media.length);
    if (!response.destroyed) response.end();
  } catch (cause) {
    if (!response.destroyed) kit.log.error({ err: cause, request_id: exchange.requestId }, 'an answer broke off');
    response.destroy();
  } finally {
    beat?.cancel();
    listener.endless.delete(close);
    close();
  }
};

const sendWhole = async (
  clock: Clock,
  exchange: Exchange,
  { status, headers, whole }: Pick<MediaToSend, 'status' | 'headers'> & { readonly whole: string },
): Promise<void> => {
  const { response, listener } = exchange;
  if (response.destroyed) return;
  if (listener.draining) response.shouldKeepAlive = false;
  const length = { 'Content-Length': String(Buffer.byteLength(whole)) };
  response.writeHead(status, { ...HEADERS_OF_MEDIA, ...headersOfEvery(exchange), ...headers, ...length });
  if (!response.write(whole)) await drained(clock, response);
  if (!response.destroyed) response.end();
};

const pump = async (clock: Clock, response: ServerResponse, source: ChunkSource, length?: number): Promise<void> => {
  let left = length ?? Number.POSITIVE_INFINITY;
  for (;;) {
    const { done, value } = await source.next();
    if (response.destroyed) return;
    if (done) break;
    left -= Buffer.byteLength(value);
    if (left < 0) throw new Error('a source gave more than it said');
    if (!response.write(value)) await drained(clock, response);
  }
  if (length !== undefined && left > 0) throw new Error('a source gave less than it said');
};

const heartbeat = (response: ServerResponse): void => {
  if (!response.writableNeedDrain && !response.destroyed) response.write(HEARTBEAT_TEXT);
};

/** Until the client has taken what was sent, or is gone. */
const drained = (clock: Clock, response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    if (response.destroyed) return resolve();
    const settle = () => {
      response.off('drain', settle).off('close', settle);
      stalled.cancel();
      resolve();
    };
    const stalled = clock.after(STALLED_AFTER, () => response.destroy());
    response.on('drain', settle).on('close', settle);
  });
