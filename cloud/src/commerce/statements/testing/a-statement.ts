/** One entry of a statement that is written for a test. */
export interface AnEntry {
  readonly amount?: string;
  readonly direction?: 'CRDT' | 'DBIT';
  readonly reference?: string | null;
  readonly text?: string;
  readonly more?: string;
  readonly status?: string;
}

const VERSION = '08';
const BALANCE = (code: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount.replace('-', '')}</Amt><CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>2026-11-30</Dt></Dt></Bal>`;

export const entryXml = (
  { amount = '100.00', direction = 'CRDT', reference = 'BANK-1', text = '', more, status = '<Cd>BOOK</Cd>' }: AnEntry,
  details = `<NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Harbour Gym Pty</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls>`,
): string =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${more ?? ''}<Sts>${status}</Sts><BookgDt><Dt>2026-11-30</Dt></BookgDt>${reference === null ? '' : `<AcctSvcrRef>${reference}</AcctSvcrRef>`}${details}</Ntry>`;

/** A statement in EUR, as a bank sends it: of one account, with these entries between these balances. */
export const camtXml = ({
  opening = '0.00',
  closing,
  entries,
  version = VERSION,
  iban = 'DE89370400440532013000',
}: {
  readonly opening?: string;
  readonly closing: string;
  readonly entries: readonly string[];
  readonly version?: string;
  readonly iban?: string;
}): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr><Stmt><Id>S-1</Id><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>${BALANCE('OPBD', opening)}${BALANCE('CLBD', closing)}${entries.join('')}</Stmt></BkToCstmrStmt></Document>`;
