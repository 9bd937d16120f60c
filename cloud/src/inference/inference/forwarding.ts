import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type BegunStream, begunStream } from './begun-stream.ts';
import { type Breaker, createBreaker } from './breaker.ts';
import { inferenceFault } from './inference.faults.ts';
import type { SoldModel } from './models-config.ts';
import { type Upstream, type UpstreamAnswer, type UpstreamPath, UpstreamSilent } from './upstream.ts';

/** Somebody who has a model, and how they call it. */
export interface Seller {
  readonly upstream: Upstream;
  readonly model: SoldModel;
}
export interface Forwarded {
  readonly seller: Seller;
  readonly answer: UpstreamAnswer;
  /** Of what was asked for as a stream: it has begun. */
  readonly begun: BegunStream | undefined;
}

/** That somebody did not answer, and when they are to be asked again, where they said so. */
interface Failed {
  readonly waitSeconds: number | undefined;
}

const TRIES = 3;
const REFUSAL_BYTES_MAX = 65_536;
const MESSAGE_MAX = 2_000;

/** Of whoever is not to be asked now: 408, 429, and what is their own failure. */
const isNotNow = (status: number): boolean => status === 408 || status === 429 || status >= 500;
/** Our key, our account there: no matter of the caller’s. */
const isOurs = (status: number): boolean => status === 401 || status === 402 || status === 403;

/** Hands requests on: to the first who has the model and answers, with up to three tries in all. */
export const createForwarding = (
  upstreams: readonly Upstream[],
  { clock, log }: { readonly clock: Clock; readonly log: { error(detail: unknown, message: string): void } },
) => {
  const breakers = new Map<string, Breaker>();
  const breakerOf = ({ upstream }: Seller): Breaker => {
    const { name } = upstream.settings;
    const breaker = breakers.get(name) ?? createBreaker(clock);
    breakers.set(name, breaker);
    return breaker;
  };

  const refused = async (answer: UpstreamAnswer) => {
    const text = await answer.text(REFUSAL_BYTES_MAX).catch(() => undefined);
    const said = messageIn(text);
    return inferenceFault('upstream_refused', said ?? 'Whoever answers for the model refuses the request.');
  };

  const begin = async (answer: UpstreamAnswer): Promise<BegunStream> => {
    try {
      return await begunStream(clock, answer);
    } catch (error) {
      answer.drop();
      throw error;
    }
  };

  /** The answer of one, or that there is none. Throws what it refuses the request itself for. */
  const askOne = async (
    seller: Seller,
    ask: () => Promise<UpstreamAnswer>,
    streamed: boolean,
  ): Promise<Forwarded | Failed> => {
    const breaker = breakerOf(seller);
    const { name } = seller.upstream.settings;
    try {
      const answer = await ask();
      const { status } = answer;
      if (status === 200) {
        const begun = streamed ? await begin(answer) : undefined;
        breaker.succeeded();
        return { seller, answer, begun };
      }
      if (!isNotNow(status) && !isOurs(status)) throw await refused(answer);
      answer.drop();
      if (isOurs(status)) log.error({ upstream: name, status }, 'an upstream refuses our key');
      breaker.failed();
      return { waitSeconds: answer.retryAfterSeconds ?? (status === 429 ? 1 : undefined) };
    } catch (error) {
      if (!(error instanceof UpstreamSilent)) throw error;
      log.error({ upstream: name, why: error.message }, 'an upstream does not answer');
      breaker.failed();
      return { waitSeconds: undefined };
    }
  };

  const nobodyAnswers = (sellers: readonly Seller[], failures: readonly Failed[]) => {
    const waits = failures.flatMap(({ waitSeconds }) => waitSeconds ?? []);
    if (failures.length > 0 && waits.length === 0)
      return inferenceFault('upstream_failed', 'Whoever answers for the model does not.');
    const least = Math.min(...sellers.map((seller) => breakerOf(seller).waitMs()));
    const wait = Math.max(1, ...waits, Math.ceil(least / 1_000));
    return inferenceFault('upstream_unavailable', 'Whoever answers for the model has too much to do.', {
      headers: { 'Retry-After': String(wait) },
    });
  };

  return {
    /** Those who have a model of this kind, as they are to be asked. */
    sellersOf: (model: string, kind: SoldModel['kind']): readonly Seller[] =>
      upstreams.flatMap((upstream) =>
        upstream.settings.models
          .filter((sold) => sold.id === model && sold.kind === kind)
          .map((sold) => ({ upstream, model: sold })),
      ),

    /** Throws what refuses it, once nobody is left to be asked. */
    forward: async (
      sellers: readonly Seller[],
      path: UpstreamPath,
      bodyFor: (seller: Seller) => string,
      options: { readonly streamed: boolean },
    ): Promise<Forwarded> => {
      const failures: Failed[] = [];
      for (let at = 0; failures.length < TRIES && at < TRIES * sellers.length; at += 1) {
        const seller = sellers[at % sellers.length] as Seller;
        if (!breakerOf(seller).admits()) continue;
        const ask = () => seller.upstream.ask(path, bodyFor(seller), options);
        const asked = await askOne(seller, ask, options.streamed);
        if ('answer' in asked) return asked;
        failures.push(asked);
      }
      throw nobodyAnswers(sellers, failures);
    },
  };
};
export type Forwarding = ReturnType<typeof createForwarding>;

/** The message of a refusal by the OpenAI API: for whoever sent the request, and written down nowhere. */
const messageIn = (text: string | undefined): string | undefined => {
  try {
    const { error } = JSON.parse(text ?? '') as { readonly error?: { readonly message?: unknown } };
    return typeof error?.message === 'string' ? error.message.slice(0, MESSAGE_MAX) : undefined;
  } catch {
    return undefined;
  }
};
