import { Days } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { LedgerService } from './ledger.service.ts';
import type { OwnerKey } from './owner-key.ts';
import { aLedger, posting } from './testing/a-ledger.ts';

/** A prepaid credit, in a few lines: what is held is part of the balance, and nothing takes it below zero. */
class Model {
  balance = 0;
  readonly posted = new Set<string>();
  readonly holds = new Map<string, { readonly micros: number; open: boolean }>();

  held(): number {
    return [...this.holds.values()].reduce((sum, { open, micros }) => sum + (open ? micros : 0), 0);
  }
  fits(micros: number): boolean {
    return this.balance - this.held() >= micros;
  }
  move(key: string, micros: number): void {
    this.posted.add(key);
    this.balance += micros;
  }
}

interface Real {
  readonly db: Database;
  readonly ledger: LedgerService;
  readonly clock: ManualClock;
  readonly owner: OwnerKey;
}
const outcomeOf = (done: Promise<unknown>): Promise<string> =>
  done.then(
    () => 'done',
    (error: Error & { code?: string }) => error.code ?? error.message,
  );

interface Step {
  run(model: Model, real: Real): Promise<void>;
}

/** What is posted of a cause is always the same, as its key names it. */
const move = (to: 'grant' | 'spend', n: number, dies: boolean): Step => ({
  run: async (model, { db, ledger, owner }) => {
    const [key, micros] = [`${owner}:${to}:${n}`, 1 + n * 7];
    const sides = to === 'grant' ? (['grants', 'ai-credit'] as const) : (['ai-credit', 'revenue'] as const);
    const outcome = await outcomeOf(
      db.write(async (tx) => {
        await ledger.post(tx, posting(owner, key, micros, sides));
        if (dies) throw new Error('dies');
      }),
    );
    const before = model.posted.has(key);
    const may = before || to === 'grant' || model.fits(micros);
    expect(outcome).toBe(may ? (dies ? 'dies' : 'done') : 'insufficient_balance');
    if (outcome === 'done' && !before) model.move(key, to === 'grant' ? micros : -micros);
  },
});
const hold = (n: number, micros: number): Step => ({
  run: async (model, { db, ledger, clock, owner }) => {
    const key = `${owner}:hold:${n}`;
    const asked = { owner, account: 'ai-credit', currency: 'EUR', key, micros } as const;
    const outcome = await outcomeOf(
      db.write((tx) => ledger.hold(tx, { ...asked, expiresAt: clock.wallMs() + Days(99) })),
    );
    const may = model.holds.has(key) || model.fits(micros);
    expect(outcome).toBe(may ? 'done' : 'insufficient_balance');
    if (may && !model.holds.has(key)) model.holds.set(key, { micros, open: true });
  },
});
const settle = (n: number, share: number): Step => ({
  run: async (model, { db, ledger, owner }) => {
    const key = `${owner}:hold:${n}`;
    const known = model.holds.get(key);
    const micros = Math.max(1, Math.floor(((known?.micros ?? 1) * share) / 100));
    const one = posting(owner, `${owner}:settle:${n}`, micros, ['ai-credit', 'revenue']);
    const posted = await db.write((tx) => ledger.postHold(tx, key, one));
    expect(posted?.posted ?? false).toBe(known?.open ?? false);
    if (!known?.open) return;
    known.open = false;
    model.move(one.key, -micros);
  },
});
const giveBack = (n: number): Step => ({
  run: async (model, { db, ledger, owner }) => {
    const key = `${owner}:hold:${n}`;
    const known = model.holds.get(key);
    expect(await db.write((tx) => ledger.voidHold(tx, key))).toBe(known?.open ?? false);
    if (known !== undefined) known.open = false;
  },
});
const seal: Step = {
  run: async (_model, { ledger, clock }) => {
    await clock.advance(Days(1));
    await ledger.seal();
  },
};

const number = fc.nat(5);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(fc.constantFrom('grant' as const, 'spend' as const), number, fc.boolean()).map((of) => move(...of)),
  fc.tuple(number, fc.integer({ min: 1, max: 30 })).map((of) => hold(...of)),
  fc.tuple(number, fc.integer({ min: 1, max: 100 })).map((of) => settle(...of)),
  number.map(giveBack),
  fc.constant(seal),
);

describe.each(ENGINES)('the ledger against a model of it, on $name', ({ open }) => {
  it('posts each cause once, passes no floor, holds what is held, and its sums are zero', async () => {
    const db = await open();
    const clock = new ManualClock('2026-03-01T09:00:00.000Z');
    const { ledger, frozen } = aLedger(db, clock);
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const owner = `org#org_${String(runs++).padStart(16, '0')}` as const;
        const model = new Model();
        for (const one of steps) await one.run(model, { db, ledger, clock, owner });
        const accounts = await db.read((tx) => ledger.balances(tx, owner));
        const credit = accounts.find(({ account }) => account === 'ai-credit');
        expect([credit?.micros ?? 0, credit?.held ?? 0]).toEqual([model.balance, model.held()]);
        expect(accounts.reduce((sum, { micros }) => sum + micros, 0)).toBe(0);
      }),
      { numRuns: 40 },
    );
    await ledger.recount();
    expect([frozen, (await ledger.verify()).intact]).toEqual([[], true]);
  });
});
