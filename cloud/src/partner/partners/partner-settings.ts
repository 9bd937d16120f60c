import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { isUniqueViolation } from '../../kit/db/errors.ts';
import { revoked } from '../../kit/db/revoked.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { wrongField } from '../../kit/http/validate.ts';
import { partnerAccountsRepo } from './partner-accounts.repo.ts';
import { partnerFault } from './partners.faults.ts';
import { partnersRepo } from './partners.repo.ts';
import type { PartnersDeps } from './partners.service.ts';
import type { PartnerTable } from './partners.tables.ts';

/** How an account's integration is set up. */
export const PartnerSettings = z.strictObject({
  name: z.string().trim().min(1).max(120).describe('What staff know the partner by.'),
  linking_method: z
    .enum(['facility_id', 'linking_identifier'])
    .describe(
      'How the partner’s requests name a facility: by its id here, or by an identifier of the partner’s own, which each facility sets.',
    ),
  linking_label: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .describe('What facilities call the linking identifier, such as “Branch code”.'),
  prefix: z
    .string()
    .regex(/^[A-Za-z0-9-]{0,20}$/, 'must be at most 20 letters, digits and hyphens')
    .describe('What every linking identifier of the partner begins with, checked where one is set. Empty: anything.'),
  custom_fields: z
    .array(
      z.strictObject({
        key: z
          .string()
          .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be lower-case letters, digits and underscores')
          .describe('Names the field: no two are alike.'),
        label: z.string().trim().min(1).max(60).describe('What facilities read beside the field.'),
      }),
    )
    .max(20)
    .refine((fields) => new Set(fields.map(({ key }) => key)).size === fields.length, 'keys must differ')
    .describe('Further fields that facilities fill in when they enable the integration. All of them.'),
});
export type PartnerSettings = z.infer<typeof PartnerSettings>;

/** Requests a second. More than this is no limit at all, and fewer than one is a revoked key. */
const RateLimit = z.int().min(1).max(1_000);

export interface IntegrationChange {
  readonly enabled: boolean;
  /** The partner's code for the facility; `null` takes it away, and nothing leaves it as it is. */
  readonly linkingIdentifier?: string | null | undefined;
  /** What the facility fills in for the partner's further fields, all of them; nothing leaves it as it is. */
  readonly customFields?: Readonly<Record<string, string>> | undefined;
}

