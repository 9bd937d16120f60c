import type { Answer } from '../../client/client.ts';

export type DirectoryLine = Answer<'GET /api/admin/saas-billing/directory'>['data'][number];
export type OwnWallet = Answer<'GET /api/admin/saas-billing/wallets/{ownerKey}'>;
export type Movement = OwnWallet['ledger']['data'][number];
export type TopupInvoice = OwnWallet['topupInvoices'][number];
export type TaxDocument = Answer<'GET /api/admin/saas-billing/invoices'>['data'][number];
export type OwnersTaxData = Answer<'GET /api/admin/saas-billing/tax-data/{ownerKey}'>;
export type StatementSent = Answer<'POST /api/admin/saas-billing/payments/statements'>;
export type StatementFile = Answer<'GET /api/admin/saas-billing/payments/statements'>['data'][number];
export type BankEntry = Answer<'GET /api/admin/saas-billing/payments/unmatched'>['data'][number];
export type Approval = Answer<'GET /api/admin/saas-billing/approvals'>['data'][number];
export type CardTopupState = Answer<'POST /api/admin/saas-billing/topups/{topupId}/confirm'>['state'];
