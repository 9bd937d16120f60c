import { Days } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, serveTwoPlatformApis } from '../../testing/platform-api.ts';
import { type AnEntry, camtXml, entryXml } from './testing/a-statement.ts';

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: read by each test
  readonly json: any;
}
const BASE = '/api/admin/saas-billing';
const SIGNAL = new AbortController().signal;

describe.each(ENGINES)('statements of banks on $name', ({ open }) => {
  const clock = new ManualClock('2026-12-01T09:00:00.000Z');
  let api: PlatformApi;
  let key: string;
  beforeAll(async () => {
    api = await serveTwoPlatformApis(await open(), clock);
    key = `facility#${api.world.facilityId}`;
  });
  afterAll(() => api.close());

  const ask = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> => {
    await api.moveOn();
    const { headers } = api.callers.superAdmin;
    return (await api.send({ method, path: `${BASE}${path}`, headers, ...(body && { body }) })) as Answer;
  };
  const sendFile = async (file: string, query = ''): Promise<Answer> => {
    await api.moveOn();
    const headers = { ...api.callers.superAdmin.headers, 'content-type': 'application/xml' };
    const path = `${BASE}/payments/statements${query}`;
    return (await api.send({ method: 'POST', path, headers, body: Buffer.from(file) })) as Answer;
  };
  const cents = (amount: string) => Math.round(Number(amount) * 100);
  const statement = (...entries: readonly AnEntry[]) => {
    const sum = entries.reduce(
      (total, { amount = '100.00', direction }) => total + (direction === 'DBIT' ? -cents(amount) : cents(amount)),
      0,
    );
    return camtXml({
      opening: '1000.00',
      closing: ((100_000 + sum) / 100).toFixed(2),
      entries: entries.map((e) => entryXml(e)),
    });
  };
  const takeIn = async (file: string): Promise<Answer> => {
    const sent = await sendFile(file);
    expect(sent).toMatchObject({ status: 202, json: { looked: null } });
    await api.world.statements.takeIn(sent.json.fileId, SIGNAL);
    return sent;
  };
  const anInvoice = async (amountCents = 10_000): Promise<{ reference: string; invoiceId: string }> =>
    (await ask('POST', `/wallets/${encodeURIComponent(key)}/topup-invoices`, { amountCents })).json;
  const balance = async (): Promise<number> =>
    (await ask('GET', `/wallets/${encodeURIComponent(key)}`)).json.balanceCents;
  const waiting = async (bankReference: string) =>
    (await ask('GET', '/payments/unmatched?limit=200')).json.data.find(
      (entry: { bankReference: string }) => entry.bankReference === bankReference,
    );
  const decide = (entryId: string, body: object) => ask('POST', `/payments/unmatched/${entryId}`, body);

  it('settle what references pay, once over files that overlap and replicas that take them in at once', async () => {
    const before = await balance();
    const { reference } = await anInvoice();
    const paid = { reference: 'PAID-1', text: `top-up ${reference.replace('-', '').toLowerCase()} thanks` };
    const first = await sendFile(statement(paid));
    const second = await sendFile(statement(paid, { reference: 'FEE-1', amount: '3.50', direction: 'DBIT' }));
    const { statements } = api.world;
    await Promise.all([first, second, first].map(({ json }) => statements.takeIn(json.fileId, SIGNAL)));
    expect(await balance()).toBe(before + 10_000);
    const { data } = (await ask('GET', '/payments/statements')).json;
    const counted = data.filter(({ fileId }: { fileId: string }) =>
      [first, second].some(({ json }) => json.fileId === fileId),
    );
    expect(counted.flatMap(({ settled, waiting }: Record<string, number>) => [settled, waiting]).toSorted()).toEqual([
      0, 0, 1, 1,
    ]);
    expect(counted.every(({ takenInAt }: { takenInAt: string }) => takenInAt !== null)).toBe(true);
    expect(await waiting('FEE-1')).toMatchObject({ reason: 'debit', amountMinor: 350, mayBeOf: [] });
  });

  it('let whatever else wait, each for its reason', async () => {
    const { reference } = await anInvoice(7_500);
    const cancelled = await anInvoice(4_000);
    await ask('POST', `/topup-invoices/${cancelled.invoiceId}/cancel`);
    const other = await anInvoice(1_000);
    const last = reference.at(-1) === '7' ? '8' : '7';
    await takeIn(
      statement(
        { reference: 'W-1', text: 'thank you' },
        { reference: 'W-2', text: `${reference.slice(0, -1)}${last}` },
        { reference: 'W-3', text: reference, amount: '74.99' },
        { reference: 'W-4', text: cancelled.reference, amount: '40.00' },
        { reference: 'W-5', text: `${reference} ${other.reference}`, amount: '85.00' },
        { reference: 'W-6', text: reference, amount: '75.00', more: '<RvslInd>true</RvslInd>' },
      ),
    );
    const reasons = await Promise.all(['W-1', 'W-2', 'W-3', 'W-4', 'W-5', 'W-6'].map(waiting));
    expect(reasons.map(({ reason, mayBeOf }) => [reason, mayBeOf])).toEqual([
      ['no_reference', []],
      ['mistyped', [key]],
      ['amount_mismatch', [key]],
      ['reference_cancelled', [key]],
      ['several_references', [key]],
      ['reversal', []],
    ]);
    expect(reasons[0]).toMatchObject({ payer: 'Harbour Gym Pty', text: 'thank you', state: 'waiting' });
    // Money that comes a second time for the same is not lost.
    await takeIn(statement({ reference: 'W-7', text: reference, amount: '75.00' }));
    await takeIn(statement({ reference: 'W-8', text: reference, amount: '75.00' }));
    expect(await waiting('W-7')).toBeUndefined();
    expect(await waiting('W-8')).toMatchObject({ reason: 'already_settled', mayBeOf: [key] });
  });

  it('restrict nobody while a payment waits that may be theirs', async () => {
    const { db, unmatched } = api.world;
    const isTheirs = () => db.read((tx) => unmatched.mayHavePaid(tx, key as never));
    expect(await isTheirs()).toBe(true);
    const { data } = (await ask('GET', '/payments/unmatched?limit=200')).json;
    for (const { entryId, mayBeOf } of data)
      if (mayBeOf.length > 0) await decide(entryId, { action: 'dismiss', note: 'Told the bank' });
    expect(await isTheirs()).toBe(false);
  });

  it('are credited by somebody, once, to whom they say', async () => {
    await takeIn(statement({ reference: 'C-1', text: 'from a friend', amount: '12.34' }));
    const before = await balance();
    const { entryId } = await waiting('C-1');
    const credit = { action: 'credit', ownerKey: key, note: 'Asked them' };
    const all = await Promise.all(Array.from({ length: 5 }, () => decide(entryId, credit)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect(all.find(({ status }) => status === 200)?.json.entry).toMatchObject({
      ...{ state: 'credited', ownerKey: key, payer: null, note: 'Asked them' },
    });
    expect(await balance()).toBe(before + 1_234);
    expect(await decide(entryId, { action: 'dismiss', note: 'x' })).toMatchObject({
      status: 409,
      json: { error: 'entry_decided' },
    });
    expect(await waiting('C-1')).toBeUndefined();
  });

  it('wait for a second person where it is much, and refuse what did not come in', async () => {
    await takeIn(
      statement(
        { reference: 'S-1', amount: '1500.00', text: 'a year' },
        { reference: 'S-2', direction: 'DBIT', amount: '1.00' },
      ),
    );
    const before = await balance();
    const { entryId } = await waiting('S-1');
    const asked = await decide(entryId, { action: 'credit', ownerKey: key, note: 'A year ahead' });
    expect(asked).toMatchObject({ status: 202, json: { entry: { state: 'waiting' } } });
    expect(await balance()).toBe(before);
    const { entryId: out } = await waiting('S-2');
    expect(await decide(out, { action: 'credit', ownerKey: key, note: 'x' })).toMatchObject({
      status: 409,
      json: { error: 'entry_not_credited' },
    });
    const { db, unmatched } = api.world;
    const approved = () =>
      db.write((tx) => unmatched.creditApproved(tx, { entryId, note: 'A year ahead', by: 'user:a' }, key));
    await approved();
    await expect(approved()).rejects.toMatchObject({ code: 'entry_decided' });
    expect(await balance()).toBe(before + 150_000);
  });

  it('[R99] say that somebody has decided a payment meanwhile to whoever approves it', async () => {
    await takeIn(statement({ reference: 'S-3', amount: '1600.00', text: 'two years' }));
    const before = await balance();
    const { entryId } = await waiting('S-3');
    const { approvalId } = (await decide(entryId, { action: 'credit', ownerKey: key, note: 'Ahead' })).json;
    await decide(entryId, { action: 'dismiss', note: 'Sent back by the bank' });
    const second = await api.aCaller('second', { right: 'super-admin', scope: 'platform', scopeId: '' });
    const path = `${BASE}/approvals/${approvalId}`;
    const approved = await api.send({ method: 'POST', path, headers: second.headers, body: { approve: true } });
    expect(approved).toMatchObject({ status: 409, json: { error: 'entry_decided' } });
    expect((await ask('GET', '/approvals?state=pending')).json.data).toContainEqual(
      expect.objectContaining({ approvalId }),
    );
    expect(await balance()).toBe(before);
  });

  it('are looked at without keeping anything, if asked', async () => {
    const { reference } = await anInvoice(2_000);
    const file = statement(
      { reference: 'D-1', text: reference, amount: '20.00' },
      { reference: 'D-2', text: 'x', amount: '1.00' },
    );
    const looked = await sendFile(file, '?dryRun=true');
    expect(looked).toMatchObject({
      status: 200,
      json: {
        fileId: null,
        entries: 2,
        looked: {
          new: 2,
          settles: 1,
          waits: 1,
          shown: [{ verdict: 'settles', reference }, { reason: 'no_reference' }],
        },
      },
    });
    expect(await waiting('D-2')).toBeUndefined();
    await takeIn(file);
    expect((await sendFile(file, '?dryRun=1')).json.looked).toMatchObject({ new: 0, settles: 0, waits: 0 });
  });

  it('are refused whole where they contradict themselves, by place and rule', async () => {
    const good = statement({ reference: 'R-1', text: 'x' });
    const wrong = await sendFile(good.replace('1100.00', '1100.01'));
    expect(wrong).toMatchObject({
      status: 422,
      json: { error: 'statement_wrong', errors: [{ path: '/Stmt[1]', rule: 'balance' }] },
    });
    expect(await sendFile('<html/>')).toMatchObject({ status: 400, json: { error: 'statement_malformed' } });
    expect(await sendFile('a;b', '?account=X')).toMatchObject({
      status: 400,
      json: { error: 'invalid_request', errors: [{ path: 'query.currency' }] },
    });
    expect(await waiting('R-1')).toBeUndefined();
  });

  it('go on where a process ended between, and are read as CSV too', async () => {
    const { reference } = await anInvoice(3_000);
    const lines = Array.from({ length: 25 }, (_, n) => `K-${n};2026-11-30;1.00;payment ${n}`);
    const csv = ['Ref;Day;Amount;Text', ...lines, `K-26;2026-11-30;30.00;${reference}`].join('\n');
    const query = '?account=ACC&currency=EUR&bookedOn=Day&amount=Amount&text=Text&bankReference=Ref&decimal=.';
    const before = await balance();
    const { json } = await sendFile(csv, query);
    let left = 2;
    const ended = {
      get aborted() {
        return left <= 0;
      },
      throwIfAborted: () => {
        if (left-- <= 0) throw new Error('the process ended');
      },
    };
    await expect(api.world.statements.takeIn(json.fileId, ended as AbortSignal)).rejects.toThrow('the process ended');
    await clock.advance(Days(1));
    await api.world.statements.takeIn(json.fileId, SIGNAL);
    await api.world.statements.takeIn(json.fileId, SIGNAL);
    const [file] = (await ask('GET', '/payments/statements?limit=1')).json.data;
    expect(file).toMatchObject({ format: 'csv', entries: 26, settled: 1, waiting: 25 });
    expect(await balance()).toBe(before + 3_000);
  });
});
