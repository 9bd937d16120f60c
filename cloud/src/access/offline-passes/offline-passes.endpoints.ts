import { PASS_HOURS_MAX, PASS_USES_MAX } from '@gatehouse/shared/pass/outage-pass.ts';
import { phoneKey } from '@gatehouse/shared/pass/pass-code.ts';
import { z } from 'zod';
import { withheld } from '../../kit/http/shown-fields.ts';
import { facilityLinkFields } from '../../partner/partners/partner-link.ts';
import { partnerEndpoint } from '../../partner/partners/partner-surface.ts';
import { partnersFaults } from '../../partner/partners/partners.faults.ts';
import type { IssuedPass } from './issue-pass.ts';
import { offlinePassesFaults } from './offline-passes.faults.ts';
import type { OfflinePassesService } from './offline-passes.service.ts';

interface Deps {
  readonly offlinePasses: Pick<OfflinePassesService, 'issue' | 'take'>;
}

const dryRun = z.literal(true).optional().describe('Only for a dryrun key: nothing was changed.');

const PassView = z
  .object({
    pass_id: z.string().describe('What takes the pass back.'),
    pass: withheld(z.string())
      .optional()
      .describe('The signed pass, for the phone: it shows it with a code of the moment. Not there for a dryrun key.'),
    member_id: withheld(z.string()),
    facility_id: z.string(),
    linking_identifier: z.string().optional(),
    doors: z
      .array(z.object({ door_id: z.string(), name: z.string() }))
      .describe('The doors that it opens: all that are open to the member when it begins.'),
    valid_from: z.iso.datetime().describe('Now, or when the first door opens to the member within the asked hours.'),
    valid_until: z.iso
      .datetime()
      .describe('When the asked hours are over, or the first of its doors closes to the member.'),
    uses: z.int().describe('How often each box at the facility lets it open a door.'),
  })
  .meta({ id: 'OutagePass' });

const EXAMPLE_PHONE = 'Ax4YUy_UdUwC8wQdnHXOszuD_9gax85P6ILMscmLxYlu';
const { not_found, integration_not_enabled } = partnersFaults;
const memberParam = z.string().min(1).max(120).describe('The member, by your own identifier.');

export const issueOutagePass = partnerEndpoint<Deps>()({
  id: 'passes.issue',
  method: 'POST',
  path: '/partner/v1/members/:member_id/outage-passes',
  summary: 'Issue an outage pass',
  description:
    'A pass for a phone of the member, that doors know as yours with no connection to anything: for a member whom you have sent while the facility’s box cannot be reached, and who stands in front of it. It opens what the member may open anyway, as the access check says, for a short while, at one facility, and only together with a code that the phone makes anew every 15 seconds. The phone’s key never leaves the phone. Asked again for the same phone, the answer is the same pass while it has at least half of its time; for another phone, the member’s earlier passes end. A door that knows the member as banned stays shut.',
  gate: { key: 'write' },
  params: z.object({ member_id: memberParam }),
  body: z
    .object({
      ...facilityLinkFields,
      phone_key: withheld(
        z
          .string()
          .max(60)
          .refine((text) => /^[A-Za-z0-9_-]{44}$/.test(text) && phoneKey(text) !== undefined, {
            error: 'must be a compressed point of P-256 as base64url, 44 characters',
          }),
      ).describe('The phone’s ECDSA P-256 public key: a compressed point (SEC 1, 2.3.3), base64url.'),
      hours: z.int().min(1).max(PASS_HOURS_MAX).default(4).describe('How long it is to last at most.'),
      uses: z.int().min(1).max(PASS_USES_MAX).default(10).describe('How often each box lets it open a door.'),
    })
    .meta({ id: 'OutagePassRequest' }),
  examples: {
    params: { member_id: 'M-1001' },
    body: { facility_id: 'fac_0123456789abcdef', phone_key: EXAMPLE_PHONE, hours: 4, uses: 10 },
    success: {
      data: {
        pass_id: 'pass_0123456789abcdef',
        pass: 'eyJhbGciOiJFZERTQSIsImtpZCI6InAxIn0.eyJ2IjoxLCJpcyI6Im91dGFnZS1wYXNzIn0.c2lnbmF0dXJl',
        member_id: 'M-1001',
        facility_id: 'fac_0123456789abcdef',
        doors: [{ door_id: 'door_0123456789abcdef', name: 'Front door' }],
        valid_from: '2026-01-01T09:30:00.000Z',
        valid_until: '2026-01-01T13:30:00.000Z',
        uses: 10,
      },
    },
  },
  success: {
    status: 200,
    description: 'The pass, for the phone.',
    schema: z.object({ data: PassView, 'dry-run': dryRun }),
  },
  faults: { not_found, integration_not_enabled, ...offlinePassesFaults },
  audit: { event: 'outage_pass.issue', target: ({ params: { member_id: memberId } }) => ({ standsFor: { memberId } }) },
  handle: async ({ offlinePasses }, { params, body }, { tx, caller, at }) => ({
    data: view(await offlinePasses.issue(tx, caller, { ...body, ...params }, at)),
    ...(caller.keyType === 'dryrun' ? { 'dry-run': true as const } : {}),
  }),
});

export const revokeOutagePass = partnerEndpoint<Deps>()({
  id: 'passes.revoke',
  method: 'DELETE',
  path: '/partner/v1/members/:member_id/outage-passes/:pass_id',
  summary: 'Take an outage pass back',
  description:
    'Ends a pass before its time. Boxes that are reached know it within moments; one that is cut off takes the pass until it ends by itself. Taking it back again changes nothing.',
  gate: { key: 'write' },
  params: z.object({
    member_id: memberParam,
    pass_id: z.string().max(120).describe('The pass, by the `pass_id` that it was issued with.'),
  }),
  query: z.object(facilityLinkFields),
  examples: {
    params: { member_id: 'M-1001', pass_id: 'pass_0123456789abcdef' },
    query: { facility_id: 'fac_0123456789abcdef' },
    success: { pass_id: 'pass_0123456789abcdef', revoked: true },
  },
  success: {
    status: 200,
    description: 'It is taken back.',
    schema: z.object({ pass_id: z.string(), revoked: z.literal(true), 'dry-run': dryRun }),
  },
  faults: { not_found },
  audit: { event: 'outage_pass.revoke', target: ({ params: { pass_id } }) => pass_id },
  handle: async ({ offlinePasses }, { params, query }, { tx, caller, at }) => {
    await offlinePasses.take(tx, caller, { ...query, ...params }, at);
    const revoked = { pass_id: params.pass_id, revoked: true as const };
    return caller.keyType === 'dryrun' ? { ...revoked, 'dry-run': true as const } : revoked;
  },
});

const view = (issued: IssuedPass): z.output<typeof PassView> => ({
  pass_id: issued.passId,
  ...(issued.pass === undefined ? {} : { pass: issued.pass }),
  member_id: issued.memberId,
  facility_id: issued.facilityId,
  ...(issued.linkingIdentifier === null ? {} : { linking_identifier: issued.linkingIdentifier }),
  doors: issued.doors.map(({ doorId, name }) => ({ door_id: doorId, name })),
  valid_from: new Date(issued.fromS * 1_000).toISOString(),
  valid_until: new Date(issued.untilS * 1_000).toISOString(),
  uses: issued.uses,
});
