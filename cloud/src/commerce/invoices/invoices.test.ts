import { Days, type Duration } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, serveTwoPlatformApis } from '../../testing/platform-api.ts';
import type { AccountOf } from '../ledger/ledger.module.ts';
import { invoicesRepo } from './invoices.repo.ts';
import { wrongByRules, wrongBySchema } from './testing/foreign-check.ts';

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: read by each test
  readonly json: any;
  readonly text: string;
}
const BASE = '/api/admin/saas-billing';
const TAX_DATA = {
  ...{ name: 'Iron Gym GmbH', lines: ['Muskelstraße 1'], postcode: '10115', city: 'Berlin', country: 'DE' },
  ...{ vatId: null, email: null },
};

describe.each(ENGINES)('invoices on $name', ({ open }) => {
  const clock = new ManualClock('2026-03-10T09:00:00.000Z');
  let api: PlatformApi;
  beforeAll(async () => {
    api = await serveTwoPlatformApis(await open(), clock);
  });
  afterAll(() => api.close());

  const payer = () => `facility#${api.world.facilityId}` as const;
  const key = () => encodeURIComponent(payer());
  const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
    await api.moveOn();
    const { headers } = api.callers.superAdmin;
    return (await api.send({ method, path: `${BASE}${path}`, headers, ...(body && { body }) })) as Answer;
  };
  const account = (kind: AccountOf['account']): Promise<number> =>
    api.world.db.read((tx) => api.world.ledger.balance(tx, { owner: payer(), account: kind }));
  const due = () => api.world.invoices.due;
  const stop = new AbortController().signal;

  const aTopup = async (amountCents = 2_500) =>
    (await ask('POST', `/wallets/${key()}/topup-invoices`, { amountCents })).json;
  const aPaidTopup = async (amountCents = 2_500): Promise<string> => {
    const { reference, invoiceId } = await aTopup(amountCents);
    expect((await ask('POST', '/payments/match', { reference })).json.status).toBe('settled');
    return invoiceId;
  };
  /** A month of the facility that was closed, and is owed by its reference. */
  const aRecord = async (month: string, cents: readonly number[] = [2_000, -300, 625]) => {
    const { db, billing, facilityId, orgId, invoices } = api.world;
    const id = `mrec_${month.replace('-', '')}0000000000`;
    const { reference } = await db.read((tx) => billing.recordTerms(tx, payer()));
    const totalCents = cents.reduce((sum, one) => sum + one, 0);
    const lines = cents.map((one, at) => {
      const named = at === 1 ? { key: 'custom:cc_1', label: '=Rebate' } : { key: 'pricePerDoorDay', label: null };
      return { lineId: `${at}`, facilityId, ...named, quantity: 93_000, free: 0, micros: one * 10_000, cents: one };
    });
    const owed = {
      total_cents: totalCents,
      micros: totalCents * 10_000,
      state: 'issued',
      received_cents: null,
    } as const;
    const times = { due_at: clock.wallMs(), closed_at: clock.wallMs(), paid_at: null };
    const row = { id, payer_key: payer(), org_id: orgId, month, method: 'invoice', reference } as const;
    const closed = { recordId: id, payerKey: payer(), month, method: 'invoice', totalCents } as const;
    await db.write(async (tx) => {
      await tx
        .insertInto('monthly_record')
        .values({ ...row, ...owed, ...times, lines: JSON.stringify(lines) })
        .execute();
      await billing.months.charge(tx, [closed]);
      await invoices.due.months(tx, [{ ...closed, micros: totalCents * 10_000 }]);
    });
    return { id, reference, totalCents };
  };
  const newest = async () => (await ask('GET', `/invoices?ownerKey=${key()}&limit=1`)).json.data[0];

  it('waits until somebody says whom to name, and is made then', async () => {
    const invoiceId = await aPaidTopup();
    await due().issueDue(stop);
    const path = `/topup-invoices/${invoiceId}/invoice.pdf`;
    expect(await ask('GET', path)).toMatchObject({ status: 409, json: { error: 'tax_data_missing' } });
    expect((await ask('GET', `/tax-data/${key()}`)).json).toMatchObject({ taxData: null, source: null });
    const org = encodeURIComponent(`org#${api.world.orgId}`);
    await ask('PUT', `/tax-data/${org}`, { ...TAX_DATA, name: 'Harbour Fitness Ltd' });
    expect((await ask('GET', `/tax-data/${key()}`)).json).toMatchObject({ source: `org#${api.world.orgId}` });
    expect(await ask('GET', path)).toMatchObject({ status: 409, json: { error: 'invoice_pending' } });
    expect((await ask('PUT', `/tax-data/${key()}`, TAX_DATA)).json).toMatchObject({ taxData: TAX_DATA });
    await due().issueDue(stop);
    expect((await ask('GET', path)).status).toBe(200);
    const made = await newest();
    expect(made).toMatchObject({ number: '2026-000001', of: 'topup-invoice', aboutId: invoiceId, totalCents: 2_500 });
    expect(made).toMatchObject({ netCents: 2_101, taxCents: 399, roundingCents: 0, customerName: 'Iron Gym GmbH' });
  });

  it('is refused an id that is none of the country, and what no document could say', async () => {
    for (const wrong of [
      { vatId: 'DE12' },
      { vatId: 'FR40303265045' },
      { country: 'de' },
      { lines: [] },
      { name: ' ' },
      { name: 'a\nb' },
      { more: 1 },
    ])
      expect((await ask('PUT', `/tax-data/${key()}`, { ...TAX_DATA, ...wrong })).status, JSON.stringify(wrong)).toBe(
        400,
      );
    expect((await ask('GET', '/tax-data/org%23org_zzzzzzzzzzzzzzzz')).json.error).toBe('owner_unknown');
  });

  it('has numbers without a gap, each once, whoever makes them at once, and though one fails', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 6; n++) ids.push(await aPaidTopup(1_000 + n));
    const undone = api.world.db.write(async (tx) => {
      await invoicesRepo(tx).takeNumber('2026-', '2026-03-10');
      throw new Error('undone');
    });
    await Promise.all([expect(undone).rejects.toThrow('undone'), ...[...ids, ...ids].map((id) => due().issueOne(id))]);
    await due().issueDue(stop);
    const { data } = (await ask('GET', `/invoices?ownerKey=${key()}`)).json;
    const numbers = data.map(({ number }: { number: string }) => number).toSorted();
    expect(numbers).toEqual(numbers.map((_: string, at: number) => `2026-${String(at + 1).padStart(6, '0')}`));
    expect(new Set(data.map(({ aboutId }: { aboutId: string }) => aboutId)).size).toBe(data.length);
  });
  it('never changes, whoever writes the statement', async () => {
    const { documentId } = await newest();
    const before = (await ask('GET', `/invoices/${documentId}/factur-x.xml`)).text;
    for (const statement of [
      sql`update tax_document set total_cents = 1 where id = ${documentId}`,
      sql`update tax_document set xml = 'x'`,
      sql`delete from tax_document where id = ${documentId}`,
    ])
      await expect(api.world.db.write((tx) => statement.execute(tx))).rejects.toThrow(
        'rows of tax_document never change',
      );
    // What it is about changes, and it does not.
    await ask('PUT', `/tax-data/${key()}`, { ...TAX_DATA, name: 'Another Gym' });
    expect((await ask('GET', `/invoices/${documentId}/factur-x.xml`)).text).toBe(before);
    await ask('PUT', `/tax-data/${key()}`, TAX_DATA);
  });

  it('of a month says its lines, is owed by its reference, and is as EN 16931 wants it, the same to the byte each time', async () => {
    const { id, reference, totalCents } = await aRecord('2026-02');
    await due().issueOne(id);
    const pdf = async () => {
      const { headers } = api.callers.superAdmin;
      const got = await api.send({ method: 'GET', path: `${BASE}/monthly-records/${id}/invoice.pdf`, headers });
      expect(got.status).toBe(200);
      return got.bytes;
    };
    const first = await pdf();
    const { documentId, number } = await newest();
    const xml = (await ask('GET', `/invoices/${documentId}/factur-x.xml`)).text;
    expect([wrongBySchema(xml), await wrongByRules(first, xml)]).toEqual([[], []]);
    expect(Buffer.compare(first, await pdf())).toBe(0);
    for (const said of [number, reference, 'Doors, Harbour Gym', '93 door days', '=Rebate, Harbour Gym', '20260228'])
      expect(xml).toContain(said);
    expect(xml).toContain('<ram:BilledQuantity unitCode="C62">-1<');
    expect(await newest()).toMatchObject({ of: 'monthly-record', totalCents, aboutId: id });
  });

  it('of a month that is owed is credited as a whole: it is void, and what comes for it is for the wallet', async () => {
    const { id, reference, totalCents } = await aRecord('2025-11');
    await due().issueOne(id);
    const { documentId } = await newest();
    const path = `/invoices/${documentId}/credit-notes`;
    const [owed, wallet, revenue] = [await account('receivable'), await account('wallet'), await account('revenue')];
    expect((await ask('POST', path, { amountCents: 1, reason: 'A part' })).json.error).toBe('not_creditable');
    const all = await Promise.all([1, 2, 3].map(() => ask('POST', path, { reason: 'Charged by mistake' })));
    expect(all.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(await newest()).toMatchObject({
      ...{
        kind: 'credit-note',
        number: 'CN-2026-000001',
        corrects: documentId,
        reason: 'Charged by mistake',
        totalCents,
      },
    });
    expect([await account('receivable'), await account('revenue')]).toEqual([
      owed + totalCents * 10_000,
      revenue - totalCents * 10_000,
    ]);
    expect((await ask('POST', '/payments/match', { reference })).json.error).toBe('reference_cancelled');
    expect((await ask('POST', '/payments/match', { reference, force: true })).json.status).toBe('settled');
    expect(await account('wallet')).toBe(wallet + totalCents * 10_000);
    await due().issueDue(stop);
    expect(await newest(), 'the money has an invoice of its own').toMatchObject({ of: 'bank-payment', totalCents });
    const record = await api.world.db.read((tx) => api.world.monthlyRecords.toInvoice(tx, id));
    expect(record?.state).toBe('void');
  });

  it('of a month that was paid is credited in parts, into the wallet, and never beyond what it was', async () => {
    const { id, reference, totalCents } = await aRecord('2025-10', [10_000]);
    await due().issueOne(id);
    const { documentId } = await newest();
    await ask('POST', '/payments/match', { reference });
    const wallet = await account('wallet');
    const path = `/invoices/${documentId}/credit-notes`;
    const parts = await Promise.all(
      [4_000, 4_000, 4_000].map((amountCents) => ask('POST', path, { amountCents, reason: 'Agreed' })),
    );
    expect(parts.map(({ status }) => status).toSorted()).toEqual([201, 201, 409]);
    const { creditNote } = (await ask('POST', path, { reason: 'The rest' })).json;
    expect(creditNote).toMatchObject({ totalCents: 2_000, netCents: 1_681, taxCents: 319, taxPercent: 19 });
    expect(await account('wallet')).toBe(wallet + totalCents * 10_000);
    expect((await ask('POST', path, { reason: 'More' })).json.error).toBe('not_creditable');
    expect((await ask('POST', `/invoices/${creditNote.documentId}/credit-notes`, { reason: 'No' })).json.error).toBe(
      'not_creditable',
    );
    expect((await ask('POST', '/invoices/inv_zzzzzzzzzzzzzzzz/credit-notes', { reason: 'No' })).status).toBe(404);
    const credited = (await ask('GET', `/invoices?ownerKey=${key()}`)).json.data.find(
      (one: { documentId: string }) => one.documentId === documentId,
    );
    expect(credited.creditedCents).toBe(totalCents);
    const xml = (await ask('GET', `/invoices/${creditNote.documentId}/factur-x.xml`)).text;
    expect([wrongBySchema(xml), await wrongByRules(undefined, xml)]).toEqual([[], []]);
  });

  it('of a top-up is credited out of the wallet, not past what is in it, and by two people where it is much', async () => {
    const invoiceId = await aPaidTopup(150_000);
    await due().issueOne(invoiceId);
    const { documentId } = await newest();
    const path = `/invoices/${documentId}/credit-notes`;
    const [wallet, bank] = [await account('wallet'), await account('bank-clearing')];
    const waits = await ask('POST', path, { reason: 'Ends its contract' });
    const twin = await ask('POST', path, { reason: 'Asked for twice' });
    expect(waits).toMatchObject({ status: 202, json: { creditNote: null } });
    expect(await account('wallet')).toBe(wallet);
    const second = await api.aCaller('second-biller', { right: 'super-admin', scope: 'platform', scopeId: '' });
    const decide = (approvalId: string) =>
      api.send({
        ...{
          method: 'POST',
          path: `${BASE}/approvals/${approvalId}`,
          headers: second.headers,
          body: { approve: true },
        },
      });
    const decided = await decide(waits.json.approvalId);
    expect((decided as Answer).json).toMatchObject({
      kind: 'credit-note',
      state: 'approved',
      transferId: expect.any(String),
    });
    expect([await account('wallet'), await account('bank-clearing')]).toEqual([
      wallet - 1_500_000_000,
      bank + 1_500_000_000,
    ]);
    expect(await decide(twin.json.approvalId)).toMatchObject({ status: 409, json: { error: 'not_creditable' } });
    const poor = await aPaidTopup(50_000);
    await due().issueOne(poor);
    const { documentId: another } = await newest();
    const cents = Math.floor((await account('wallet')) / 10_000);
    await ask('POST', `/wallets/${key()}/adjust`, { amountCents: -(cents - 100), note: 'Spent' });
    expect((await ask('POST', `/invoices/${another}/credit-notes`, { reason: 'Again' })).json.error).toBe(
      'insufficient_balance',
    );
  });

  it('[R96] before it is paid there is only how to pay; of a cancelled one there is nothing', async () => {
    const { invoiceId } = await aTopup();
    const path = `/topup-invoices/${invoiceId}/invoice.pdf`;
    const { headers } = api.callers.superAdmin;
    const asked = await api.send({ method: 'GET', path: `${BASE}${path}`, headers });
    expect(asked.bytes.toString('latin1')).toContain('Request for payment');
    await ask('POST', `/topup-invoices/${invoiceId}/cancel`);
    expect(await ask('GET', path)).toMatchObject({ status: 409, json: { error: 'not_invoiced' } });
    expect((await ask('GET', '/topup-invoices/tinv_zzzzzzzzzzzzzzzz/invoice.pdf')).json.error).toBe('invoice_unknown');
    expect((await ask('GET', '/monthly-records/mrec_zzzzzzzzzzzzzzzz/invoice.pdf')).json.error).toBe('record_unknown');
  });

  it('is exported with amounts that sum, and without a formula', async () => {
    await ask('PUT', `/tax-data/${key()}`, { ...TAX_DATA, name: '=HYPERLINK("https://evil.example";"x")' });
    await due().issueOne(await aPaidTopup(4_200));
    await ask('PUT', `/tax-data/${key()}`, TAX_DATA);
    const { text, status } = await ask('GET', '/invoices.csv?from=2026-03-01&to=2026-03-31');
    expect(status).toBe(200);
    const lines = text.split('\r\n');
    expect(lines[0]).toMatch(/^number,kind,issuedOn,.*,total,currency,reason$/);
    expect(lines[1]).toContain(`"'=HYPERLINK(""https://evil.example"";""x"")"`);
    expect(lines.find((line) => line.startsWith('CN-2026-000001'))).toMatch(/,-\d+\.\d\d,-\d+\.\d\d,/);
    expect(text.replaceAll('"', '')).not.toMatch(/(?:^|,)[=+@]/m);
    expect((await ask('GET', '/invoices.csv?from=2027-01-01')).text.trim().split('\n')).toHaveLength(1);
    expect((await ask('GET', '/invoices.csv?from=yesterday')).status).toBe(400);
  });

  it('begins a series of numbers each year, and goes back to no earlier day', async () => {
    clock.jumpWall((Date.parse('2027-01-01T00:00:05.000Z') - clock.wallMs()) as Duration);
    await due().issueOne(await aPaidTopup());
    expect(await newest()).toMatchObject({ number: '2027-000001', issuedOn: '2027-01-01' });
  });

  it('goes out by e-mail once, as the file it is: to the address it names, or to whoever runs the payer', async () => {
    const { db, invoices, objects } = api.world;
    const mails = (documentId: string) =>
      db.read((tx) =>
        tx.selectFrom('mail').selectAll().where('attachment_key', '=', `invoices/${documentId}.pdf`).execute(),
      );
    const asked = async (documentId: string) => {
      const rows = await db.read((tx) =>
        tx.selectFrom('job').select('payload').where('kind', '=', 'invoices.send').execute(),
      );
      return rows.filter(({ payload }) => payload.includes(documentId)).length;
    };
    const issued = async () => {
      await due().issueOne(await aPaidTopup());
      return (await newest()) as { documentId: string; number: string };
    };

    const toPeople = await issued();
    expect([await asked(toPeople.documentId), await mails(toPeople.documentId)]).toEqual([1, []]);
    await Promise.all([1, 2, 3].map(() => invoices.send(toPeople.documentId)));
    await invoices.send(toPeople.documentId);
    const [mail, ...more] = await mails(toPeople.documentId);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      subject: `Invoice ${toPeople.number} of Harbour Gym`,
      attachment_name: `${toPeople.number}.pdf`,
      text_body: expect.stringContaining('over EUR 25.00'),
    });
    const { headers } = api.callers.superAdmin;
    const path = `${BASE}/invoices/${toPeople.documentId}/invoice.pdf`;
    const { bytes } = await api.send({ method: 'GET', path, headers });
    const kept = await objects.store.get(`invoices/${toPeople.documentId}.pdf`);
    expect(kept && Buffer.compare(kept, bytes)).toBe(0);

    await ask('PUT', `/tax-data/${key()}`, { ...TAX_DATA, email: 'books@iron-gym.example' });
    const named = await issued();
    await invoices.send(named.documentId);
    expect((await mails(named.documentId)).map(({ recipient }) => recipient)).toEqual(['books@iron-gym.example']);
    const note = (await ask('POST', `/invoices/${named.documentId}/credit-notes`, { reason: 'Paid twice' })).json;
    await invoices.send(note.creditNote.documentId);
    expect(await mails(note.creditNote.documentId)).toMatchObject([
      {
        recipient: 'books@iron-gym.example',
        subject: `Credit note ${note.creditNote.number} of Harbour Gym`,
      },
    ]);
    await ask('PUT', `/tax-data/${key()}`, TAX_DATA);
    await invoices.send('inv_0000000000000000');
  });

  it('waits a month for whoever gets it, looks each day, and goes out once: to people that came, or an address', async () => {
    const { db, invoices, organisations } = api.world;
    /** A payer whom nobody runs, and an invoice of a payment that it made. */
    const issued = async (name: string) => {
      const orgId = await organisations.createOrganisation(name);
      const ownerKey = `org#${orgId}` as const;
      await ask('PUT', `/tax-data/${encodeURIComponent(ownerKey)}`, TAX_DATA);
      const cameIn = { ownerKey, kind: 'bank-payment', aboutId: `${orgId}:1`, cents: 900, at: clock.wallMs() } as const;
      await db.write((tx) => due().payments(tx, [cameIn]));
      await due().issueOne(cameIn.aboutId);
      const { data } = (await ask('GET', `/invoices?ownerKey=${encodeURIComponent(ownerKey)}`)).json;
      return { orgId, ownerKey, documentId: data[0].documentId as string };
    };
    const dueOf = async (documentId: string) => {
      const jobs = db.read((tx) =>
        tx.selectFrom('job').select(['payload', 'due_at']).where('kind', '=', 'invoices.send').execute(),
      );
      return (await jobs)
        .filter(({ payload }) => payload.includes(documentId))
        .map(({ due_at: at }) => Number(at))
        .toSorted((a, b) => a - b);
    };
    const sentTo = async (documentId: string) => {
      const key = `invoices/${documentId}.pdf`;
      const mails = db.read((tx) =>
        tx.selectFrom('mail').select('recipient').where('attachment_key', '=', key).execute(),
      );
      return (await mails).map(({ recipient }) => recipient);
    };

    const manned = await issued('Manned later');
    const [since = 0] = await dueOf(manned.documentId);
    await invoices.send(manned.documentId);
    await invoices.send(manned.documentId);
    expect(await dueOf(manned.documentId)).toEqual([since, clock.wallMs() + Days(1)]);
    await api.aCaller('later', { right: 'org-admin', scope: 'organisation', scopeId: manned.orgId });
    await Promise.all([1, 2, 3].map(() => invoices.send(manned.documentId)));
    expect(await sentTo(manned.documentId)).toHaveLength(1);
    expect(await dueOf(manned.documentId)).toHaveLength(2);

    const named = await issued('Named later');
    await invoices.send(named.documentId);
    await ask('PUT', `/tax-data/${encodeURIComponent(named.ownerKey)}`, {
      ...TAX_DATA,
      email: 'late@iron-gym.example',
    });
    await invoices.send(named.documentId);
    await invoices.send(named.documentId);
    expect(await sentTo(named.documentId)).toEqual(['late@iron-gym.example']);

    const never = await issued('Never');
    const [made = 0] = await dueOf(never.documentId);
    for (let runs = 0; runs < 40; runs += 1) {
      await invoices.send(never.documentId);
      clock.jumpWall(Days(1));
    }
    const last = (await dueOf(never.documentId)).at(-1);
    expect(last).toBeGreaterThan(made + Days(29));
    expect(last).toBeLessThanOrEqual(made + Days(30));
    expect(await sentTo(never.documentId)).toEqual([]);
  });
});
