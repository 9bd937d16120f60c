import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Seconds } from '@gatehouse/shared/time/duration.ts';

export interface ProviderRequest {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  /** For everything together; 10 seconds unless given. */
  readonly within?: Duration;
  /** A longer answer is none; 1 MiB unless given. */
  readonly bytesMax?: number;
}

export interface ProviderAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** The bytes as UTF-8. */
  readonly text: string;
}

/** There is no whole answer: whether what was asked was carried out, nobody can tell. Its message names no secret. */
export class ProviderSilent extends Error {
  override readonly name = 'ProviderSilent';
  /** Whether there is an answer, and more of it than anybody asked for. */
  readonly isTooLong: boolean;
  constructor(message: string, isTooLong = false) {
    super(message);
    this.isTooLong = isTooLong;
  }
}

const WITHIN = Seconds(10);
const BYTES_MAX = 1_048_576;

/**
 * Asks a service whose address is in the settings: the whole answer, within its time and its length, and no redirect. For
 * addresses that users give there is `guardedRequest`. Rejects with `ProviderSilent`.
 */
export const providerRequest = async (
  url: URL,
  { method = 'GET', headers = {}, body, within = WITHIN, bytesMax = BYTES_MAX }: ProviderRequest,
  clock: Pick<Clock, 'after'>,
): Promise<ProviderAnswer> => {
  const limit = new AbortController();
  const late = clock.after(within, () => limit.abort(new Error('no answer in time')));
  try {
    const sent = { method, headers, ...(body !== undefined && { body }) };
    const response = await fetch(url, { ...sent, signal: limit.signal, redirect: 'error' });
    const bytes = await readAtMost(response, bytesMax);
    return { status: response.status, headers: response.headers, bytes, text: bytes.toString('utf8') };
  } catch (error) {
    if (error instanceof ProviderSilent) throw error;
    const { message, cause } = (limit.signal.aborted ? limit.signal.reason : error) as Error;
    throw new ProviderSilent(`${url.host}: ${cause instanceof Error ? cause.message : message}`);
  } finally {
    late.cancel();
    limit.abort();
  }
};

const readAtMost = async ({ body }: Response, most: number): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > most) throw new ProviderSilent('the answer is too long', true);
    parts.push(part);
  }
  return Buffer.concat(parts);
};

/** JSON, or undefined where it is none. */
export const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** How many seconds a `Retry-After` says, where it says so. */
export const retryAfterIn = (headers: Headers): number | undefined => {
  const text = headers.get('retry-after') ?? '';
  return /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : undefined;
};
