import { Days, Hours } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { confirms, createWorld, scriptedLink } from '../../testing/world.ts';
import { ledgerCommands } from './ledger.control.ts';
import type { LedgerService } from './ledger.service.ts';
import { ownerKeyOf } from './owner-key.ts';
import { aLedger, posting } from './testing/a-ledger.ts';

const OWNER = 'org#org_0123456789abcdef';
const WALLET = { owner: OWNER, account: 'wallet' } as const;
const CREDIT = { owner: OWNER, account: 'ai-credit' } as const;

describe.each(ENGINES)('the ledger on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let ledger: LedgerService;
  let frozen: string[];
  beforeEach(async () => {
    db = await open();
    clock = new ManualClock('2026-03-01T09:00:00.000Z');
    ({ ledger, frozen } = aLedger(db, clock));
  });
  const post = (...of: Parameters<typeof posting>) => db.write((tx) => ledger.post(tx, posting(...of)));
  const wallet = () => db.read((tx) => ledger.balance(tx, WALLET));
  const order = (name: string, body: object) => ledgerCommands({ db, ledger })[name]?.run(body as never);
  const raw = (text: string) => db.write((tx) => sql.raw(text).execute(tx));

  it('moves an amount between two accounts, so that all balances are zero together', async () => {
    await post(OWNER, 'a', 1_500_000);
    await clock.advance(Hours(1));
    await post(OWNER, 'b', 250_000, ['wallet', 'revenue']);
    const balances = await db.read((tx) => ledger.balances(tx, OWNER));
    expect(Object.fromEntries(balances.map(({ account, micros }) => [account, micros]))).toEqual({
      'bank-clearing': -1_500_000,
      wallet: 1_250_000,
      revenue: 250_000,
    });
    const moved = await db.read((tx) => ledger.transfers(tx, WALLET, { limit: 10 }));
    expect(moved.map(({ micros }) => micros)).toEqual([-250_000, 1_500_000]);
    const [, oldest] = moved;
    expect(await db.read((tx) => ledger.transfers(tx, WALLET, { after: moved[0]?.transferId, limit: 1 }))).toEqual([
      oldest,
    ]);
  });

  it('posts a cause once, over repetitions, many at once and other contents', async () => {
    const first = await post(OWNER, 'a', 5);
    expect(await post(OWNER, 'a', 5)).toEqual({ transferId: first.transferId, posted: false });
    const many = await Promise.all(Array.from({ length: 12 }, () => post(OWNER, 'b', 7)));
    expect(many.filter(({ posted }) => posted)).toHaveLength(1);
    expect(new Set(many.map(({ transferId }) => transferId)).size).toBe(1);
    await expect(post(OWNER, 'a', 6)).rejects.toThrow('posted before as something else');
    expect(await wallet()).toBe(12);
  });

  it('makes accounts once, whoever is first of many', async () => {
    for (let n = 0; n < 12; n++) {
      const owner = `org#org_${String(n).padStart(16, '0')}` as const;
      const posted = await Promise.all(Array.from({ length: 10 }, (_, m) => post(owner, `${owner}:${m}`, 1)));
      expect(posted.every((one) => one.posted)).toBe(true);
      expect(await db.read((tx) => ledger.balance(tx, { owner, account: 'wallet' }))).toBe(10);
    }
  });

  it('leaves nothing of a unit that fails after it has posted', async () => {
    const dies = db.write(async (tx) => {
      await ledger.post(tx, posting(OWNER, 'a', 5));
      throw new Error('killed');
    });
    await expect(dies).rejects.toThrow('killed');
    expect(await wallet()).toBe(0);
    expect(await post(OWNER, 'a', 5)).toMatchObject({ posted: true });
    expect(await wallet()).toBe(5);
  });

  it('keeps to a floor, and leaves nothing of what would pass it, in a unit that goes on', async () => {
    await post(OWNER, 'grant', 10, ['grants', 'ai-credit']);
    const spend = (key: string, micros: number) => posting(OWNER, key, micros, ['ai-credit', 'revenue']);
    await db.write(async (tx) => {
      await expect(ledger.post(tx, spend('much', 11))).rejects.toMatchObject({ code: 'insufficient_balance' });
      await ledger.post(tx, spend('enough', 4));
    });
    const balances = await db.read((tx) => ledger.balances(tx, OWNER));
    expect(balances.map(({ account, micros }) => [account, micros])).toEqual([
      ['ai-credit', 6],
      ['grants', -10],
      ['revenue', 4],
    ]);
    await expect(
      db.write((tx) => ledger.post(tx, { ...posting(OWNER, 'asked', 1, ['wallet', 'revenue']), floor: 0 })),
      'a wallet has no floor, but whoever posts may ask for one',
    ).rejects.toMatchObject({ code: 'insufficient_balance' });
    await post(OWNER, 'day', 3, ['wallet', 'revenue']);
    expect(await wallet()).toBe(-3);
  });

  it('lets no floor be passed by many who spend at once', async () => {
    await post(OWNER, 'grant', 5, ['grants', 'ai-credit']);
    const spent = await Promise.allSettled(
      Array.from({ length: 64 }, (_, n) => post(OWNER, `s${n}`, 1, ['ai-credit', 'revenue'])),
    );
    expect(spent.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await db.read((tx) => ledger.balance(tx, CREDIT))).toBe(0);
  });

  it('keeps what is held from others, and gives it back or posts it, once', async () => {
    await post(OWNER, 'grant', 10, ['grants', 'ai-credit']);
    const hold = (key: string, micros: number) =>
      db.write((tx) =>
        ledger.hold(tx, { ...CREDIT, key, currency: 'EUR', micros, expiresAt: clock.wallMs() + Hours(1) }),
      );
    expect([await hold('h1', 6), await hold('h1', 6)]).toEqual([{ held: true }, { held: false }]);
    await expect(hold('h2', 5)).rejects.toMatchObject({ code: 'insufficient_balance' });
    await expect(post(OWNER, 'x', 5, ['ai-credit', 'revenue'])).rejects.toMatchObject({ code: 'insufficient_balance' });
    const settle = () =>
      db.write((tx) => ledger.postHold(tx, 'h1', posting(OWNER, 'inf:1', 2, ['ai-credit', 'revenue'])));
    const settled = await Promise.all([settle(), settle(), settle()]);
    expect(settled.filter((one) => one?.posted)).toHaveLength(1);
    expect(await db.write((tx) => ledger.voidHold(tx, 'h1'))).toBe(false);
    await hold('h3', 8);
    await clock.advance(Hours(1));
    expect(await ledger.voidExpired()).toBe(1);
    const [credit] = await db.read((tx) => ledger.balances(tx, OWNER));
    expect(credit).toMatchObject({ account: 'ai-credit', micros: 8, held: 0 });
    await expect(raw(`update ledger_hold set state = 'held' where key = 'h1'`)).rejects.toThrow();
  });

  it('has transfers that no statement changes or deletes', async () => {
    await post(OWNER, 'a', 5);
    for (const text of [
      'update ledger_transfer set micros = 6',
      'delete from ledger_transfer',
      `insert into ledger_transfer select 'ltr_x', 'b', null, debit_account, debit_account, 1, 'x', 'x', null, 'x', 1, '2026-03-01' from ledger_transfer`,
    ])
      await expect(raw(text)).rejects.toThrow();
    expect(await wallet()).toBe(5);
    const replacing = db.engine === 'sqlite' ? ['insert or replace', ''] : ['insert', 'on conflict (key) do nothing'];
    await raw(
      `${replacing[0]} into ledger_transfer select 'ltr_z', 'a', null, debit_account, credit_account, 1, 'x', 'x', null, 'x', 1, '2026-03-01' from ledger_transfer where true ${replacing[1]}`,
    );
    expect((await db.read((tx) => ledger.transfers(tx, WALLET, { limit: 9 }))).map(({ micros }) => micros)).toEqual([
      5,
    ]);
  });

  it('seals days that are over, posts nothing into them, and finds what was changed', async () => {
    await post(OWNER, 'a', 5);
    await ledger.seal();
    expect((await ledger.verify()).head).toBeNull();
    await clock.advance(Days(2));
    await Promise.all([ledger.seal(), aLedger(db, clock).ledger.seal()]);
    expect(await ledger.verify()).toMatchObject({ intact: true, days: 2, transfers: 1, head: { day: '2026-03-02' } });
    await expect(
      raw(
        `insert into ledger_transfer select 'ltr_y', 'y', null, debit_account, credit_account, 1, 'x', 'x', null, 'x', 1, '2026-03-01' from ledger_transfer`,
      ),
    ).rejects.toThrow();
    clock.jumpWall(Days(-2)); // A clock that went back: the books go on with the first day that is open.
    await post(OWNER, 'b', 5);
    const days = await db.read((tx) => tx.selectFrom('ledger_transfer').orderBy('id').select(['key', 'day']).execute());
    expect(days.find(({ key }) => key === 'b')?.day).toBe('2026-03-03');
    await raw(
      db.engine === 'sqlite' ? 'drop trigger ledger_day_no_update' : 'drop trigger ledger_day_fixed on ledger_day',
    );
    await raw(`update ledger_day set entries = 2 where day = '2026-03-01'`);
    expect(await order('verify-ledger', {})).toMatchObject({
      intact: false,
      problems: [{ day: '2026-03-01', problem: 'seal_broken' }],
    });
  });

  it('posts what was held into the first open day where the clock is behind a seal, and frees what was not used', async () => {
    await post(OWNER, 'grant', 10, ['grants', 'ai-credit']);
    const held = { ...CREDIT, key: 'h1', currency: 'EUR', micros: 6, expiresAt: clock.wallMs() + Days(9) };
    await db.write((tx) => ledger.hold(tx, held));
    await clock.advance(Days(2));
    await ledger.seal();
    clock.jumpWall(Days(-2));
    const seen: number[] = [];
    const settle = () =>
      db.write((tx) =>
        ledger.settleHold(tx, 'h1', (free) => {
          seen.push(free);
          return posting(OWNER, 'inf:1', 2, ['ai-credit', 'revenue']);
        }),
      );
    expect([await settle(), await settle()]).toMatchObject([{ posted: true }, undefined]);
    expect(seen, 'what is free once the hold is given back').toEqual([10]);
    const [credit] = await db.read((tx) => ledger.balances(tx, OWNER));
    expect(credit).toMatchObject({ account: 'ai-credit', micros: 8, held: 0 });
    const days = await db.read((tx) => tx.selectFrom('ledger_transfer').select(['key', 'day']).execute());
    expect(days.find(({ key }) => key === 'inf:1')?.day).toBe('2026-03-03');
  });

  it('recounts every account, freezes what differs, and thaws it once it does not', async () => {
    await post(OWNER, 'a', 5);
    await clock.advance(Hours(26));
    await ledger.seal();
    await post(OWNER, 'b', 7);
    await ledger.recount();
    expect(frozen).toEqual([]);
    const account = `${OWNER}/wallet/EUR`;
    await raw(`update ledger_account set credits = credits + 1 where id = '${account}'`);
    await ledger.recount();
    await ledger.recount();
    expect(frozen).toEqual([account]);
    await expect(post(OWNER, 'c', 1)).rejects.toMatchObject({ code: 'account_frozen' });
    expect(await order('verify-ledger', {})).toMatchObject({ intact: false, differing: [{ account, frozen: true }] });
    expect(await order('thaw-ledger', { account })).toEqual({ account, thawed: false });
    await raw(`update ledger_account set credits = credits - 1 where id = '${account}'`);
    expect(await order('thaw-ledger', { account })).toEqual({ account, thawed: true });
    expect(await post(OWNER, 'c', 1)).toMatchObject({ posted: true });
  });

  it('closes a month with its trial balance once its days are sealed, and gives a journal that balances', async () => {
    await post(OWNER, 'a', 1_500_000);
    await clock.advance(Days(20));
    await post(OWNER, 'b', 250_001, ['wallet', 'revenue']);
    const close = () => order('close-ledger', { month: '2026-03', by: 'sam' });
    expect(await close()).toMatchObject({ closed: false });
    await clock.advance(Days(15));
    await ledger.seal();
    expect([await close(), await close()]).toMatchObject([{ closed: true }, { closed: false }]);
    const balance = await db.read((tx) => ledger.trialBalance(tx, '2026-03'));
    expect(balance).toMatchObject({ closed: true, through: '2026-03-31' });
    expect(balance.lines).toContainEqual({
      ...{ currency: 'EUR', kind: 'wallet', opening: 0, closing: 1_249_999 },
      ...{ debits: 250_001, credits: 1_500_000 },
    });
    const sum = (of: 'debits' | 'credits') => balance.lines.reduce((all, line) => all + line[of], 0);
    expect(sum('debits')).toBe(sum('credits'));
    const { text, next } = (await order('export-ledger', { from: '2026-03-01', to: '2026-03-31' })) as {
      text: string;
      next: null;
    };
    expect(next).toBeNull();
    expect(text).toContain('    liabilities:org_0123456789abcdef:wallet  -1.500000 EUR\n');
    const amounts = [...text.matchAll(/ {2}(-?\d+)\.(\d{6}) EUR$/gm)].map(([, whole, part]) =>
      Number(`${whole}${part}`),
    );
    expect([amounts.length, amounts.reduce((a, b) => a + b, 0)]).toEqual([4, 0]);
  });

  it('bills in one currency from its first transfer on', async () => {
    const other = aLedger(db, clock, 'AUD').ledger;
    await ledger.fixCurrency();
    await other.fixCurrency();
    await ledger.fixCurrency();
    await post(OWNER, 'a', 5);
    await ledger.fixCurrency();
    await expect(other.fixCurrency()).rejects.toThrow('set BILLING_CURRENCY=EUR');
  });

  it('warns at the facility, or at the first of the organisation, of an account that is frozen', async () => {
    const world = await createWorld(db, clock, scriptedLink(confirms).link);
    const owners = [
      ownerKeyOf({ kind: 'facility', id: world.facilityId }),
      ownerKeyOf({ kind: 'org', id: world.orgId }),
      'platform' as const,
    ];
    for (const owner of owners) await db.write((tx) => world.ledger.post(tx, posting(owner, owner, 5)));
    await raw('update ledger_account set debits = debits + 1');
    await world.ledger.recount();
    const warned = await db.read((tx) =>
      tx.selectFrom('warning').where('kind', '=', 'ledger_differs').select(['facility_id', 'subject']).execute(),
    );
    expect(warned).toHaveLength(4);
    expect(new Set(warned.map(({ facility_id }) => facility_id))).toEqual(new Set([world.facilityId]));
    await world.partners.close();
  });
});
