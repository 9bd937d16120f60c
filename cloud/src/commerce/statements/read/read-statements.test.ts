import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { camtXml, entryXml } from '../testing/a-statement.ts';
import type { CsvMapping } from './csv-mapping.ts';
import { readStatements } from './read-statements.ts';

const read = (text: string | Uint8Array, mapping?: CsvMapping) =>
  readStatements(typeof text === 'string' ? Buffer.from(text) : text, mapping);
const statementOf = (text: string | Uint8Array, mapping?: CsvMapping) => {
  const found = read(text, mapping);
  if ('problem' in found) throw new Error(JSON.stringify(found.problem));
  const [statement] = found.statements;
  if (statement === undefined) throw new Error('no statement');
  return statement;
};
const ruleOf = (text: string | Uint8Array, mapping?: CsvMapping) => {
  const found = read(text, mapping);
  return 'problem' in found ? [found.problem.rule, found.problem.path, found.malformed] : 'read';
};

describe('a statement of a bank (CAMT.053)', () => {
  it('is read in minor units, whatever its version and whatever its prefix', () => {
    const one = entryXml({ amount: '42.5', text: 'Invoice 7K3M-Q0Z3 &amp; thanks &#x26; &#38;' });
    for (const version of ['02', '04', '08', '13'])
      expect(statementOf(camtXml({ closing: '42.50', entries: [one], version }))).toMatchObject({
        account: 'DE89370400440532013000',
        ...{ currency: 'EUR', openingMinor: 0, closingMinor: 4_250 },
        entries: [
          {
            ...{ bankReference: 'BANK-1', bookedOn: '2026-11-30', minor: 4_250, direction: 'credit', reversal: false },
            ...{ text: 'Invoice 7K3M-Q0Z3 & thanks & &', payer: 'Harbour Gym Pty' },
          },
        ],
      });
    const prefixed = camtXml({ closing: '42.50', entries: [one] })
      .replace(/<(\/?)([A-Z])/g, '<$1ns2:$2')
      .replace('xmlns=', 'xmlns:ns2=');
    expect(statementOf(prefixed).entries).toHaveLength(1);
  });

  it('takes what older versions write: the status as a word, the payer without his party', () => {
    const details = '<NtryDtls><TxDtls><RltdPties><Dbtr><Nm>Łukasz</Nm></Dbtr></RltdPties></TxDtls></NtryDtls>';
    const entries = [entryXml({ status: 'BOOK' }, details), entryXml({ status: 'PDNG', reference: 'B2' }, details)];
    expect(statementOf(camtXml({ closing: '100.00', entries, version: '02' })).entries).toMatchObject([
      { payer: 'Łukasz' },
    ]);
  });

  it('is several payments where the bank booked them together, if they come to its sum', () => {
    const detail = (amount: string, text: string) =>
      `<TxDtls><Amt Ccy="EUR">${amount}</Amt><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`;
    const together = (amount: string) =>
      entryXml({ amount }, `<NtryDtls>${detail('60.00', 'one')}${detail('40.00', 'two')}</NtryDtls>`);
    const { entries } = statementOf(camtXml({ closing: '100.00', entries: [together('100.00')] }));
    expect(entries).toMatchObject([
      { minor: 6_000, text: 'one' },
      { minor: 4_000, text: 'two' },
    ]);
    expect(new Set(entries.map(({ key }) => key)).size).toBe(2);
    expect(ruleOf(camtXml({ closing: '100.01', entries: [together('100.01')] }))).toEqual([
      'details_sum',
      '/Stmt[1]/Ntry[1]/NtryDtls',
      false,
    ]);
  });

  it('opens with what it says, and comes to what it says', () => {
    const entries = [entryXml({}), entryXml({ amount: '30.01', direction: 'DBIT', reference: 'B2' })];
    expect(statementOf(camtXml({ opening: '-10.00', closing: '59.99', entries })).closingMinor).toBe(5_999);
    expect(ruleOf(camtXml({ opening: '-10.00', closing: '60.00', entries }))).toEqual(['balance', '/Stmt[1]', false]);
    expect(ruleOf(camtXml({ closing: '0.00', entries: [] }).replace('CLBD', 'FWAV'))).toEqual([
      'balance_missing',
      '/Stmt[1]/Bal',
      false,
    ]);
  });

  it.each([
    ['an amount with more decimals than its currency', entryXml({ amount: '1.001' }), 'amount', '/Amt'],
    ['an amount as a float', entryXml({ amount: '1e2' }), 'amount', '/Amt'],
    ['an amount with a sign', entryXml({ amount: '-0' }), 'amount', '/Amt'],
    ['an amount beyond counting', entryXml({ amount: '999999999999999' }), 'amount', '/Amt'],
    ['another currency', entryXml({}).replace('"EUR"', '"USD"'), 'currency', '/Amt'],
    ['no direction', entryXml({}).replace('CRDT', 'UP'), 'direction', '/CdtDbtInd'],
    ['a day that there is not', entryXml({}).replace('2026-11-30', '2026-11-31'), 'date', '/BookgDt'],
  ])('is refused for %s, by its place', (_what, entry, rule, at) => {
    expect(ruleOf(camtXml({ closing: '100.00', entries: [entry] }))).toEqual([rule, `/Stmt[1]/Ntry[1]${at}`, false]);
  });

  const BOMB = '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>';
  const good = camtXml({ closing: '100.00', entries: [entryXml({})] });
  it.each([
    ['nothing', ''],
    ['no XML', '{"statements": []}'],
    ['something else in XML', '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"/>'],
    ['a DTD', good.replace('<Document', `${BOMB}<Document`)],
    ['an entity that nobody declared', good.replace('Harbour', '&xxe;')],
    ['a NUL by its number', good.replace('Harbour', '&#0;')],
    ['a cut end', good.slice(0, -20)],
    ['elements within elements without an end', `${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}`],
    ['two roots', `${good}<Document/>`],
    ['another encoding than it says', Buffer.concat([Buffer.from(good.slice(0, 200)), Buffer.from([0xff, 0xfe])])],
    ['an encoding that nobody reads', good.replace('UTF-8', 'UTF-7')],
    ['a prototype', '<Document><__proto__><x/></__proto__></Document>'],
  ])('is not taken for one where it is %s', (_what, text) => {
    expect(ruleOf(text)).toEqual(['malformed', expect.any(String), true]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('is read in the encoding that it says', () => {
    const text = camtXml({ closing: '100.00', entries: [entryXml({ text: 'Gebühr' })] }).replace('UTF-8', 'ISO-8859-1');
    expect(statementOf(Buffer.from(text, 'latin1')).entries).toMatchObject([{ text: 'Gebühr' }]);
  });

  it('gives an entry the same key in every file that has it, and no other the same', () => {
    const anEntry = fc.record({
      amount: fc.integer({ min: 1, max: 300 }).map((cents) => (cents / 100).toFixed(2)),
      reference: fc.option(fc.constantFrom('A', 'B')),
      text: fc.constantFrom('x', 'y'),
    });
    const keysOf = (entries: readonly { amount: string; reference: string | null; text: string }[]) =>
      statementOf(
        camtXml({
          closing: (entries.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0) / 100).toFixed(2),
          entries: entries.map((entry) => entryXml(entry)),
        }),
      ).entries.map(({ key }) => key);
    fc.assert(
      fc.property(fc.array(anEntry, { maxLength: 12 }), fc.array(anEntry, { maxLength: 4 }), (day, after) => {
        const keys = keysOf(day);
        expect(new Set(keys).size).toBe(day.length);
        expect(keysOf([...day, ...after]).slice(0, day.length)).toEqual(keys);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a statement of a bank in CSV', () => {
  const mapping: CsvMapping = {
    ...{ account: 'AU-1', currency: 'EUR', delimiter: ';', decimal: ',', dateFormat: 'DD.MM.YYYY' },
    ...{ bookedOn: 'Buchungstag', amount: 'Betrag', text: 'Verwendungszweck', bankReference: 'Ref' },
  };
  const csv = (...lines: readonly string[]) => ['Ref;Buchungstag;Betrag;Verwendungszweck', ...lines].join('\r\n');

  it('is read by what its columns are called, and by how its bank writes numbers', () => {
    const { entries, ...rest } = statementOf(
      csv('1;30.11.2026;1.234,50;"Invoice ""7K3M-Q0Z3""; thanks"', '2;01.12.2026;-12,3;fee', '3;01.12.2026;30,00;x'),
      mapping,
    );
    expect(rest).toMatchObject({ account: 'AU-1', currency: 'EUR', openingMinor: null, closingMinor: null });
    expect(entries).toMatchObject([
      { bookedOn: '2026-11-30', minor: 123_450, direction: 'credit', text: 'Invoice "7K3M-Q0Z3"; thanks' },
      { bookedOn: '2026-12-01', minor: 1_230, direction: 'debit' },
      { minor: 3_000, direction: 'credit' },
    ]);
  });

  it('is read as UTF-8, and where it is none as windows-1252', () => {
    const text = csv('1;30.11.2026;1,00;Gebühr 5 €');
    for (const bytes of [Buffer.from(text), Buffer.from(text.replace('€', '\u0080'), 'latin1')])
      expect(statementOf(bytes, mapping).entries).toMatchObject([{ text: 'Gebühr 5 €' }]);
  });

  it.each([
    ['a column that there is not', csv().replace('Betrag', 'Amount'), 'column', '/line[1]'],
    ['a number in another manner', csv('1;30.11.2026;1,234.50;x'), 'amount', '/record[1]/amount'],
    ['no number', csv('1;30.11.2026;;x'), 'amount', '/record[1]/amount'],
    ['a formula', csv('1;30.11.2026;=1+1;x'), 'amount', '/record[1]/amount'],
    ['a day in another manner', csv('1;2026-11-30;1,00;x'), 'date', '/record[1]/bookedOn'],
    ['a day that there is not', csv('1;31.11.2026;1,00;x'), 'date', '/record[1]/bookedOn'],
  ])('is refused for %s, by its line', (_what, text, rule, path) => {
    expect(ruleOf(text, mapping)).toEqual([rule, path, false]);
  });

  it.each([
    ['nothing', ''],
    ['a line with other columns', csv('1;2')],
    ['a quote without its end', csv('1;30.11.2026;1,00;"x')],
    ['a line without an end', csv(`1;30.11.2026;1,00;${'x'.repeat(30_000)}`)],
  ])('is not taken for one where it is %s', (_what, text) => {
    expect(ruleOf(text, mapping)).toEqual(['malformed', expect.any(String), true]);
  });
});
