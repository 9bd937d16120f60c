import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { wrongByPreflight } from '@gatehouse/cli/demo/preflight.ts';
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
    expect(await wrongByPreflight(file)).toEqual([]);
    expect((await run('qpdf', ['--check', file])).stdout).toContain('No syntax or stream encoding errors found');
  });

  it('what is none is found by it', async () => {
    const { archive: _archive, ...plain } = FILES['a request for payment'] as PdfDocument;
    const file = join(folder, 'plain.pdf');
    writeFileSync(file, await pdfOf(plain, loadFonts()));
    expect((await wrongByPreflight(file)).join(' ')).toMatch(/^2\.4\.3|7\.1/m);
  });
});
