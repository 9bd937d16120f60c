import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { withheld } from '../../kit/http/shown-fields.ts';
import { facilityLinkFields } from '../../partner/partners/partner-link.ts';
import { partnerEndpoint } from '../../partner/partners/partner-surface.ts';
import { partnerFault, partnersFaults } from '../../partner/partners/partners.faults.ts';
import type { PartnersService } from '../../partner/partners/partners.service.ts';
import type { DoorsService } from '../../sites/doors/doors.service.ts';
import type { AccessService } from './access.service.ts';
import type { DoorAccess } from './check-access.ts';

interface Deps {
  readonly partners: Pick<PartnersService, 'facilityOf'>;
  readonly doors: Pick<DoorsService, 'findForPartner' | 'listForPartner'>;
  readonly access: Pick<AccessService, 'check'>;
}

const REASON =
  '`granted`, or why not: `outside_hours`, `plan_ended`, `status_denied`, `no_grant`, `scope_unmapped`, `maintenance_force_closed`, `lockdown`; `other` where staff decided. More may be added.';

/** Answers say the moment in UTC, as a date of four digits. */
const FIRST_MS = Date.parse('0000-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');
const hasYearInUtc = (text: string): boolean => Date.parse(text) >= FIRST_MS && Date.parse(text) <= LAST_MS;

const StepView = z
  .object({
    step: z
      .string()
      .describe(
        'What was looked at, such as `force_closed`, `plan` or `window`; at last `nothing`, where none of it opens.',
      ),
    verdict: z.enum(['passes', 'denies', 'opens', 'stays_closed']),
    reason: z.string().optional().describe('The reason code that it would deny with.'),
    text: z.string().describe('The same in words.'),
    scope_key: z.string().optional(),
    plan_zones: z.array(z.string()).optional(),
  })
  .meta({ id: 'AccessStep' });

const DoorAccessView = z
  .object({
    door_id: z.string(),
    name: z.string(),
    allowed: z.boolean(),
    reason: z.string().describe(REASON),
    via: z
      .string()
      .optional()
      .describe(
        'What opens the door: `plan`, `grace` (a plan that ended a little while ago), `window`, `maintenance_open` (staff hold the door open), or `other`: something that is not of your data.',
      ),
    next_open: z.iso
      .datetime()
      .optional()
      .describe('With `outside_hours`: when your plans and windows next open this door, if within 400 days.'),
    explanation: z
      .array(StepView)
      .describe('Everything that was looked at, in order: the first that `denies` or `opens` decided.'),
  })
  .meta({ id: 'DoorAccess' });

const { not_found, integration_not_enabled } = partnersFaults;

export const checkMemberAccess = partnerEndpoint<Deps>()({
  id: 'access.check',
  method: 'GET',
  path: '/partner/v1/members/:member_id/access-check',
  summary: 'Check a member’s access',
  description:
    'Would this member get in with a card or code, and why? Goes by what you have pushed, what the facility has mapped your scope keys and plan zones to, the doors’ maintenance modes and what staff decided, by the same rules as the boxes at the doors. It changes nothing and opens nothing. Of what staff or another integration decided you learn the outcome only: `other`. An unlock that you send is not checked by this: there, you decide.',
  gate: { key: 'read' },
  params: z.object({ member_id: z.string().min(1).max(120).describe('The member, by your own identifier.') }),
  query: z.object({
    ...facilityLinkFields,
    door_id: z
      .string()
      .max(120)
      .brand<'DoorId'>()
      .optional()
      .describe('One door. Without it: every door of the facility.'),
    at: z.iso
      .datetime({ offset: true, abort: true })
      .refine(hasYearInUtc, { error: 'must be in the years 0000 to 9999 of UTC' })
      .optional()
      .describe('The moment to check, as ISO 8601 with `Z` or an offset (write its `+` as `%2B`). Without it: now.'),
  }),
  examples: {
    params: { member_id: 'M-1001' },
    query: { facility_id: 'fac_0123456789abcdef', at: '2026-01-01T09:30:00Z' },
    success: {
      data: {
        member_id: 'M-1001',
        facility_id: 'fac_0123456789abcdef',
        at: '2026-01-01T09:30:00.000Z',
        doors: [
          {
            door_id: 'door_0123456789abcdef',
            name: 'Front door',
            allowed: true,
            reason: 'granted',
            via: 'window',
            explanation: [
              { step: 'force_closed', verdict: 'passes', text: 'Not forced closed.' },
              {
                step: 'window',
                verdict: 'opens',
                text: 'Weekly windows in Australia/Brisbane open this door.',
                scope_key: 'default',
              },
            ],
          },
        ],
        versions: { time_zones: '2026f', access_time_windows_revision: 7, facility: 42 },
      },
    },
  },
  success: {
    status: 200,
    description: 'The answer for each door, ordered by name.',
    schema: z.object({
      data: z.object({
        member_id: withheld(z.string()),
        facility_id: z.string(),
        linking_identifier: z.string().optional(),
        at: z.iso.datetime().describe('The moment that was checked.'),
        doors: z.array(DoorAccessView),
        versions: z.object({
          time_zones: z.string().describe('The release of the IANA time zone database that was gone by.'),
          access_time_windows_revision: z.int().nullable().describe('Of the stored windows; null if there are none.'),
          facility: z.int().describe('Higher with every change of the facility’s access rules.'),
        }),
      }),
    }),
  },
  faults: { not_found, integration_not_enabled },
  handle: ({ partners, doors, access }, { params, query }, { caller, read }) =>
    read(async (tx) => {
      const facility = await partners.facilityOf(tx, caller, query);
      if (!facility.enabled)
        throw partnerFault('integration_not_enabled', 'The facility has not enabled this integration.');
      const atMs = query.at === undefined ? undefined : Date.parse(query.at);
      const door = query.door_id === undefined ? undefined : await doors.findForPartner(tx, facility.id, query.door_id);
      if (query.door_id !== undefined && door === undefined)
        throw partnerFault('not_found', 'There is no such door for this integration.');
      const ref = { partnerId: caller.partnerId, facilityId: facility.id, memberId: params.member_id };
      const asked = door === undefined ? await doors.listForPartner(tx, facility.id) : [door];
      const check = await access.check(tx, ref, { doors: asked, atMs });
      if (check === undefined) throw partnerFault('not_found', 'There is no such member for this integration.');
      return {
        data: {
          member_id: params.member_id,
          facility_id: facility.id,
          ...(facility.linkingIdentifier === null ? {} : { linking_identifier: facility.linkingIdentifier }),
          at: isoOf(check.atMs),
          doors: check.doors.map(view),
          versions: {
            time_zones: check.versions.zoneRelease,
            access_time_windows_revision: check.versions.windowsRevision ?? null,
            facility: check.versions.facilityVersion,
          },
        },
      };
    }),
});

const view = ({
  doorId,
  name,
  allowed,
  reason,
  via,
  nextOpenS,
  explanation,
}: DoorAccess): z.output<typeof DoorAccessView> => ({
  door_id: doorId,
  name,
  allowed,
  reason,
  ...(via === undefined ? {} : { via }),
  ...(nextOpenS === undefined ? {} : { next_open: new Date(nextOpenS * 1_000).toISOString() }),
  explanation: explanation.map(({ scopeKey, planZones, ...step }) => ({
    ...step,
    ...(scopeKey === undefined ? {} : { scope_key: scopeKey }),
    ...(planZones === undefined ? {} : { plan_zones: [...planZones] }),
  })),
});
