import { Fault } from '@gatehouse/shared/fault/fault.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { type AccountOf, type LedgerService, ownerKeyOf } from '../../commerce/ledger/ledger.module.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { countersRepo } from './counters.repo.ts';
import { inferenceFault } from './inference.faults.ts';
import { inferenceRepo, type RequestRow } from './inference.repo.ts';
import { paceRepo } from './pace.repo.ts';
import { affordableOutput, type Price, worstCostOf } from './prices.ts';
import type { Cap, Spender } from './spender.ts';

/** A request, as far as its money goes. */
export interface ToHold {
  readonly id: string;
  readonly at: number;
  readonly spender: Spender;
  readonly caps: readonly Cap[];
  readonly model: string;
  /** Who is asked first. */
  readonly provider: string;
  readonly price: Price;
  readonly streamed: boolean;
  readonly idempotencyHash: string | null;
  /** At most. */
  readonly tokensIn: number;
  /** How many choices are asked for. */
  readonly choices: number;
  /** Of each choice: as asked, or the most that it may be where nobody has asked. */
  readonly output: { readonly asked: number } | { readonly most: number };
}
export interface Held {
  readonly row: RequestRow;
  /** Tokens of output of each choice. */
  readonly output: number;
  /** Of the tokens of this minute, for keys that have a limit of them. */
  readonly pace: { readonly limit: number; readonly used: number } | undefined;
  /** How many of them are this request’s. */
  readonly pacedTokens: number;
}

/** Longer than any request, and than anybody is away who could settle it. */
const HELD_FOR = Days(7);
const MINUTE_MS = 60_000;

export const creditOf = (facilityId: FacilityId) =>
  ({ owner: ownerKeyOf({ kind: 'facility', id: facilityId }), account: 'ai-credit' }) as const;
export const holdKeyOf = (id: string): string => `inf:${id}`;
export const minuteOf = (atMs: number): number => Math.floor(atMs / MINUTE_MS);
export const secondsLeftOf = (atMs: number): number => Math.max(1, Math.ceil((MINUTE_MS - (atMs % MINUTE_MS)) / 1_000));

type Code = Cap['code'] | 'insufficient_credit';
/** What is named first where several do not suffice. */
const CODES: readonly Code[] = ['key_limit', 'spend_limit', 'insufficient_credit'];

const tooLittle = (code: Code) =>
  inferenceFault(
    code,
    code === 'insufficient_credit'
      ? 'The credit does not suffice for the most that this could cost.'
      : 'What this could cost at most does not fit into what is left of what may be spent.',
  );

const repeated = () =>
  inferenceFault('duplicate_request', 'A request with this Idempotency-Key has been made.', {
    // Clients that send everything again after a 409 are told not to.
    headers: { 'x-should-retry': 'false' },
  });

const openRow = (request: ToHold, micros: number): RequestRow => {
  const { id, at, caps, price, idempotencyHash } = request;
  const { facility, source, subject } = request.spender;
  return {
    id,
    facility_id: facility.id,
    source,
    key_hash: source === 'key' ? subject : null,
    device_id: source === 'agent' ? subject : null,
    idempotency_hash: idempotencyHash,
    model: request.model,
    provider: request.provider,
    upstream_id: null,
    streamed: request.streamed ? 1 : 0,
    state: 'open',
    status: null,
    code: null,
    price: JSON.stringify(price),
    caps: JSON.stringify(caps.map((cap) => [cap.subject, cap.span.name, cap.micros])),
    hold_micros: micros,
    tokens_in: 0,
    tokens_out: 0,
    cost_micros: 0,
    usage_source: null,
    at,
    progress_at: at,
    first_token_ms: null,
    ms: null,
    settled_at: null,
  };
};

