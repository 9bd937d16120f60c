import { z } from 'zod';
import { accessFaults } from '../../access/access/access.faults.ts';
import { AT_FACILITY, facilityParams, facilityWrites, memberParams } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { erasureReportOf } from './erasure-report.ts';
import type { ErasuresService } from './erasures.service.ts';

type Deps = { readonly erasures: Pick<ErasuresService, 'exportMember' | 'eraseMember'> };

const faults = { place_unknown: usersFaults.place_unknown, member_unknown: accessFaults.member_unknown };
const params = z.object({ ...facilityParams, ...memberParams });
const A_MEMBER = { ...AT_FACILITY, partnerId: 'ptr_0123456789abcdef', memberId: 'M-1001' };
const audited = ({ params: { partnerId, memberId } }: { params: z.output<typeof params> }) => ({
  standsFor: { partnerId, memberId },
});

const erasureReport = z
  .array(
    z.object({
      where: z.string().describe('The kind of record.'),
      what: z.string().describe('What it still has of the member.'),
      until: z.string().describe('When that goes.'),
    }),
  )
  .describe('Where something of the member is left after they are erased, and until when. Nowhere else.');
const AN_ERASURE_REPORT = erasureReportOf({ staysBanned: false }).slice(0, 1);

export const exportMember = platformEndpoint<Deps>()({
  id: 'members.export',
  method: 'GET',
  path: '/api/access-control/:facilityId/members/:partnerId/:memberId/export',
  graph: { omit: 'A file: everything that is held of somebody, as large as that is.' },
  tool: { omit: 'A file: everything that is held of somebody, as large as that is.' },
  summary: 'Export everything that is stored of one member',
  description:
    'By store, each at most 10,000 rows, the newest first: what the partner has sent, check-ins, unlocks, passes, what feeds have told, and what staff have said of the person. Of what was sent along with unlocks and is long, the newest megabyte. Of cards and PINs, what staff see. `remains` says where else something of the member is, and would be after they are erased.',
  gate: facilityWrites,
  params,
  success: {
    status: 200,
    description: 'The rows of each store.',
    schema: z.object({
      data: z
        .array(
          z.object({
            store: z.string().describe('The kind of record.'),
            rows: z.array(z.record(z.string(), z.unknown())).describe('As it is stored.'),
          }),
        )
        .describe('Every store, also one without a row of the member.'),
      remains: erasureReport,
    }),
  },
  examples: {
    params: A_MEMBER,
    success: {
      data: [{ store: 'check_in', rows: [{ check_in_id: 'c-1', occurred_at: 1767225600000, check_in_type: null }] }],
      remains: AN_ERASURE_REPORT,
    },
  },
  faults,
  audit: { event: 'member.export', target: audited },
  handle: async ({ erasures }, { params: { facilityId, partnerId, memberId } }, { read }) => {
    const found = await read((tx) => erasures.exportMember(tx, { facilityId, partnerId, memberId }));
    const data = Object.entries(found).map(([store, rows]) => ({ store, rows: rows.map((row) => ({ ...row })) }));
    return { data, remains: erasureReportOf({ staysBanned: true }) };
  },
});

export const eraseMember = platformEndpoint<Deps>()({
  id: 'members.erase',
  method: 'DELETE',
  unit: 'own',
  path: '/api/access-control/:facilityId/members/:partnerId/:memberId',
  summary: 'Erase one member',
  description:
    'On every store: record, windows, picture, check-ins, passes, the names and the id in unlocks and feeds, and the person with cards, PIN and grants. The audit and the facts of boxes name a pseudonym and a number, and what those stood for is gone, so both can be verified as before. Boxes forget the member with the next snapshot; a database that is restored from an older backup erases them again. A person who is another member too stays that one; one whom staff have banned stays banned, and the ban keeps the id. What partners have read and webhooks have received is with them. A partner that sends the member again makes a new one: it must erase them as well. `remains` says what is left where, and until when.',
  gate: facilityWrites,
  act: 'grave:erase',
  stepUp: true,
  params,
  success: {
    status: 200,
    description: 'The member is erased, or a job goes on with it.',
    schema: z.object({
      erasureId: z.string().describe('The order. It names the member for a minute, and then only as a keyed hash.'),
      complete: z.boolean().describe('False: something failed just now. A job goes on until all of it is done.'),
      erased: z.record(z.string(), z.int()).describe('How many rows of each store that was.'),
      remains: erasureReport,
    }),
  },
  examples: {
    params: A_MEMBER,
    success: {
      erasureId: 'era_0123456789abcdef',
      complete: true,
      erased: { member: 1, unlock_attempt: 12, check_in: 3 },
      remains: AN_ERASURE_REPORT,
    },
  },
  faults,
  audit: { event: 'member.erase', target: audited },
  handle: async ({ erasures }, { params }, { write, about }) => {
    const { facilityId, partnerId, memberId } = params;
    const { erasureId, complete, erased, staysBanned } = await erasures
      .eraseMember({ facilityId, partnerId, memberId }, { write, about })
      .catch((error: unknown) => {
        // Nothing was erased, and a pseudonym that was made for it is undone as well.
        about(audited({ params }));
        throw error;
      });
    return { erasureId, complete, erased: { ...erased }, remains: erasureReportOf({ staysBanned }) };
  },
});
