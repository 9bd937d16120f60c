import { PartnerClientConfigError } from './errors.ts';
import { OPERATIONS, type PartnerApi } from './partner-api.gen.ts';
import { type AnswerNote, type Fetch, type OperationId, type RequestOptions, requestWith } from './request.ts';
import { realTime, type Timing } from './timing.ts';

export { AnswerLostError, PartnerApiError, PartnerClientConfigError, type Problem } from './errors.ts';
export { eventPages, type FollowOptions } from './events.ts';
export type * from './partner-api.gen.ts';
export {
  type BatchAnswer,
  type LeftOut,
  type PushOptions,
  type PushReport,
  PushStoppedError,
  pushAll,
} from './push.ts';
export type { AnswerNote, Fetch, RequestOptions } from './request.ts';
export type { Timing } from './timing.ts';
export { type WindowSnapshot, withWindows } from './windows.ts';

export interface PartnerClientOptions {
  /** Where the partner API is, such as `https://api.example.org`. HTTPS only. */
  readonly baseUrl: string;
  /** The secret key. On servers only: whoever has it is you. */
  readonly key: string;
  /** Another `fetch` than the platform's: one that trusts an authority of your own, say. */
  readonly fetch?: Fetch;
  readonly timing?: Timing;
  /** Told of every answer, for your log. */
  readonly onAnswer?: (note: AnswerNote) => void;
}

/**
 * A client of the partner API: one typed method an endpoint. Answers resolve to their bodies; errors are
 * `PartnerApiError` or `AnswerLostError`. Throws `PartnerClientConfigError` for a base URL that is not HTTPS, or a key
 * that is none.
 */
export const createPartnerClient = (options: PartnerClientOptions): PartnerApi => {
  const { key, timing = realTime } = options;
  if (!/^sk_(live|dryrun|read-only)_[0-9A-Za-z]{43}$/.test(key))
    throw new PartnerClientConfigError('the key is not a secret key of the partner API: sk_<type>_ and 43 characters');
  const encoded = btoa(`${key}:`);
  const request = requestWith({
    baseUrl: checkedBase(options.baseUrl),
    authorization: `Basic ${encoded}`,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    timing,
    onAnswer: options.onAnswer,
    redact: (text) => text.replaceAll(key, '[key]').replaceAll(encoded, '[key]'),
  });
  const api: Record<string, Record<string, unknown>> = {};
  for (const [id, operation] of Object.entries(OPERATIONS)) {
    const { group, name, input: takesInput } = operation;
    api[group] ??= {};
    api[group][name] = takesInput
      ? (input: Readonly<Record<string, unknown>>, own?: RequestOptions) =>
          request(id as OperationId, operation, input, own)
      : (own?: RequestOptions) => request(id as OperationId, operation, {}, own);
  }
  return api as unknown as PartnerApi;
};

const checkedBase = (text: string): string => {
  if (!URL.canParse(text)) throw new PartnerClientConfigError('the base URL is not a URL');
  const url = new URL(text);
  if (url.protocol !== 'https:')
    throw new PartnerClientConfigError(`the base URL begins with ${url.protocol}//: a key is sent over https: only`);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new PartnerClientConfigError(
      'the base URL has no user, no query and no fragment: the key is an option of its own',
    );
  return `${url.origin}${url.pathname}`.replace(/\/$/, '');
};