/** Takes what a request could cost at most from everything that bounds it, in one unit, or throws and takes nothing. */
export const createHolding = ({
  ledger,
}: {
  readonly ledger: Pick<LedgerService, 'hold' | 'balances' | 'currency'>;
}) => {
  /** What is left of a cap. Its counter is made where there is none: with what was spent since the while began. */
  const leftOf = async (
    tx: Tx,
    { facility, subject: of }: Spender,
    { subject, span, micros }: Cap,
  ): Promise<number> => {
    const counters = countersRepo(tx);
    const counter = { subject, span: span.name };
    const found = await counters.find(counter);
    if (found !== undefined) return micros - found.used_micros - found.held_micros;
    const counted = subject.startsWith('guardrail:') || (span.until === null && span.name !== 'total:0');
    const whose = subject.startsWith('facility:') ? undefined : of;
    const spent = counted ? 0 : await counters.spentSince(facility.id, whose, span.from);
    await counters.make(counter, spent, span.until);
    return micros - spent;
  };

  /** Nothing as long as anything is owed: what was given back of top-ups, past the credit that there was. */
  const creditLeft = async (tx: Tx, facilityId: FacilityId): Promise<number> => {
    const balances = await ledger.balances(tx, creditOf(facilityId).owner);
    const of = (kind: AccountOf['account']) =>
      balances.find(({ account, currency }) => account === kind && currency === ledger.currency);
    const credit = of('ai-credit');
    return credit === undefined || (of('ai-receivable')?.micros ?? 0) < 0 ? 0 : credit.micros - credit.held;
  };

  /** Of each choice: as asked, or what everything that is left suffices for. */
  const outputOf = async (tx: Tx, { output, caps, spender, price, tokensIn, choices }: ToHold): Promise<number> => {
    const lefts: { readonly code: Code; readonly left: number }[] = [];
    for (const cap of caps) lefts.push({ code: cap.code, left: await leftOf(tx, spender, cap) });
    lefts.push({ code: 'insufficient_credit', left: await creditLeft(tx, spender.facility.id) });
    const least = (left: number) => Math.floor(affordableOutput(price, tokensIn, Math.max(0, left)) / choices);
    const needed = 'asked' in output ? output.asked : Math.min(1, output.most);
    lefts.sort((a, b) => CODES.indexOf(a.code) - CODES.indexOf(b.code));
    for (const { code, left } of lefts) if (least(left) < needed) throw tooLittle(code);
    return 'asked' in output ? output.asked : Math.min(output.most, ...lefts.map(({ left }) => least(left)));
  };

  const takePace = async (tx: Tx, { spender: { key }, at }: ToHold, tokens: number): Promise<Held['pace']> => {
    const limit = key?.limits.tpmLimit ?? null;
    if (key === undefined || limit === null) return undefined;
    const minute = { key_hash: key.hash, kind: 'tokens', minute: minuteOf(at) } as const;
    const used = await paceRepo(tx).take({ ...minute, amount: tokens, most: limit });
    if (used !== undefined) return { limit, used };
    const wait = String(secondsLeftOf(at));
    throw inferenceFault('key_tokens_exceeded', 'The key may not use as many tokens in this minute.', {
      headers: {
        'Retry-After': wait,
        'x-ratelimit-limit-tokens': String(limit),
        'x-ratelimit-reset-tokens': `${wait}s`,
      },
    });
  };

  return {
    /** Throws 409, 429 and 402 faults. INVARIANT, the order of what is taken: pace, counters by subject, the account. */
    hold: async (tx: Tx, request: ToHold): Promise<Held> => {
      const { spender, caps, price, tokensIn, choices, idempotencyHash } = request;
      if (idempotencyHash !== null && (await inferenceRepo(tx).isRepeated(spender.facility.id, idempotencyHash)))
        throw repeated();
      const asked = 'asked' in request.output ? request.output.asked : request.output.most;
      const pace = await takePace(tx, request, tokensIn + asked * choices);
      const output = await outputOf(tx, request);
      const micros = worstCostOf(price, { in: tokensIn, out: output * choices });
      for (const cap of caps)
        if (!(await countersRepo(tx).take({ subject: cap.subject, span: cap.span.name }, micros, cap.micros)))
          throw tooLittle(cap.code);
      if (micros > 0) await holdCredit(tx, request, micros);
      const row = openRow(request, micros);
      if (!(await inferenceRepo(tx).insert(row))) throw repeated();
      return { row, output, pace, pacedTokens: pace === undefined ? 0 : tokensIn + asked * choices };
    },
  };

  async function holdCredit(tx: Tx, { id, at, spender }: ToHold, micros: number): Promise<void> {
    const account = creditOf(spender.facility.id);
    try {
      await ledger.hold(tx, {
        ...account,
        key: holdKeyOf(id),
        currency: ledger.currency,
        micros,
        expiresAt: at + HELD_FOR,
      });
    } catch (error) {
      if (error instanceof Fault && error.code === 'insufficient_balance') throw tooLittle('insufficient_credit');
      throw error;
    }
  }
};
