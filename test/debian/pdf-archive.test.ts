import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { facturX } from '@gatehouse/cloud/commerce/invoices/factur-x.ts';
import { invoicePdf, paymentRequestPdf } from '@gatehouse/cloud/commerce/invoices/invoice-pdf.ts';
import { aDocument } from '@gatehouse/cloud/commerce/invoices/testing/a-document.ts';
import { A_SUPPLIER } from '@gatehouse/cloud/commerce/invoices/testing/a-supplier.ts';
import type { PdfDocument } from '@gatehouse/cloud/kit/documents/document.ts';
import { loadFonts } from '@gatehouse/cloud/kit/documents/fonts.ts';
import { pdfOf } from '@gatehouse/cloud/kit/documents/pdf-of.ts';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-archive-'));
afterAll(() => rmSync(folder, { recursive: true }));
const run = promisify(execFile);

const JARS = ['preflight', 'pdfbox2', 'fontbox2', 'xmpbox', 'commons-logging', 'javax.activation', 'jaxb-api'];
const CLASSES = JARS.map((name) => `/usr/share/java/${name}.jar`).join(':');

/**
 * What Apache's validator of PDF/A finds wrong. It knows the first part alone: what that forbids and the third allows is told apart by
 * its code.
 */
const foundByPreflight = async (file: string): Promise<readonly string[]> => {
  const { stdout, stderr } = await run('java', [
    '-cp',
    CLASSES,
    'org.apache.pdfbox.preflight.Validator_A1b',
    file,
  ]).catch((error: { readonly stdout: string; readonly stderr: string }) => error);
  if (!stdout.includes('PDF/A-1b file')) throw new Error(`preflight says nothing: ${stdout}${stderr}`);
  const found = [...stdout.matchAll(/^(\d[\d.]*) : (.*)$/gm)];
  return found
    .map(([, code, words]) => `${code} ${words}`)
    .filter((text) => !OF_THE_FIRST_PART.some((known) => known.test(text)));
};
const OF_THE_FIRST_PART = [
  /^1\.2\.9 .*EmbeddedFile entry is present in a FileSpecification/,
  /^1\.4\.7 .*EmbeddedFile entry is present in the Names/,
  /^3\.1\.11 .*CIDSet entry is missing/,
  /^7\.11\.2 .*part must be 1/,
];

const DOCUMENT = aDocument({ cents: Array.from({ length: 90 }, (_, at) => 1_000 + at) });
const FILES: Readonly<Record<string, PdfDocument>> = {
  'an invoice of several pages, with its file and a code': invoicePdf(DOCUMENT, facturX(DOCUMENT)),
  'a request for payment': paymentRequestPdf(A_SUPPLIER, {
    ...{ ownerName: 'Łukasz & Söhne <Gym>', cents: 2_500, currency: 'EUR', reference: '7K3M-Q0Z3' },
    ...{ madeOn: '2026-01-01', dueOn: '2026-01-15' },
  }),
};

describe('files for archives, by others', () => {
  it.each(Object.entries(FILES))('%s is PDF/A by Apache’s validator, and whole by qpdf', async (_, document) => {
    const file = join(folder, 'file.pdf');
    writeFileSync(file, await pdfOf(document, loadFonts()));
    expect(await foundByPreflight(file)).toEqual([]);
    expect((await run('qpdf', ['--check', file])).stdout).toContain('No syntax or stream encoding errors found');
  });

  it('what is none is found by it', async () => {
    const { archive: _archive, ...plain } = FILES['a request for payment'] as PdfDocument;
    const file = join(folder, 'plain.pdf');
    writeFileSync(file, await pdfOf(plain, loadFonts()));
    expect((await foundByPreflight(file)).join(' ')).toMatch(/^2\.4\.3|7\.1/m);
  });
});
