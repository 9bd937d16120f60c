import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aLedger, posting } from '../../commerce/ledger/testing/a-ledger.ts';
import { ENGINES, openTestDatabase } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { createHolding, type Held } from './holding.ts';
import type { Price } from './prices.ts';
import { createSettling, type Ending } from './settling.ts';
import { type Cap, capsOf, type Spender } from './spender.ts';

const price: Price = {
  tiers: { one: [{ fromInputTokens: 0, inputMicros: 1_000_000, outputMicros: 2_000_000 }] },
  markup: 0,
};
const KEY_CAP = 3;
const FACILITY_CAP = 4;

/** A facility with two keys, of which one has a cap. */
const spenders = (facilityId: FacilityId): readonly Spender[] => {
  const facility = { id: facilityId, org_id: OrgId.parse('org_0123456789abcdef'), timezone: 'Europe/Berlin' };
  const settings = {
    facilityId,
    enabled: true,
    paused: null,
    spendLimit: { limitCents: FACILITY_CAP, reset: 'month' as const },
    spendEpoch: 0,
    autoRecharge: null,
    guardrails: [],
    agentCaps: [],
  };
  const limits = { allowedModels: null, guardrailIds: [], contentFilters: [], rpmLimit: null, tpmLimit: null };
  return [null, { limitCents: KEY_CAP, reset: 'day' as const }].map((spendCap, at) => {
    const hash = `${facilityId}-${at}`;
    const key = {
      hash,
      facilityId,
      label: '',
      hint: '',
      limits: { ...limits, spendCap },
      expiresAt: null,
      disabled: false,
    };
    return { source: 'key' as const, subject: hash, facility, settings, key };
  });
};

interface Step {
  readonly what: 'open' | 'end' | 'twice' | 'lie' | 'nothing' | 'grant' | 'dies';
  readonly amount: number;
  readonly which: number;
}
const steps = fc.array(
  fc.record({
    what: fc.constantFrom<Step['what'][]>('open', 'open', 'open', 'end', 'twice', 'lie', 'nothing', 'grant', 'dies'),
    amount: fc.integer({ min: 1, max: 9_000 }),
    which: fc.nat(20),
  }),
  { minLength: 1, maxLength: 25 },
);

