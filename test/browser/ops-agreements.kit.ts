import type {
  Agreement,
  AgreementSummary,
  AgreementVariation,
  ClubAgreementDocument,
  ClubUserAgreement,
} from '@gatehouse/cloud/web/client/platform-api.gen.ts';
import { fault } from './ops-account.kit.ts';
import { ago, FACILITY, SESSION } from './ops-gym.kit.ts';
import { answer, type Pages } from './pages.kit.ts';

export const KIM = { kind: 'user', id: SESSION.user.userId, name: 'Kim Example' } as const;
export const ORGANISATION = 'org_0123456789abcdef';
export const AGREEMENT = 'agr_0123456789abcdef';
export const SHA256 = 'b3'.repeat(32);
/** With markup, a script’s address and a picture of somebody else’s in it. */
const BODY = `# Operating standards

Every club opens at **six**, and closes at ten.

1. The front door is never propped open.
2. Whoever leaves last looks at the [check list](https://example.com/check-list).

<script>alert(1)</script> [press me](javascript:alert(1)) ![a picture](https://elsewhere.example.com/p.png)

| Day | Opens |
| --- | --- |
| Sunday | 08:00 |
`;

const summary = (number: number, title: string, more: Partial<AgreementSummary> = {}): AgreementSummary => ({
  ...{ agreementId: `${AGREEMENT.slice(0, -1)}${number}`, organisationId: ORGANISATION, title },
  ...{ kind: 'club', requirement: 'signature', state: 'active', version: 2, effectiveOn: '2026-02-01' },
  ...{ draft: false, audience: 'all', revision: 4, clubs: 12, acknowledged: 9, outstanding: 3 },
  ...{ changedBy: KIM, changedAt: ago(90_000) },
  ...more,
});
const STANDARDS = { ...summary(0, 'Operating standards', { draft: true }), agreementId: AGREEMENT };
const SUMMARIES: readonly AgreementSummary[] = [
  STANDARDS,
  summary(1, 'Waiver', { kind: 'club-user', requirement: 'signature', version: 1, outstanding: 0 }),
  summary(2, 'Fire drill', { state: 'draft', version: null, effectiveOn: null, acknowledged: 0, outstanding: 0 }),
  summary(3, '<img src=x onerror=alert(1)> opening hours of 2019', { state: 'archived', outstanding: 0 }),
];
const SAID = { title: STANDARDS.title, requirement: 'signature', body: BODY, reacknowledge: true } as const;
const FILE = { attachmentId: 'att_0123456789abcdef', name: 'House rules.pdf', sha256: SHA256 };
const WHOLE_AGREEMENT: Agreement = {
  ...STANDARDS,
  cua: null,
  published: { ...SAID, changeNote: 'Clubs open at six.', effectiveOn: '2026-02-01', attachments: [] },
  drafted: {
    ...{ ...SAID, body: BODY.replace('**six**', '**seven**'), changeNote: '', effectiveOn: null },
    ...{ attachments: [FILE.attachmentId], files: [FILE] },
  },
  versions: [2, 1].map((version) => ({
    ...{ version, title: STANDARDS.title, requirement: 'signature', reacknowledge: version === 1 },
    ...{ changeNote: version === 2 ? 'Clubs open at six.' : '', effectiveOn: `2026-0${version}-01` },
    ...{ sha256: SHA256, publishedBy: KIM, publishedAt: ago(9_000_000) },
  })),
};

const DOCUMENT: ClubAgreementDocument = {
  ...{ agreementId: AGREEMENT, title: STANDARDS.title, requirement: 'signature', state: 'active', version: 2 },
  ...{ changeNote: 'Clubs open at six.', effectiveOn: '2026-02-01', publishedAt: ago(9_000_000), attachments: [FILE] },
  ...{ acknowledged: null, outstanding: true, overdue: true, documentSha256: SHA256, body: BODY },
  variation: {
    ...{ revision: 1, note: 'The building opens at seven.', fromOn: '2026-02-01', untilOn: null },
    clauses: [{ heading: 'Opening hours', text: 'This club opens at **seven**.' }],
  },
  statement: 'I have read this document, and I sign it for Harbour Gym.',
};

const VARIATION: AgreementVariation = {
  ...{ agreementId: AGREEMENT, facilityId: FACILITY, revision: 3, sha256: SHA256 },
  clauses: [{ heading: 'Opening hours', text: 'This club opens at **seven**.' }],
  ...{ note: 'The building <b>opens</b> at seven.', fromOn: '2026-02-01', untilOn: null },
  ...{ changedBy: KIM, changedAt: ago(90_000) },
};

