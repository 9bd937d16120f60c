import type { FacilityId, OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { Caller } from '../../kit/http/endpoint.ts';
import { invalidRequest } from '../../kit/http/validate.ts';
import { createFacilityLinks } from './facility-links.ts';
import { createKeyReach } from './key-reach.ts';
import type { KeyType } from './key-text.ts';
import { createLinkingChange } from './linking-change.ts';
import { createPartnerAccounts } from './partner-accounts.ts';
import { createPartnerContacts } from './partner-contacts.ts';
import { createPartnerKeys } from './partner-keys.ts';
import { LINK_MAX } from './partner-link.ts';
import { createPartnerLinks } from './partner-links.ts';
import { createPartnerProfile } from './partner-profile.ts';
import { createPartnerRequests } from './partner-requests.ts';
import { createPartnerSettings } from './partner-settings.ts';
import { partnerFault } from './partners.faults.ts';
import { type FacilityLink, partnersRepo } from './partners.repo.ts';
import { createRemarks } from './remarks.ts';
import { createTryKeys } from './try-keys.ts';

export interface PartnersDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Whether a partner's integration counts as disabled at a facility for now, though the facility enabled it. */
  readonly integrationOff: (tx: Tx, partnerId: PartnerId, facilityId: FacilityId) => Promise<boolean>;
  /** Whether a session of the console goes on. */
  readonly sessionLives: (tx: Tx, sessionId: string) => Promise<boolean>;
  /** A facility enabled a partner, or disabled it: who may pass which door may be different from now on. */
  readonly accessChanged: (
    tx: Tx,
    facilityId: FacilityId,
    to: { readonly partnerId: PartnerId; readonly enabled: boolean },
  ) => Promise<unknown>;
}

/** Who calls the partner API: an account, through one of its keys. */
export interface PartnerCaller extends Caller {
  readonly partnerId: PartnerId;
  readonly partnerName: string;
  readonly linkingMethod: 'facility_id' | 'linking_identifier';
  readonly keyId: string;
  readonly keyType: KeyType;
  /** The key was made in a session of the console, for a page of it. */
  readonly isForTrying?: boolean;
}

export interface NewPartner {
  readonly name: string;
  readonly linkingMethod: PartnerCaller['linkingMethod'];
  readonly linkingLabel?: string;
  readonly rateLimits?: Readonly<Record<string, number>>;
  readonly organisations: readonly OrgId[];
}

/** Both members a request may carry, as they came; only the configured one counts. */
export interface LinkFields {
  readonly facility_id?: unknown;
  readonly linking_identifier?: unknown;
}

export type PartnersService = ReturnType<typeof createPartnersService>;

/** The accounts of the partner API: who calls, through which key, and which facilities it may name. */
export const createPartnersService = (deps: PartnersDeps) => {
  const { db, clock, random, integrationOff, accessChanged } = deps;
  const keys = createPartnerKeys(deps);
  const remarks = createRemarks({ db, clock });
  const { createKey, endKey, requireKey, rotateKey, revokeKey, listKeys, close } = keys;

  return {
    ...createPartnerAccounts({ db, clock, random }),
    ...createPartnerContacts({ clock, random }),
    ...createPartnerSettings({ db, clock, accessChanged }),
    ...createLinkingChange(),
    ...createPartnerProfile(),
    ...createPartnerLinks({ clock }),
    ...createPartnerRequests({ db }, remarks),
    ...createFacilityLinks({ integrationOff }),
    ...createKeyReach({ clock }),
    ...remarks,
    createKey,
    createOwnKey: keys.createOwnKey,
    ...createTryKeys({ clock }, keys),
    endKey,
    requireKey,
    rotateKey,
    revokeKey,
    listKeys,
    recognise: keys.recognise,
    close,

    /** Finds the account behind a key. Read from the database each time, so that a revocation counts at once. */
    authenticate: async (keyText: string, remoteAddress?: string): Promise<PartnerCaller | undefined> => {
      const key = await keys.findByText(keyText, remoteAddress);
      if (key === undefined) return undefined;
      return {
        actor: `partner:${key.partner_id}/${key.key_id}`,
        tenant: key.partner_id,
        rateLimits: JSON.parse(key.rate_limits) as Record<string, number>,
        isDryRun: key.key_type === 'dryrun',
        partnerId: key.partner_id,
        partnerName: key.partner_name,
        linkingMethod: key.linking_method,
        keyId: key.key_id,
        keyType: key.key_type,
        isForTrying: key.session_id !== null,
      };
    },

    /** The partners that are enabled at a facility and not connected to this organisation. */
    strangersTo: (tx: Tx, facilityId: FacilityId, orgId: OrgId) => partnersRepo(tx).strangersTo(facilityId, orgId),

    /**
     * The facility a request names, by the partner's own linking method; the other identifier is ignored. Throws 400
     * without it, and 404 for a facility outside the partner's organisations and the key's reach, exactly as for one that does not exist.
     */
    facilityOf: async (tx: Tx, caller: PartnerCaller, fields: LinkFields) => {
      const facility = await partnersRepo(tx).findFacility(caller, linkOf(caller, fields));
      if (facility === undefined) throw partnerFault('not_found', 'There is no such facility for this integration.');
      const off = facility.enabled && (await integrationOff(tx, caller.partnerId, facility.id));
      return { ...facility, enabled: facility.enabled && !off, enabledByFacility: facility.enabled };
    },
  };
};

const linkOf = (caller: PartnerCaller, fields: LinkFields): FacilityLink => {
  const value = fields[caller.linkingMethod];
  if (value === undefined || value === null || value === '')
    throw invalidRequest([
      { path: caller.linkingMethod, rule: 'required', message: 'is required for this integration' },
    ]);
  if (typeof value !== 'string' || value.length > LINK_MAX)
    throw invalidRequest([
      {
        path: caller.linkingMethod,
        rule: 'invalid_type',
        message: `must be one string of 1 to ${LINK_MAX} characters`,
      },
    ]);
  return { method: caller.linkingMethod, value };
};
