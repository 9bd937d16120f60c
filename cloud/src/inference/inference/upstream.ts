import { readFile } from 'node:fs/promises';
import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent, request as secureRequest } from 'node:https';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import { afterUrgent } from '../../kit/yield-to-event-loop.ts';
import type { UpstreamSettings } from './models-config.ts';
import type { Tokens } from './prices.ts';

/** What an upstream answers. Its body is read once: as it comes, or as a text. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  /** What the head calls the answer, where whoever answers says so there. */
  readonly generationId: string | undefined;
  readonly body: AsyncIterable<Uint8Array>;
  /** The whole; undefined where it is longer than that. Rejects with `UpstreamSilent` where it breaks off. */
  readonly text: (bytesMax: number) => Promise<string | undefined>;
  /** Hangs up: what has not come yet is not wanted. */
  readonly drop: () => void;
}
export type UpstreamPath = 'chat/completions' | 'embeddings';

/** Somebody who answers for models. */
export interface Upstream {
  readonly settings: UpstreamSettings;
  /** Rejects with `UpstreamSilent` where there is no answer. */
  ask(path: UpstreamPath, body: string, options: { readonly streamed: boolean }): Promise<UpstreamAnswer>;
  /** What a request came to, by its id there; undefined where that is not known, or nobody says. */
  usageOf(upstreamId: string): Promise<Tokens | undefined>;
}

/** There is no answer, or no whole one. Its message names nothing that was sent. */
export class UpstreamSilent extends Error {
  override readonly name = 'UpstreamSilent';
}

/** A whole answer may be long in the making; of a stream something comes sooner. */
const WHOLE_WITHIN = Minutes(10);
const STREAM_BEGINS_WITHIN = Minutes(2);
/** Nothing more comes of what was silent for so long. */
const SILENT_WITHIN = Minutes(2);
const LOOK_UP_WITHIN = Seconds(5);
const LOOK_UP_BYTES_MAX = 65_536;
const GENERATION_ID_MAX = 200;

const Generation = z.object({ data: z.object({ tokens_prompt: z.int().min(0), tokens_completion: z.int().min(0) }) });

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  readonly within: Duration;
}

/** Somebody who speaks the OpenAI API over HTTP, on connections that are kept. */
export const httpUpstream = (
  settings: UpstreamSettings,
  clock: Pick<Clock, 'after' | 'every' | 'monoMs'>,
): Upstream => {
  const base = new URL(settings.url.endsWith('/') ? settings.url : `${settings.url}/`);
  const isSecure = base.protocol === 'https:';
  const agent = new (isSecure ? Agent : PlainAgent)({ keepAlive: true });
  const where = { hostname: base.hostname.replace(/^\[|\]$/g, ''), port: base.port || (isSecure ? 443 : 80), agent };
  let reading: Promise<string> | undefined;
  const key = (): Promise<string> => {
    reading ??= readFile(settings.keyFile, 'utf8').then((text) => text.trim());
    reading.catch(() => {
      reading = undefined;
    });
    return reading;
  };

  const send = async ({ method, path, body, within }: Sent): Promise<IncomingMessage> => {
    const authorization = `Bearer ${await key()}`;
    return new Promise((resolve, reject) => {
      const fail = (why: string) => {
        late.cancel();
        reject(new UpstreamSilent(`${settings.name}: ${why}`));
      };
      const request = (isSecure ? secureRequest : plainRequest)({
        ...where,
        path: base.pathname + path,
        method,
        headers: {
          authorization,
          accept: '*/*',
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          }),
        },
      });
      const late = clock.after(within, () => {
        fail('no answer in time');
        request.destroy();
      });
      request.on('error', (error) => fail((error as NodeJS.ErrnoException).code ?? 'the connection failed'));
      request.on('response', (response) => {
        late.cancel();
        resolve(response);
      });
      request.end(body);
    });
  };

  /** Hangs up on what has been silent for too long. */
  const watched = (response: IncomingMessage) => {
    let heardAt = clock.monoMs();
    const watch = clock.every(Seconds(10), () => {
      if (clock.monoMs() - heardAt > SILENT_WITHIN) response.destroy(new Error('silent'));
    });
    return {
      heard: () => {
        heardAt = clock.monoMs();
      },
      cancel: () => watch.cancel(),
    };
  };
  const brokenOff = () => new UpstreamSilent(`${settings.name}: the answer broke off`);

  async function* bodyOf(response: IncomingMessage): AsyncGenerator<Uint8Array> {
    const watch = watched(response);
    try {
      for await (const chunk of response) {
        watch.heard();
        const urgent = afterUrgent();
        if (urgent !== undefined) await urgent;
        yield chunk as Uint8Array;
        watch.heard();
      }
    } catch {
      throw brokenOff();
    } finally {
      watch.cancel();
    }
  }
  const textOf = (response: IncomingMessage, bytesMax: number): Promise<string | undefined> => {
    const watch = watched(response);
    const parts: Uint8Array[] = [];
    let length = 0;
    return new Promise<string | undefined>((resolve, reject) => {
      if (response.destroyed) return reject(brokenOff());
      response.on('data', (part: Uint8Array) => {
        watch.heard();
        length += part.length;
        parts.push(part);
        if (length <= bytesMax) return;
        resolve(undefined);
        response.destroy();
      });
      response.on('end', () => resolve(Buffer.concat(parts).toString('utf8')));
      response.on('error', () => reject(brokenOff()));
      // Also where somebody of us hangs up.
      response.on('close', () => (response.complete ? undefined : reject(brokenOff())));
    }).finally(watch.cancel);
  };

  return {
    settings,
    ask: async (path, body, { streamed }) => {
      const within = streamed ? STREAM_BEGINS_WITHIN : WHOLE_WITHIN;
      const response = await send({ method: 'POST', path, body, within });
      const { statusCode = 0, headers } = response;
      const wait = Number(headers['retry-after']);
      const named = settings.generationHeader === undefined ? undefined : headers[settings.generationHeader];
      return {
        status: statusCode,
        retryAfterSeconds: Number.isInteger(wait) && wait >= 0 ? wait : undefined,
        generationId: typeof named === 'string' && named.length <= GENERATION_ID_MAX ? named : undefined,
        body: bodyOf(response),
        text: (bytesMax) => textOf(response, bytesMax),
        drop: () => void response.destroy(),
      };
    },

    usageOf: async (upstreamId) => {
      if (!settings.generations) return undefined;
      try {
        const path = `generation?id=${encodeURIComponent(upstreamId)}`;
        const response = await send({ method: 'GET', path, within: LOOK_UP_WITHIN });
        const text = await textOf(response, LOOK_UP_BYTES_MAX);
        if (response.statusCode !== 200 || text === undefined) return undefined;
        const { tokens_prompt: input, tokens_completion: output } = Generation.parse(JSON.parse(text)).data;
        return { in: input, out: output };
      } catch {
        return undefined; // Nobody says: then it is counted.
      }
    },
  };
};
