import { createHash } from 'node:crypto';
import { Fault } from '@gatehouse/shared/fault/fault.ts';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import { inBlocks, type RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { z } from 'zod';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { OwnCall } from '../../kit/http/endpoint.ts';
import { readJsonBody } from '../../kit/http/large-body.ts';
import { describeRequestIssue } from '../../kit/http/rule-words.ts';
import { invalidRequest, wrongField } from '../../kit/http/validate.ts';
import { afterUrgent } from '../../kit/yield-to-event-loop.ts';
import type { InferenceCaller } from './admission.ts';
import { applyFilters } from './apply-filters.ts';
import type { Forwarding, Seller } from './forwarding.ts';
import type { createHolding, Held, ToHold } from './holding.ts';
import { secondsLeftOf } from './holding.ts';
import { inferenceFault } from './inference.faults.ts';
import type { RequestRow } from './inference.repo.ts';
import { priceOf } from './prices.ts';
import type { ChatRequest, EmbeddingsRequest } from './request-shapes.ts';
import type { Run } from './running.ts';
import type { Settling } from './settling.ts';
import { capsOf, filtersOf, outputAllowed, refusalOf, type Spender } from './spender.ts';
import type { TextThread } from './text-thread.ts';
import { textsIn } from './texts-of.ts';
import { mostInput } from './worst-case.ts';

export interface RequestsDeps {
  readonly db: Pick<Database, 'write'>;
  readonly clock: Pick<Clock, 'wallMs' | 'monoMs'>;
  readonly random: RandomBytes;
  readonly currency: string;
  readonly forwarding: Pick<Forwarding, 'sellersOf'>;
  readonly holding: ReturnType<typeof createHolding>;
  readonly settling: Pick<Settling, 'noteRefused'>;
  readonly texts: Pick<TextThread, 'find'>;
  /** What is added to the prices of models at a place, in millionths of a per cent. */
  readonly markupAt: (spender: Spender) => Promise<number>;
}
/** A request for which everything is held. */
export interface Opened<Body> {
  readonly run: Run;
  readonly body: Body;
  readonly sellers: readonly Seller[];
  /** Tokens of each answer, where nobody has asked for a number. */
  readonly output: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

const KEYS_MAX = 200_000;
/** What may be answered where nobody says. */
const OUTPUT_UNLESS_ASKED = 4_096;
const BLOCKED = new Set(['guardrail_refused', 'model_not_allowed']);

type Call = Pick<OwnCall<InferenceCaller>, 'caller' | 'header' | 'write' | 'about'>;
interface Wanted<Body extends ChatRequest | EmbeddingsRequest> {
  readonly kind: 'chat' | 'embedding';
  readonly schema: z.ZodType<Body>;
}

/** Looks at what is asked, in the order of the refusals, and holds what it could cost. */
export const createRequests = (deps: RequestsDeps) => {
  const { db, clock, forwarding, holding, settling, texts } = deps;
  const ids = inBlocks(deps.random);

  /** Writes down that somebody who is known was refused: of a model only if there is one of that name. */
  const noteRefusal = async (spender: Spender, fault: Fault, model = '', streamed = false): Promise<void> => {
    const at = clock.wallMs();
    const { source, subject, facility } = spender;
    const { status } = fault.spec;
    const row: RequestRow = {
      id: randomId('gen', ids, at),
      facility_id: facility.id,
      source,
      key_hash: source === 'key' ? subject : null,
      device_id: source === 'agent' ? subject : null,
      idempotency_hash: null,
      model,
      provider: null,
      upstream_id: null,
      streamed: streamed ? 1 : 0,
      state: 'settled',
      status: status === 429 ? 'limited' : BLOCKED.has(fault.code) ? 'blocked' : 'refused',
      code: fault.code,
      price: null,
      caps: null,
      hold_micros: 0,
      tokens_in: 0,
      tokens_out: 0,
      cost_micros: 0,
      usage_source: null,
      at,
      progress_at: at,
      first_token_ms: null,
      ms: 0,
      settled_at: at,
    };
    await db.write((tx) => settling.noteRefused(tx, row));
  };

  const parsed = <Body extends ChatRequest | EmbeddingsRequest>(bytes: Uint8Array, schema: z.ZodType<Body>): Body => {
    const json = readJsonBody(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
      { keys: KEYS_MAX },
      () => undefined,
    );
    if ('problems' in json) throw invalidRequest(json.problems);
    const result = schema.safeParse(json.value, { error: describeRequestIssue });
    if (result.success) return result.data;
    throw invalidRequest(
      result.error.issues.map(({ path, code, message }) => ({
        path: ['body', ...path.map(String)].join('.'),
        rule: code,
        message,
      })),
    );
  };

  const sellersFor = (model: string, kind: Wanted<ChatRequest>['kind']): readonly Seller[] => {
    const sellers = forwarding.sellersOf(model, kind);
    if (sellers.length === 0) throw inferenceFault('model_not_found', 'model: there is none of this name.');
    return sellers;
  };

  /** How much is asked of each answer, or the most that it may be. */
  const outputOf = (
    body: ChatRequest | EmbeddingsRequest,
    sellers: readonly Seller[],
    spender: Spender,
  ): ToHold['output'] => {
    if (!isChat(body)) return { asked: 0 };
    const { max_tokens: older, max_completion_tokens: newer } = body;
    const asked = Math.max(older ?? 0, newer ?? 0);
    const most = Math.min(...sellers.map(({ model }) => model.maxOutputTokens));
    const allowed = outputAllowed(spender);
    if (asked > most) throw wrongField('body.max_tokens', 'too_big', `this model answers at most ${most} tokens`);
    if (asked > allowed)
      throw inferenceFault('guardrail_refused', `max_tokens: a guardrail allows ${allowed} at most.`);
    return asked > 0 ? { asked } : { most: Math.min(most, allowed, OUTPUT_UNLESS_ASKED) };
  };

  /** Whether something was only flagged. */
  const filterInput = async (body: ChatRequest | EmbeddingsRequest, spender: Spender): Promise<boolean> => {
    const filters = filtersOf(spender, 'input');
    if (filters.length === 0) return false;
    if (!isChat(body) && !isTexts(body.input))
      throw inferenceFault('guardrail_refused', 'input: a guardrail looks at texts, and these are tokens.');
    const places = isChat(body)
      ? [...textsIn(body.messages), ...textsIn(body.prediction)]
      : textsIn(body.input, (text) => Object.assign(body, { input: text }));
    const { blockedBy, flagged } = await applyFilters(texts, places, filters);
    if (blockedBy !== undefined)
      throw inferenceFault(
        'guardrail_refused',
        `A guardrail refuses the request: it has something of the kind ${blockedBy}.`,
      );
    return flagged;
  };

  const headersOf = ({ paceHeaders }: InferenceCaller, { pace, row }: Held): Record<string, string> => ({
    ...paceHeaders,
    ...(pace && {
      'x-ratelimit-limit-tokens': String(pace.limit),
      'x-ratelimit-remaining-tokens': String(pace.limit - pace.used),
      'x-ratelimit-reset-tokens': `${secondsLeftOf(row.at)}s`,
    }),
    'x-generation-id': row.id,
  });

  return {
    noteRefusal,

    /** Throws what refuses it, and writes that down. */
    open: async <Body extends ChatRequest | EmbeddingsRequest>(
      bytes: Uint8Array,
      { kind, schema }: Wanted<Body>,
      call: Call,
    ): Promise<Opened<Body>> => {
      const { spender } = call.caller;
      const startedMonoMs = clock.monoMs();
      const known = { model: '', streamed: false };
      try {
        const body = parsed(bytes, schema);
        const streamed = isChat(body) && body.stream === true;
        const sellers = sellersFor(body.model, kind);
        Object.assign(known, { model: body.model, streamed });
        call.about(body.model);
        const refusal = refusalOf(spender, body.model);
        if (refusal !== undefined) throw inferenceFault(refusal, 'model: this one may not be asked.');
        const output = outputOf(body, sellers, spender);
        const isFlagged = await filterInput(body, spender);
        const models = sellers.map(({ model }) => model);
        const tokensIn = isChat(body) ? mostInput(body, bytes.length, models) : bytes.length;
        if (tokensIn === undefined) throw wrongField('body.messages', 'images', 'this model takes no images');
        const choices = isChat(body) ? (body.n ?? 1) : 1;
        const at = clock.wallMs();
        const sold = sellers.map(({ upstream, model }) => ({ name: upstream.settings.name, model }));
        const toHold: ToHold = {
          id: randomId('gen', ids, at),
          at,
          spender,
          caps: capsOf(spender, at, deps.currency),
          model: body.model,
          provider: sold[0]?.name ?? '',
          price: priceOf(sold, await deps.markupAt(spender)),
          streamed,
          idempotencyHash: hashOf(call.header('idempotency-key'), spender),
          tokensIn,
          choices,
          output,
        };
        await afterUrgent();
        const held = await call.write((tx) => holding.hold(tx, toHold));
        const run: Run = {
          row: held.row,
          startedMonoMs,
          pacedTokens: held.pacedTokens,
          asked: askedTexts(body),
          upstream: undefined,
          upstreamId: null,
          usage: undefined,
          answered: [],
          pieces: 0,
          firstTokenMs: null,
          isFlagged,
          giveUp: () => undefined,
        };
        const limit = 'asked' in output ? undefined : held.output;
        return { run, body, sellers, output: limit, headers: headersOf(call.caller, held) };
      } catch (error) {
        if (error instanceof Fault) await noteRefusal(spender, error, known.model, known.streamed);
        throw error;
      }
    },
  };
};
export type Requests = ReturnType<typeof createRequests>;

const isChat = (body: ChatRequest | EmbeddingsRequest): body is ChatRequest => 'messages' in body;
const isTexts = (input: EmbeddingsRequest['input']): boolean => [input].flat().every((one) => typeof one === 'string');

const askedTexts = (body: ChatRequest | EmbeddingsRequest): string[] =>
  textsIn(isChat(body) ? body.messages : body.input).map(({ text }) => text);

/** A key is of whoever sends it: another key of the facility may use the same. */
const hashOf = (idempotencyKey: string | undefined, { source, subject }: Spender): string | null =>
  idempotencyKey === undefined || idempotencyKey === ''
    ? null
    : createHash('sha256').update(`${source} ${subject} ${idempotencyKey}`).digest('hex');
