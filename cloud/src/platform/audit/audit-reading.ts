import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { ReadCall } from '../../kit/http/endpoint.ts';
import { listSchema, pageOf, pageSchema, pagesOf } from '../../kit/http/paging.ts';
import type { OrganisationsService } from '../organisations/organisations.service.ts';
import { type PlatformCaller, platformEndpoint } from '../users/platform-surface.ts';
import type { AuditService } from './audit.service.ts';
import { type Visible, visibleTo } from './audit-reach.ts';

export interface AuditEndpointDeps {
  readonly audit: AuditService;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
}

/** Whoever looks after a place may read what was done there. */
export const READS = { needs: 'facility-staff', in: 'anywhere' } as const;

export const visibleFor = (
  { organisations }: Pick<AuditEndpointDeps, 'organisations'>,
  { caller, read }: Pick<ReadCall<PlatformCaller>, 'caller' | 'read'>,
): Promise<Visible> => read((tx) => visibleTo(tx, organisations, caller));

export const listOrganisations = platformEndpoint<AuditEndpointDeps>()({
  id: 'audit.organisations',
  method: 'GET',
  path: '/api/admin/audit-logs/user-organisations',
  summary: 'List the organisations whose audit you may read',
  description:
    'The organisations that your roles reach, by name. Where your roles are those of single facilities, you read only what was done at these.',
  gate: READS,
  query: z.strictObject(pagesOf({ most: 1_000, usual: 1_000, of: 'org' })),
  success: {
    status: 200,
    description: 'Each may be the `organisationId` of a search.',
    schema: pageSchema(
      z.object({
        organisationId: z.string(),
        name: z.string(),
        facilityIds: z.array(z.string()).nullable().describe('Only those; null: all of the organisation.'),
      }),
    ),
  },
  examples: {
    success: {
      data: [{ organisationId: 'org_0123456789abcdef', name: 'Riverside Strength', facilityIds: null }],
      next: null,
    },
  },
  faults: {},
  handle: async (deps, { query: { after, limit } }, call) => {
    const visible = await visibleFor(deps, call);
    const partsOf = (id: string) =>
      visible === 'everything' ? undefined : visible.find((organisation) => organisation.id === id)?.facilities;
    const found = await call.read((tx) => deps.audit.organisations(tx, visible, { after, limit: limit + 1 }));
    const { page, next } = pageOf(found, limit, ({ id }) => id);
    const data = page.map(({ id, name }) => ({ organisationId: id, name, facilityIds: partsOf(id)?.slice() ?? null }));
    return { data, next };
  },
});

export const listCacheKeys = platformEndpoint<AuditEndpointDeps>()({
  id: 'audit.cache-keys',
  method: 'GET',
  path: '/api/admin/audit-logs/debug-redis-keys',
  summary: 'List what cached statistics there are',
  description:
    'Names and ages of the statistics that are kept for five minutes, for whoever looks into why a figure is old. There is no Redis here: they are in the database, so that all replicas answer alike. No value is shown.',
  gate: { needs: 'super-admin', in: 'platform' },
  success: {
    status: 200,
    description: 'The entries, by name, 1,000 at most.',
    schema: listSchema(
      z.object({
        key: z.string(),
        madeAt: z.iso.datetime(),
        ageSeconds: z.int(),
        fresh: z.boolean().describe('False: counted anew when it is asked for next.'),
      }),
    ).extend({ store: z.literal('database') }),
  },
  examples: {
    success: {
      store: 'database',
      data: [{ key: 'statistics 12h everything', madeAt: '2026-01-01T09:30:00.000Z', ageSeconds: 120, fresh: true }],
    },
  },
  faults: {},
  handle: async ({ audit }) => ({
    store: 'database' as const,
    data: (await audit.cacheKeys()).map(({ name, madeAt, fresh }) => ({
      key: name,
      madeAt: isoOf(madeAt),
      ageSeconds: ageOf(madeAt, audit),
      fresh,
    })),
  }),
});

/** In whole seconds. Replicas' clocks may differ a little. */
export const ageOf = (madeAt: number, { now }: Pick<AuditService, 'now'>): number =>
  Math.max(0, Math.floor((now() - madeAt) / 1_000));
