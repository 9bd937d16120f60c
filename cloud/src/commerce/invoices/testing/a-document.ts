import type { TaxDocument } from '../tax-document.ts';
import { taxSums } from '../tax-sums.ts';
import { taxTreatment } from '../tax-treatment.ts';
import { A_CUSTOMER, A_SUPPLIER } from './a-supplier.ts';

/** An invoice of these amounts with tax, for a customer there. */
export const aDocument = ({
  cents = [1_999, -500, 33],
  customer = A_CUSTOMER,
  supplier = A_SUPPLIER,
  ...more
}: Partial<TaxDocument> & { readonly cents?: readonly number[]; readonly supplier?: typeof A_SUPPLIER } = {}) => {
  const tax = taxTreatment(supplier, customer, '2026-01-31');
  const { nets, ...sums } = taxSums(cents, tax.hundredths);
  const { rates: _rates, oneStopShop: _shop, ...named } = supplier;
  const document: TaxDocument = {
    kind: 'invoice',
    of: 'monthly-record',
    number: '2026-000123',
    issuedOn: '2026-02-01',
    currency: 'EUR',
    supplier: named,
    customer,
    lines: nets.map((netCents, at) => ({ name: `Doors <${at + 1}> & more`, detail: '93 door days', netCents })),
    tax,
    sums,
    from: '2026-01-01',
    to: '2026-01-31',
    payment: { dueOn: '2026-02-15', reference: '7K3M-Q0Z3' },
    corrects: null,
    ...more,
  };
  return document;
};
