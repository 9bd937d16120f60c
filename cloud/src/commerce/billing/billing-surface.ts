import { z } from 'zod';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import type { BillingService } from './billing.service.ts';

/** What the endpoints of billing have in common: `/api/admin/saas-billing/…`, for super admins alone. */
export const billingEndpoint = platformEndpoint<{ readonly billing: BillingService }>();
export const superAdmins = { needs: 'super-admin', in: 'platform' } as const;

export const OWNER = 'org#org_0123456789abcdef';
/** Whatever it is, it is looked for, and not found. */
export const ownerKeyParam = z
  .string()
  .max(120)
  .describe('The owner, `org#<id>` or `facility#<id>`, URL-encoded once: `org%23org_…`.')
  .meta({ examples: [OWNER] });
export const OwnerKeyField = z
  .string()
  .describe('Whose it is: `org#<id>` or `facility#<id>`.')
  .meta({ examples: [OWNER] });
export const moment = z.iso.datetime();
export const cents = z.int();
export const flag = (what: string) =>
  z
    .string()
    .max(20)
    .default('false')
    .transform((text) => text === 'true' || text === '1')
    .describe(`${what} \`true\` or \`1\`; whatever else is no.`);
