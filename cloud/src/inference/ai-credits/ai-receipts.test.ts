import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { textOfPdf } from '../../kit/documents/testing/text-of-pdf.ts';
import { fieldOf } from '../ai-settings/testing/at-facility.ts';
import { createAiReceipts } from './ai-receipts.ts';
import { crediting, EURO } from './testing/crediting.ts';

describe.each(ENGINES)('receipts of AI credit on $name', ({ open }) => {
  const clock = new ManualClock('2026-03-10T09:00:00.000Z');
  const { on, aFacility, get, rows, topUp, use, nextDays, adjust } = crediting(open, clock);

  it('[R145] has receipts with numbers without gaps, also as one file, which one wrong id refuses whole', async () => {
    const year = new Date(clock.wallMs()).getUTCFullYear();
    const [first, second] = [await topUp(5 * EURO), await topUp(6 * EURO)];
    await adjust(100, 'x');
    const other = (await rows()).find(({ type }) => type === 'adjustment')?.transactionId ?? '';
    const read = (id: string) => on.api.world.aiReceipts.read(on.clubID, id);
    const [one, again] = [await read(first), await read(first)];
    expect([again.name, Buffer.from(again.bytes).equals(one.bytes)]).toEqual([one.name, true]);
    expect((await textOfPdf(one.bytes)).text).toContain('EUR 5.00');
    const [late, same] = await Promise.all([read(second), read(second)]);
    expect(same?.name).toBe(late?.name);
    const numberOf = (name = '') => Number(new RegExp(`^R-${year}-(\\d{6})\\.pdf$`).exec(name)?.[1]);
    expect(numberOf(late?.name)).toBe(numberOf(one.name) + 1);
    const places = await on.api.world.db.read((tx) =>
      tx.selectFrom('ai_receipt').where('year', '=', year).orderBy('place').select('place').execute(),
    );
    expect(places.map(({ place }) => Number(place))).toEqual(places.map((_, at) => at + 1));

    const files = unzipSync(await on.api.world.aiReceipts.zip(on.clubID, [second, first]));
    expect(Object.keys(files)).toEqual([one.name, late?.name]);
    expect(strFromU8(files[one.name] as Uint8Array, true).startsWith('%PDF')).toBe(true);
    const zip = (ids: string) => get(`/transactions/receipts.zip?ids=${ids}`);
    expect((await zip(`${first},${second},${first}`)).status).toBe(200);
    on.clubID = await aFacility();
    const foreign = await topUp(EURO);
    expect((await get(`/transactions/${first}/receipt.pdf`)).json.error).toBe('receipt_unknown');
    for (const ids of [first, `${foreign},${other}`, `${foreign},nonsense`, ''])
      expect([ids, fieldOf(await zip(ids))]).toEqual([ids, 'query.ids']);
    expect(fieldOf(await get('/transactions/receipts.zip'))).toBe('query.ids');
  });

  it('has receipts, statements and closed days that no statement changes or deletes', async () => {
    const month = new Date(clock.wallMs()).toISOString().slice(0, 7);
    const transactionId = await topUp(5 * EURO);
    await use(EURO);
    const { db, aiReceipts, aiStatements } = on.api.world;
    await aiReceipts.read(on.clubID, transactionId);
    while (new Date(clock.wallMs()).toISOString().slice(0, 7) === month) await nextDays(5);
    await nextDays(5);
    await aiStatements.statementOf(on.clubID, month);
    const of = (table: 'ai_receipt' | 'ai_statement' | 'ai_charge_day') =>
      db.read((tx) => tx.selectFrom(table).where('facility_id', '=', on.clubID).selectAll().execute());
    for (const table of ['ai_receipt', 'ai_statement', 'ai_charge_day'] as const) {
      const before = await of(table);
      expect(before).toHaveLength(1);
      for (const statement of [
        sql`update ${sql.table(table)} set facility_id = 'fac_other' where facility_id = ${on.clubID}`,
        sql`delete from ${sql.table(table)} where facility_id = ${on.clubID}`,
      ])
        await expect(db.write((tx) => statement.execute(tx))).rejects.toThrow(`rows of ${table} never change`);
      expect(await of(table)).toEqual(before);
    }
  });

  it('[R145] puts 50 receipts into one file, and refuses 51', async () => {
    const many: string[] = [];
    for (let at = 0; at < 50; at++) many.push(await topUp(EURO));
    // Making them takes a processor seconds: what they look like is proven above.
    const { db, ledger, organisations, invoices, aiTransactions: transactions } = on.api.world;
    const documents = { pdf: async () => Buffer.from('%PDF') };
    const receipts = createAiReceipts({ db, clock, ledger, organisations, invoices, documents, transactions });
    expect(Object.keys(unzipSync(await receipts.zip(on.clubID, many)))).toHaveLength(50);
    const refused = async (ids: readonly string[]) =>
      (await get(`/transactions/receipts.zip?ids=${ids.join(',')}`)).json.errors[0];
    const unknown = many.map((id, at) => (at === 49 ? 'atx_0000000000000000' : id));
    expect(await refused(unknown)).toMatchObject({ path: 'query.ids', rule: 'unknown' });
    expect((await refused([...many, await topUp(EURO)])).message).toContain('50');
  });

  // The last here: all that come after it are of the new series.
  it('gives no receipt a number that may have gone out before a restore', async () => {
    const { db, aiReceipts, invoices } = on.api.world;
    const [before, after] = [await topUp(EURO), await topUp(EURO)];
    const { name } = await aiReceipts.read(on.clubID, before);
    expect(name).toMatch(/^R-\d{4}-\d{6}\.pdf$/);
    await db.write((tx) => invoices.passGivenPlaces(tx));
    expect((await aiReceipts.read(on.clubID, after)).name).toMatch(/^R-\d{4}-R\d{10}-\d{6}\.pdf$/);
    expect((await aiReceipts.read(on.clubID, before)).name).toBe(name);
  });
});