/** What an account and each facility have agreed on. */
export const createPartnerSettings = ({
  db,
  clock,
  accessChanged,
}: Pick<PartnersDeps, 'db' | 'clock' | 'accessChanged'>) => ({
  /** Throws `not_found`. */
  settingsOf: async (partnerId: PartnerId): Promise<PartnerSettings> => {
    const row = await db.read((tx) => partnersRepo(tx).findPartner(partnerId));
    if (row === undefined) throw noSuchPartner();
    const { name, linking_method, linking_label, prefix, custom_fields } = row;
    return { name, linking_method, linking_label, prefix, custom_fields: JSON.parse(custom_fields) };
  },

  /** Changes what is named and leaves the rest. Throws `invalid_request` or `not_found`. */
  setSettings: async (tx: Tx, partnerId: PartnerId, changes: Partial<PartnerSettings>): Promise<void> => {
    const { custom_fields, ...rest } = checked(PartnerSettings.partial(), changes);
    const named = Object.entries(rest).filter(([, value]) => value !== undefined);
    const set = {
      ...Object.fromEntries(named),
      ...(custom_fields === undefined ? {} : { custom_fields: JSON.stringify(custom_fields) }),
    };
    if (Object.keys(set).length === 0) return;
    if (!(await partnersRepo(tx).updatePartner(partnerId, set))) throw noSuchPartner();
  },

  /**
   * Sets an account's requests a second by endpoint id; those that are not named go back to the default of the API.
   * `known` are the ids there are: a misspelt one is refused rather than kept without effect. Counts from the next
   * request on. Throws `invalid_request` or `not_found`.
   */
  setRateLimits: async (
    tx: Tx,
    partnerId: PartnerId,
    limits: Readonly<Record<string, number>>,
    known: ReadonlySet<string>,
  ): Promise<void> => {
    for (const endpoint of Object.keys(limits))
      if (!known.has(endpoint)) throw kitFault('invalid_request', `${endpoint}: there is no such endpoint.`);
    const rate_limits = JSON.stringify(checked(z.record(z.string(), RateLimit), limits));
    if (!(await partnersRepo(tx).updatePartner(partnerId, { rate_limits }))) throw noSuchPartner();
  },

  /**
   * Enables or disables the integration at a facility, and sets what the partner calls the facility. Whether it is
   * enabled is a fact of access there. Throws `not_found` for a facility outside the partner's organisations, and
   * `linking_identifier_taken`, and `invalid_request` for what does not fit the partner's settings.
   */
  setIntegration: async (
    tx: Tx,
    partnerId: PartnerId,
    facilityId: FacilityId,
    { enabled, linkingIdentifier, customFields }: IntegrationChange,
  ): Promise<void> => {
    const repo = partnersRepo(tx);
    if (!(await repo.mayLink(partnerId, facilityId)))
      throw partnerFault('not_found', 'There is no such facility for this integration.');
    // Nobody changes how the partner names facilities meanwhile: who is enabled without a name would never be found.
    await partnerAccountsRepo(tx).lockPartner(partnerId);
    const before = await repo.holdIntegration(partnerId, facilityId);
    const to = { enabled, linkingIdentifier, customFields };
    refuseMisfit(await repo.findPartner(partnerId), before.linkingIdentifier, to);
    const changedAt = enabled === before.enabled ? undefined : clock.wallMs();
    await repo.updateIntegration({ partnerId, facilityId, changedAt, ...to }).catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      throw partnerFault('linking_identifier_taken', `Another facility is called ${linkingIdentifier} already.`);
    });
    if (enabled !== before.enabled) await accessChanged(tx, facilityId, { partnerId, enabled });
    if (!enabled) revoked(tx, { kind: 'integration', facilityId, subject: partnerId });
  },

  /** After a restore. Resolves with whether it was enabled. */
  endIntegration: async (tx: Tx, partnerId: PartnerId, facilityId: FacilityId): Promise<boolean> => {
    const repo = partnersRepo(tx);
    if (!(await repo.mayLink(partnerId, facilityId))) return false;
    if (!(await repo.holdIntegration(partnerId, facilityId)).enabled) return false;
    await repo.updateIntegration({
      partnerId,
      facilityId,
      enabled: false,
      changedAt: clock.wallMs(),
      linkingIdentifier: undefined,
      customFields: undefined,
    });
    await accessChanged(tx, facilityId, { partnerId, enabled: false });
    return true;
  },
});

/** What a facility sets has to fit what the partner's account asks for. */
const refuseMisfit = (
  partner: Selectable<PartnerTable> | undefined,
  stored: string | null,
  { enabled, linkingIdentifier, customFields = {} }: IntegrationChange,
): void => {
  if (partner === undefined) throw noSuchPartner();
  const { linking_method, linking_label, prefix, custom_fields } = partner;
  const identifier = linkingIdentifier === undefined ? stored : linkingIdentifier;
  if (enabled && linking_method === 'linking_identifier' && identifier === null)
    throw wrongField('body.linkingIdentifier', 'required', `is required to enable this partner: its ${linking_label}`);
  if (typeof linkingIdentifier === 'string' && !linkingIdentifier.startsWith(prefix))
    throw wrongField('body.linkingIdentifier', 'prefix', `must begin with ${prefix}`);
  const known = new Set((JSON.parse(custom_fields) as PartnerSettings['custom_fields']).map(({ key }) => key));
  for (const key of Object.keys(customFields))
    if (!known.has(key)) throw wrongField(`body.customFields.${key}`, 'unknown', 'is no field of this partner');
};

const noSuchPartner = () => partnerFault('not_found', 'There is no such partner.');

const checked = <T>(schema: z.ZodType<T>, value: unknown): T => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw kitFault('invalid_request', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}`);
};