describe.each(ENGINES)('what is held and settled on $name', ({ freshUrl }) => {
  it('is what it came to, once each, by three replicas at once: no cap and no floor is passed', async () => {
    const url = await freshUrl();
    const replicas: Database[] = [];
    for (let at = 0; at < 3; at += 1) replicas.push(await openTestDatabase(url));
    const db = replicas[0] as Database;
    const clock = new ManualClock();
    const { ledger } = aLedger(db, clock);
    const [holding, settling] = [createHolding({ ledger }), createSettling({ ledger })];
    let turn = 0;
    const next = (): Database => replicas[turn++ % replicas.length] as Database;

    const play = async (batches: readonly (readonly Step[])[]) => {
      const facilityId = FacilityId.parse(randomId('fac'));
      const owner = `facility#${facilityId}` as const;
      const [free, capped] = spenders(facilityId) as [Spender, Spender];
      const held: Held[] = [];
      let granted = 0;
      const grant = async (micros: number) => {
        granted += micros;
        const one = posting(owner, `grant:${owner}:${granted}`, micros, ['grants', 'ai-credit']);
        await db.write((tx) => ledger.post(tx, one));
      };
      await grant(20_000);

      const open = async ({ amount, which }: Step, dies = false): Promise<void> => {
        const spender = which % 2 === 0 ? free : capped;
        const at = clock.wallMs();
        const request = {
          id: randomId('gen', undefined, at),
          at,
          spender,
          caps: capsOf(spender, at, 'EUR'),
          model: 'small-1',
          provider: 'one',
          price,
          streamed: false,
          idempotencyHash: null,
          tokensIn: which * 50,
          choices: 1,
          output: which % 3 === 0 ? { most: amount } : { asked: amount },
        };
        const work = next().write(async (tx) => {
          const one = await holding.hold(tx, request);
          if (dies) throw Object.assign(new Error('dies'), { code: 'dies' });
          return one;
        });
        const one = await work.catch((error: Error & { code?: string }) => {
          expect(['dies', 'key_limit', 'spend_limit', 'insufficient_credit']).toContain(error.code);
        });
        if (one !== undefined) held.push(one);
      };
      const end = async ({ what, amount, which }: Step): Promise<void> => {
        const one = held[which % Math.max(1, held.length)];
        if (one === undefined) return;
        const times = what === 'lie' ? 10 : 1;
        const tokens = { in: 0, out: Math.min(amount, one.output) * times };
        const ending: Ending = {
          status: 'ok',
          code: null,
          provider: 'one',
          upstreamId: null,
          tokens,
          usageSource: what === 'nothing' ? null : 'provider',
          atMostHeld: false,
          firstTokenMs: null,
          ms: 1,
          at: clock.wallMs(),
          pacedTokens: 0,
        };
        const settle = () => next().write((tx) => settling.settle(tx, one.row, ending));
        await Promise.all(what === 'twice' ? [settle(), settle(), settle()] : [settle()]);
      };
      const act = (step: Step): Promise<void> => {
        if (step.what === 'grant') return grant(step.amount);
        return step.what === 'open' || step.what === 'dies' ? open(step, step.what === 'dies') : end(step);
      };

      for (const batch of batches) {
        await Promise.all(batch.map(act));
        await checkBooks(facilityId, granted, [
          ...capsOf(free, clock.wallMs(), 'EUR'),
          ...capsOf(capped, clock.wallMs(), 'EUR'),
        ]);
      }
    };

    const checkBooks = async (facilityId: FacilityId, granted: number, caps: readonly Cap[]): Promise<void> => {
      const owner = `facility#${facilityId}` as const;
      await db.read(async (tx) => {
        const rows = await tx.selectFrom('ai_request').selectAll().where('facility_id', '=', facilityId).execute();
        const balances = await ledger.balances(tx, owner);
        const of = (kind: string) => balances.find(({ account }) => account === kind) ?? { micros: 0, held: 0 };
        const openHolds = rows.filter(({ state }) => state === 'open').reduce((sum, row) => sum + row.hold_micros, 0);
        const spent = rows.reduce((sum, row) => sum + row.cost_micros, 0);
        expect(of('ai-credit')).toMatchObject({ micros: granted - spent, held: openHolds });
        expect(granted - spent - openHolds).toBeGreaterThanOrEqual(0);
        expect(of('revenue').micros + of('shortfall').micros).toBe(spent);
        const transfers = await tx
          .selectFrom('ledger_transfer')
          .select('about')
          .where('kind', '=', 'usage')
          .where('debit_account', '=', `${owner}/ai-credit/EUR`)
          .execute();
        expect(new Set(transfers.map(({ about }) => about)).size).toBe(transfers.length);
        const rollups = await tx.selectFrom('ai_rollup').selectAll().where('facility_id', '=', facilityId).execute();
        expect(rollups.reduce((sum, row) => sum + row.cost_micros, 0)).toBe(spent);
        for (const { subject, span, micros } of caps) {
          const counter = await tx
            .selectFrom('ai_counter')
            .selectAll()
            .where('subject', '=', subject)
            .where('span', '=', span.name)
            .executeTakeFirst();
          const { used_micros: used, held_micros: kept } = counter ?? { used_micros: 0, held_micros: 0 };
          expect(used + kept).toBeLessThanOrEqual(micros);
          const counted = rows.filter((row) => subject.startsWith('facility:') || subject === `key:${row.key_hash}`);
          expect(used).toBe(counted.reduce((sum, row) => sum + row.cost_micros, 0));
          expect(kept).toBe(counted.reduce((sum, row) => sum + (row.state === 'open' ? row.hold_micros : 0), 0));
        }
      });
    };

    await fc.assert(fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 4 }), play), { numRuns: 8 });
  });
});
