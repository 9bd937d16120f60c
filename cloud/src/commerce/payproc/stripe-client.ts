import { readFile } from 'node:fs/promises';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type StripeLibrary from 'stripe';
import { ProviderSilent, providerRequest } from '../../kit/outbound/provider-request.ts';
import { CardDeclined, CardsNotNow, CardsRefused } from './card-provider.ts';
import type { PayprocSettings } from './payproc-config.ts';

const ANSWER_WITHIN = Seconds(20);
const ANSWER_BYTES_MAX = 8 * 1024 * 1024;
/** What the provider’s library says failed, that is no answer at all. */
const NOT_NOW = new Set([401, 429]);
/** Somebody else’s request with the same key is under way. */
const CONFLICT = 409;

/** The provider’s library, loaded at the first need of it: the whole has 23 MB. Its key is read then, too. */
export const stripeClient = ({ url, keyFile }: PayprocSettings, clock: Pick<Clock, 'after'>) => {
  const origin = new URL(url);
  /** The way there is ours: its time, its length, and no redirect. */
  const throughOurs = async (to: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { method, headers, body } = init;
    const sent = {
      method,
      headers: headers as Record<string, string>,
      ...(typeof body === 'string' && body !== '' && { body }),
      within: ANSWER_WITHIN,
      bytesMax: ANSWER_BYTES_MAX,
    };
    const answer = await providerRequest(new URL(String(to)), sent, clock);
    return new Response(answer.text, { status: answer.status, headers: answer.headers });
  };
  let loading: Promise<StripeLibrary> | undefined;
  const load = async (): Promise<StripeLibrary> => {
    const [{ default: Stripe }, key] = await Promise.all([import('stripe'), readFile(keyFile, 'utf8')]);
    return new Stripe(key.trim(), {
      host: origin.hostname,
      port: origin.port === '' ? (origin.protocol === 'https:' ? 443 : 80) : Number(origin.port),
      protocol: origin.protocol === 'https:' ? 'https' : 'http',
      httpClient: Stripe.createFetchHttpClient(throughOurs),
      // Whoever asks again is a job of ours, with the key of its row.
      maxNetworkRetries: 0,
      telemetry: false,
    });
  };
  const client = (): Promise<StripeLibrary> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };

  return {
    client,
    /** Asks, and says what a refusal means. Messages of the provider go no further: they may quote what was sent. */
    ask: async <T>(run: (stripe: StripeLibrary) => Promise<T>): Promise<T> => {
      const stripe = await client();
      try {
        return await run(stripe);
      } catch (error) {
        throw meantBy(error, origin.host);
      }
    },
  };
};

/** What the library throws, as far as it is gone by. */
interface LibraryError {
  readonly type?: string;
  readonly statusCode?: number;
  readonly code?: string;
  readonly decline_code?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payment_intent?: { readonly id?: string };
}

const wordOf = (text = ''): string => (/^[\w.-]{1,60}$/.test(text) ? text : 'unknown');

const meantBy = (error: unknown, host: string): unknown => {
  if (error instanceof ProviderSilent) return error;
  const {
    type = '',
    statusCode: status,
    code,
    decline_code: decline,
    headers = {},
    payment_intent,
  } = error as LibraryError;
  if (!type.startsWith('Stripe')) return error;
  if (status === undefined || status >= 500 || status === CONFLICT)
    return new ProviderSilent(`${host}: ${status ?? 'no answer'} ${wordOf(code ?? type)}`);
  if (NOT_NOW.has(status)) {
    const seconds = /^\d{1,5}$/.test(headers['retry-after'] ?? '') ? Number(headers['retry-after']) : undefined;
    return new CardsNotNow(`${host}: ${status}`, seconds);
  }
  if (type === 'StripeCardError') {
    const why = decline === undefined || decline === 'generic_decline' ? code : decline;
    return new CardDeclined(wordOf(why), payment_intent?.id ?? null);
  }
  return new CardsRefused(wordOf(code ?? type));
};
