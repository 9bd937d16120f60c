import { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { bytesAnswer } from '../../kit/http/media.ts';
import { listSchema, pagesOf } from '../../kit/http/paging.ts';
import {
  AT_FACILITY,
  contractClubParams,
  facilityParams,
  facilityReads,
  PathId,
} from '../../platform/users/facility-surface.ts';
import { platformEndpoint, visibleScopes } from '../../platform/users/platform-surface.ts';
import { attachmentsFaults } from '../attachments/attachments.faults.ts';
import { ATTACHMENT_TYPES, type AttachmentsService } from '../attachments/attachments.module.ts';
import { AN_AGREEMENT, AN_ORGANISATION } from './agreement-fields.ts';
import { agreementsFault, agreementsFaults } from './agreements.faults.ts';
import type { AgreementsService } from './agreements.service.ts';
import { A_STANDING, ClubAgreement, ClubOutstanding, standingsOf } from './standing-view.ts';

interface Deps {
  readonly agreements: Pick<AgreementsService, 'clubs'>;
}
const { agreement_unknown, attachment_unknown } = agreementsFaults;

export const listClubAgreements = platformEndpoint<Deps>()({
  id: 'agreements.list-of-club',
  method: 'GET',
  path: '/api/agreements/list-agreements/:club',
  graph: { on: 'Facility', as: 'agreements', with: { club: 'facilityId' } },
  summary: 'List what a club is asked to agree to',
  description:
    'Every published agreement that is for this club, with its acknowledgement, what differs there, and the hash of the document as it is there. What asks for no acknowledgement is neither acknowledged nor unacknowledged. By the day from which each holds, the newest first, or by title; the four filters say which.',
  gate: facilityReads,
  params: z.object(contractClubParams),
  query: z.strictObject({
    'contracts-sort': z
      .enum(['date-effective', 'alphabetical'])
      .default('date-effective')
      .describe('`date-effective`: by the day from which it holds, the newest first. `alphabetical`: by title.'),
    'contracts-acknowledgement': z
      .enum(['all', 'acknowledged', 'unacknowledged'])
      .default('all')
      .describe('Those that the club has acknowledged, or has not.'),
    'contracts-requirement': z
      .enum(['all', 'signature', 'checkbox', 'popup', 'none'])
      .default('all')
      .describe('Those that ask for this.'),
    'contracts-status': z
      .enum(['all', 'active', 'archived'])
      .default('all')
      .describe('Those that are asked now, or are no more.'),
  }),
  success: { status: 200, description: 'The agreements.', schema: listSchema(ClubAgreement) },
  examples: {
    params: { club: AT_FACILITY.facilityId },
    query: { 'contracts-status': 'active' },
    success: { data: [A_STANDING] },
  },
  faults: { agreement_unknown },
  handle: ({ agreements }, { params: { club }, query }, { read }) =>
    read(async (tx) => {
      const standings = await agreements.clubs.list(tx, club, {
        sort: query['contracts-sort'],
        acknowledgement: query['contracts-acknowledgement'],
        requirement: query['contracts-requirement'],
        status: query['contracts-status'],
      });
      return { data: await standingsOf(tx, standings) };
    }),
});

const ForPeople = z
  .object({
    agreementId: z
      .string()
      .describe('The agreement.')
      .meta({ examples: [AN_AGREEMENT] }),
    title: z
      .string()
      .describe('What it is called.')
      .meta({ examples: ['Waiver'] }),
    state: z.enum(['active', 'archived']).describe('Nobody is asked any more for what is archived.'),
    version: z
      .int()
      .describe('The version that whoever is asked now is asked for.')
      .meta({ examples: [1] }),
  })
  .meta({ id: 'AgreementForPeople' });

export const listForPeople = platformEndpoint<Deps>()({
  id: 'agreements.list-for-people',
  method: 'GET',
  path: '/api/agreements/for-people/:facilityId',
  graph: { on: 'Facility', as: 'agreementsForPeople', with: { facilityId: 'facilityId' } },
  summary: 'List what people at a club are asked to agree to',
  description:
    'Every published agreement that single people at this club are asked for, each for themselves, by title. Whoever manages the club asks them by `POST /api/admin/club-user-agreements`.',
  gate: facilityReads,
  params: z.object(facilityParams),
  success: { status: 200, description: 'The agreements.', schema: listSchema(ForPeople) },
  examples: {
    params: AT_FACILITY,
    success: { data: [{ agreementId: AN_AGREEMENT, title: 'Waiver', state: 'active', version: 1 }] },
  },
  faults: { agreement_unknown },
  handle: ({ agreements }, { params: { facilityId } }, { read }) =>
    read(async (tx) => ({ data: await agreements.clubs.listForPeople(tx, facilityId) })),
});

const Document = ClubAgreement.extend({
  body: z.string().describe('What the version says, in Markdown. What differs at the club is in `variation`.'),
  statement: z
    .string()
    .nullable()
    .describe('What whoever acknowledges it says by that, word for word: show it. Null: nothing is asked.'),
}).meta({ id: 'ClubAgreementDocument' });

export const readDocument = platformEndpoint<Deps>()({
  id: 'agreements.read-document',
  method: 'GET',
  path: '/api/agreements/document/:facilityId/:agreementId',
  summary: 'Read a document as a club has it',
  description:
    'What the club is asked to agree to: the version that counts, and what differs there today. Whoever signs sends its `documentSha256`.',
  gate: facilityReads,
  params: z.object({ ...facilityParams, agreementId: PathId.describe('The agreement.') }),
  success: { status: 200, description: 'The document.', schema: Document },
  examples: {
    params: { ...AT_FACILITY, agreementId: AN_AGREEMENT },
    success: {
      ...A_STANDING,
      body: '# Operating standards\n\nEvery club opens at six.',
      statement: 'I have read this document, and I sign it for Riverside Strength Brisbane.',
    },
  },
  faults: { agreement_unknown },
  handle: ({ agreements }, { params: { facilityId, agreementId } }, { read }) =>
    read(async (tx) => {
      const { standing, body, statement } = await agreements.clubs.document(tx, facilityId, agreementId);
      const [shown] = await standingsOf(tx, [standing]);
      return { ...(shown as z.output<typeof ClubAgreement>), body, statement };
    }),
});

export const readAttachment = platformEndpoint<
  Deps & { readonly attachments: Pick<AttachmentsService, 'find' | 'read'> }
>()({
  id: 'agreements.read-attachment',
  method: 'GET',
  path: '/api/agreements/document/:facilityId/:agreementId/attachments/:attachmentId',
  graph: { omit: 'It is a file.' },
  tool: { omit: 'It is a file, for whoever is to read it.' },
  summary: 'Read a file of a document',
  description:
    'The bytes of one of the `attachments` of the document as this club has it. Their SHA-256 is what the document names, and so what whoever signs has signed.',
  gate: facilityReads,
  params: z.object({
    ...facilityParams,
    agreementId: PathId.describe('The agreement.'),
    attachmentId: PathId.describe('The file.'),
  }),
  success: { status: 200, description: 'The file.', bytes: ATTACHMENT_TYPES },
  examples: {
    params: { ...AT_FACILITY, agreementId: AN_AGREEMENT, attachmentId: 'att_0123456789abcdef' },
  },
  faults: { agreement_unknown, attachment_unknown, attachment_not_there: attachmentsFaults.attachment_not_there },
  handle: async ({ agreements, attachments }, { params: { facilityId, agreementId, attachmentId } }, { read }) => {
    const file = await read(async (tx) => {
      const { standing } = await agreements.clubs.document(tx, facilityId, agreementId);
      const isOfIt = standing.attachments.some((one) => one.attachmentId === attachmentId);
      return isOfIt ? attachments.find(tx, attachmentId) : undefined;
    });
    if (file === undefined) throw agreementsFault('attachment_unknown', 'This document has no such file.');
    return bytesAnswer({
      type: file.media_type,
      bytes: await attachments.read(file.id),
      tag: file.sha256,
      download: file.name,
    });
  },
});

export const readOutstanding = platformEndpoint<Deps>()({
  id: 'agreements.outstanding',
  method: 'GET',
  path: '/api/agreements/agreements-outstanding',
  summary: 'Count what is outstanding',
  description:
    'How many acknowledgements the clubs that you see still owe, in all and club by club: those that `list-agreements` shows as outstanding. A club that owes none is not listed.',
  gate: { needs: 'facility-staff', in: 'anywhere' },
  query: z.strictObject({
    organisationId: OrgId.optional().describe('Of the clubs of this organisation.'),
    facilityId: FacilityId.optional().describe('Of this club.'),
    ...pagesOf({ of: 'fac' }),
  }),
  success: {
    status: 200,
    description: 'The counts, and a page of the clubs, by id.',
    schema: z.object({
      total: z.int().describe('How many are outstanding in all, whichever page this is.'),
      overdue: z.int().describe('How many of those hold already.'),
      data: z.array(ClubOutstanding).describe('The clubs that owe any.'),
      next: z.string().nullable().describe('Begins the next page; null on the last one.'),
    }),
  },
  examples: {
    query: { organisationId: AN_ORGANISATION },
    success: {
      total: 3,
      overdue: 1,
      data: [{ facilityId: AT_FACILITY.facilityId, outstanding: 3, overdue: 1, oldestEffectiveOn: '2026-02-01' }],
      next: null,
    },
  },
  faults: {},
  handle: ({ agreements }, { query }, { caller, read }) =>
    read((tx) => agreements.clubs.outstanding(tx, { ...query, reach: visibleScopes(caller, 'facility-staff') }, query)),
});
