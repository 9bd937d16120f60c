import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { partnerSurface } from './partner-surface.ts';
import type { PartnersService } from './partners.service.ts';

/** Orders about what partners may do: their keys, rates and integrations; and what they asked for. */
export const partnerCommands = ({
  db,
  partners,
  partnerEndpoints,
}: {
  readonly db: Pick<Database, 'write'>;
  readonly partners: Pick<
    PartnersService,
    'listKeys' | 'createKey' | 'rotateKey' | 'revokeKey' | 'setRateLimits' | 'listRequests' | 'setIntegration'
  >;
  readonly partnerEndpoints: () => ReadonlySet<string>;
}): Readonly<Record<string, ControlCommand>> => ({
  keys: controlCommand({
    body: z.strictObject({ partnerId: PartnerId }),
    run: async ({ partnerId }) => ({ keys: await partners.listKeys(partnerId) }),
  }),
  'create-key': controlCommand({
    body: z.strictObject({
      partnerId: PartnerId,
      type: z.enum(['live', 'dryrun', 'read-only']),
      label: z.string().min(1).max(120),
    }),
    run: ({ partnerId, type, label }) => db.write((tx) => partners.createKey(tx, partnerId, type, label)),
  }),
  'rotate-key': controlCommand({
    body: z.strictObject({
      keyId: z.uuid(),
      overlapHours: z
        .number()
        .min(0)
        .max(24 * 30)
        .default(24),
    }),
    run: ({ keyId, overlapHours }) => db.write((tx) => partners.rotateKey(tx, keyId, Hours(overlapHours))),
  }),
  'revoke-key': controlCommand({
    body: z.strictObject({ keyId: z.uuid() }),
    run: ({ keyId }) => db.write((tx) => partners.revokeKey(tx, keyId)),
  }),
  'rate-limits': controlCommand({
    body: z.strictObject({ partnerId: PartnerId, limits: z.record(z.string().max(120), z.number()) }),
    run: async ({ partnerId, limits }) => {
      await db.write((tx) => partners.setRateLimits(tx, partnerId, limits, partnerEndpoints()));
      return { limits, otherEndpoints: partnerSurface.requestsPerSecond };
    },
  }),
  requests: controlCommand({
    body: z.strictObject({
      partnerId: PartnerId,
      status: z.int().min(1).max(599).optional(),
      endpoint: z.string().max(120).optional(),
      requestId: z.string().max(120).optional(),
      after: z.string().max(200).optional(),
      limit: z.int().min(1).max(200).default(50),
    }),
    run: ({ partnerId, ...query }) => partners.listRequests(partnerId, query),
  }),
  integration: controlCommand({
    body: z.strictObject({
      partnerId: PartnerId,
      facilityId: FacilityId,
      enabled: z.boolean(),
      linkingIdentifier: z.string().min(1).max(120).optional(),
    }),
    run: ({ partnerId, facilityId, enabled, linkingIdentifier }) =>
      db.write((tx) =>
        partners.setIntegration(tx, partnerId, facilityId, {
          enabled,
          ...(linkingIdentifier === undefined ? {} : { linkingIdentifier }),
        }),
      ),
  }),
});