const CUA: ClubUserAgreement = {
  ...{ cuaId: 'cua_0123456789abcdef', agreementId: `${AGREEMENT.slice(0, -1)}1`, version: 1, facilityId: FACILITY },
  subject: { kind: 'other', userId: null, partnerId: null, memberId: null, name: 'Ada Okafor-Lindqvist' },
  ...{ deliver: 'email', state: 'sent', linkEndsAt: ago(-900_000), endsOn: null },
  ...{ createdBy: KIM, createdAt: ago(90_000) },
};
const CUAS: readonly ClubUserAgreement[] = [
  CUA,
  {
    ...{ ...CUA, cuaId: 'cua_1123456789abcdef', state: 'signed', endsOn: '2027-05-31', deliver: 'desk' },
    subject: { ...CUA.subject, kind: 'member', partnerId: 'ptr_0123456789abcdef', memberId: 'm-1042', name: 'Sam Lee' },
  },
  { ...CUA, cuaId: 'cua_2123456789abcdef', state: 'declined', subject: { ...CUA.subject, name: '\u202eevil' } },
];
export const LINK = 'https://localhost/sign#AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/** What the pages of agreements ask. */
export const OF_AGREEMENTS: Pages = [
  [
    /^GET .*\/admin\/agreements\/list-agreements$/,
    () => answer('GET /api/admin/agreements/list-agreements', { data: SUMMARIES, next: null }),
  ],
  [/^GET .*\/admin\/agreements\/agr_/, () => answer('GET /api/admin/agreements/{agreementId}', WHOLE_AGREEMENT)],
  [
    /^GET .*\/admin\/club-agreement-variation$/,
    () => answer('GET /api/admin/club-agreement-variation', { data: [VARIATION], next: null }),
  ],
  [
    /^PUT .*\/admin\/club-agreement-variation$/,
    ({ body }) =>
      body?.expectedRevision === 2
        ? [409, fault('changed', 'expectedRevision: it is revision 3 by now.')]
        : answer('PUT /api/admin/club-agreement-variation', { ...VARIATION, revision: 4 }),
  ],
  [
    /^PUT .*\/admin\/agreements\/save$/,
    ({ body }) =>
      body?.expectedRevision === 3
        ? [409, fault('changed', 'expectedRevision: it is revision 4 by now.')]
        : answer('PUT /api/admin/agreements/save', { ...STANDARDS, revision: 5 }),
  ],
  [
    /^GET .*\/agreements-outstanding$/,
    () =>
      answer('GET /api/agreements/agreements-outstanding', {
        ...{ total: 4, overdue: 1, next: null },
        data: [
          { facilityId: FACILITY, outstanding: 3, overdue: 1, oldestEffectiveOn: '2026-02-01' },
          { facilityId: 'fac_0123456789abcde1', outstanding: 1, overdue: 0, oldestEffectiveOn: '2026-07-01' },
        ],
      }),
  ],
  [
    /^GET .*\/agreements\/list-agreements\/fac_/,
    () =>
      answer('GET /api/agreements/list-agreements/{club}', {
        data: [
          DOCUMENT,
          {
            ...{
              ...DOCUMENT,
              agreementId: `${AGREEMENT.slice(0, -1)}4`,
              title: 'House rules',
              requirement: 'checkbox',
            },
            ...{ outstanding: false, overdue: false, variation: null },
            acknowledged: { signatureId: 'sig_0123456789abcdef', version: 1, signedBy: KIM, signedAt: ago(900_000) },
          },
        ],
      }),
  ],
  [
    /^GET .*\/agreements\/document\//,
    () => answer('GET /api/agreements/document/{facilityId}/{agreementId}', DOCUMENT),
  ],
  [
    /^POST .*\/agreements\/sign\//,
    ({ body }) =>
      body?.documentSha256 === SHA256
        ? answer('POST /api/agreements/sign/{club}/{agreementid}', {
            ...{ signatureId: 'sig_1', agreementId: AGREEMENT, facilityId: FACILITY, version: 2, method: 'signature' },
            ...{ documentSha256: SHA256, evidenceSha256: SHA256, signedBy: KIM, signedAt: ago(0) },
          })
        : [409, fault('document_changed', 'documentSha256: is not of the document as it is now.')],
  ],
  [
    /^GET .*\/agreements\/for-people\/fac_/,
    () =>
      answer('GET /api/agreements/for-people/{facilityId}', {
        data: [{ agreementId: CUA.agreementId, title: 'Waiver', state: 'active', version: 1 }],
      }),
  ],
  [
    /^GET .*\/cua-config-agreements$/,
    () =>
      answer('GET /api/admin/cua-config-agreements', {
        data: [
          {
            ...{ agreementId: CUA.agreementId, organisationId: ORGANISATION, title: 'Waiver', state: 'active' },
            ...{ askedOf: ['members', 'others'], validityDays: 365, linkDays: 14, reminderDays: [3, 7] },
            signers: 'person',
          },
        ],
        next: null,
      }),
  ],
  [/^GET .*\/club-user-agreements$/, () => answer('GET /api/admin/club-user-agreements', { data: CUAS, next: null })],
  [
    /^GET .*\/club-user-agreements\/cua_/,
    () =>
      answer('GET /api/admin/club-user-agreements/{id}', {
        ...CUA,
        isWhole: true,
        events: ['created', 'send'].map((what, at) => ({ at: ago(90_000), what, doneBy: KIM, hash: `${at}${SHA256}` })),
      }),
  ],
  [/^POST .*\/club-user-agreements$/, ({ body }) => [201, { ...CUA, link: body?.deliver === 'desk' ? LINK : null }]],
  [
    /^PATCH .*\/club-user-agreements\/cua_/,
    () => answer('PATCH /api/admin/club-user-agreements/{id}', { ...CUA, link: null }),
  ],
];
