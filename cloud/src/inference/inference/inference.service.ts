import type { Fault } from '@gatehouse/shared/fault/fault.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { LedgerService } from '../../commerce/ledger/ledger.module.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { OwnCall } from '../../kit/http/endpoint.ts';
import type { InferenceCaller } from './admission.ts';
import { countersRepo } from './counters.repo.ts';
import { createForwarding, type Forwarded, type Seller } from './forwarding.ts';
import { createHolding } from './holding.ts';
import { inferenceRepo } from './inference.repo.ts';
import { createMarkup, type MarkupDeps } from './markup.ts';
import { createOfferedModels } from './offered-models.ts';
import { createRecovery } from './recovery.ts';
import { ChatRequest, EmbeddingsRequest } from './request-shapes.ts';
import { createRequests, type Opened } from './requests.ts';
import { createRunning } from './running.ts';
import { createSettling } from './settling.ts';
import { type Bounds, filtersOf, type Spender } from './spender.ts';
import { createStreamedAnswer } from './streamed-answer.ts';
import { createTextThread } from './text-thread.ts';
import { tryOut } from './try-out.ts';
import type { Upstream, UpstreamPath } from './upstream.ts';
import { wholeAnswer } from './whole-answer.ts';

export interface InferenceDeps extends Pick<MarkupDeps, 'rateBlocks'> {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: { info(detail: unknown, message: string): void; error(detail: unknown, message: string): void };
  readonly ledger: Pick<LedgerService, 'hold' | 'balances' | 'settleHold' | 'voidHold' | 'post' | 'currency'>;
  readonly modelUpstreams: readonly Upstream[];
}
export type InferenceService = ReturnType<typeof createInference>;

type Call = Pick<OwnCall<InferenceCaller>, 'caller' | 'header' | 'write' | 'about'>;
export interface Answered {
  readonly headers: Readonly<Record<string, string>>;
  /** The whole, or what reads it piece by piece. */
  readonly answer: string | { readonly read: (signal: AbortSignal) => AsyncIterable<string> };
}

/** The gate: what is asked of models is held, handed on, and settled to the micro. */
export const createInference = (deps: InferenceDeps) => {
  const { db, clock, ledger, log, modelUpstreams: upstreams } = deps;
  const texts = createTextThread(clock);
  const forwarding = createForwarding(upstreams, { clock, log });
  const holding = createHolding({ ledger });
  const settling = createSettling({ ledger });
  const running = createRunning({ db, clock, settling, texts, log });
  const markupAt = createMarkup(deps);
  const recovery = createRecovery({ db, clock, upstreams, running, settling });
  const requests = createRequests({
    ...deps,
    currency: ledger.currency,
    forwarding,
    holding,
    settling,
    texts,
    markupAt,
  });

  /** Hands it on; what nobody answers is settled as nothing. */
  const forwarded = async (
    { run, sellers }: Pick<Opened<unknown>, 'run' | 'sellers'>,
    path: UpstreamPath,
    bodyFor: (seller: Seller) => object,
    streamed: boolean,
  ): Promise<Forwarded> => {
    running.add(run);
    try {
      const found = await forwarding.forward(sellers, path, (seller) => JSON.stringify(bodyFor(seller)), { streamed });
      run.upstream = found.seller.upstream;
      run.upstreamId = found.answer.generationId ?? null;
      return found;
    } catch (error) {
      await running.end(run, 'error', { code: (error as Partial<Fault>).code ?? 'internal_error', free: true });
      throw error;
    }
  };

  return {
    noteRefusal: (spender: Spender, fault: Fault): Promise<void> => requests.noteRefusal(spender, fault),

    chat: async (bytes: Uint8Array, call: Call): Promise<Answered> => {
      const opened = await requests.open(bytes, { kind: 'chat', schema: ChatRequest }, call);
      const { run, body, output, headers } = opened;
      const { model } = body;
      const isStreamed = body.stream === true;
      const bodyFor = ({ model: sold }: Seller) => ({
        ...body,
        model: sold.upstreamId ?? sold.id,
        ...(output !== undefined && { [sold.outputLimit]: output }),
        ...(isStreamed && { stream_options: { ...body.stream_options, include_usage: true } }),
      });
      const found = await forwarded(opened, 'chat/completions', bodyFor, isStreamed);
      const filters = filtersOf(call.caller.spender, 'output');
      const common = { run, forwarded: found, model, filters };
      const { begun } = found;
      if (begun === undefined) return { headers, answer: await wholeAnswer({ running, texts }, common) };
      await texts.loadFor(filters);
      const tellsUsage = body.stream_options?.include_usage === true;
      return { headers, answer: createStreamedAnswer({ clock, running }, { ...common, begun, tellsUsage }) };
    },

    embed: async (bytes: Uint8Array, call: Call): Promise<Answered> => {
      const opened = await requests.open(bytes, { kind: 'embedding', schema: EmbeddingsRequest }, call);
      const { run, body, headers } = opened;
      const bodyFor = ({ model: sold }: Seller) => ({ ...body, model: sold.upstreamId ?? sold.id });
      const found = await forwarded(opened, 'embeddings', bodyFor, false);
      const answer = { run, forwarded: found, model: body.model, filters: [] };
      return { headers, answer: await wholeAnswer({ running, texts }, answer) };
    },

    /** What would come of a text: nothing is asked, spent or kept. */
    tryOut: (bounds: Bounds, tried: Parameters<typeof tryOut>[2]) => tryOut(texts, bounds, tried),

    /** Every model, with its prices at a facility. Never within a unit. */
    offered: createOfferedModels({ upstreams, markupAt }),

    request: (tx: Tx, facilityId: FacilityId, id: string) => inferenceRepo(tx).request(facilityId, id),

    /** What counts towards a cap in a while: nothing where nothing has counted yet. */
    counted: async (tx: Tx, subject: string, span: string) => {
      const found = await countersRepo(tx).find({ subject, span });
      return { usedMicros: found?.used_micros ?? 0, heldMicros: found?.held_micros ?? 0 };
    },

    sweep: recovery.sweep,
    forgetRequestsBefore: (tx: Tx, at: number, limit: number) => inferenceRepo(tx).forgetBefore(at, limit),
    forgetCountersBefore: (tx: Tx, at: number, limit: number) => countersRepo(tx).forgetEndedBefore(at, limit),

    close: async (): Promise<void> => {
      await running.close();
      await texts.close();
    },
  };
};
