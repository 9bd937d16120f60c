import { randomUUID } from 'node:crypto';
import { type FacilityId, newPartnerId, type OrgId, type PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Hours, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../../db/unit-of-work.ts';
import type { Caller } from '../../http/endpoint.ts';
import { kitFault } from '../../http/kit-faults.ts';
import { hashKeyText, type KeyType, keyMatches, newKeyText, parseKeyText } from './key-text.ts';
import { partnerFault } from './partners.faults.ts';
import { type FacilityLink, partnersRepo } from './partners.repo.ts';

export interface PartnersDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

/** Who calls the partner API: an account, through one of its keys. */
export interface PartnerCaller extends Caller {
  readonly partnerId: PartnerId;
  readonly partnerName: string;
  readonly linkingMethod: 'facility_id' | 'linking_identifier';
  readonly keyId: string;
  readonly keyType: KeyType;
}

export interface NewPartner {
  readonly name: string;
  readonly linkingMethod: PartnerCaller['linkingMethod'];
  readonly linkingLabel?: string;
  readonly rateLimits?: Readonly<Record<string, number>>;
  readonly organisations: readonly OrgId[];
}

/** Both members a request may carry; only the configured one counts. */
export interface LinkFields {
  readonly facility_id?: string | undefined;
  readonly linking_identifier?: string | undefined;
}

/** A rotated key goes on working this long unless told otherwise. */
const ROTATION_OVERLAP = Hours(24);
const LAST_USED_EVERY = Seconds(10);

export type PartnersService = ReturnType<typeof createPartnersService>;

export const createPartnersService = ({ db, clock, random }: PartnersDeps) => {
  const lastUsed = new Map<string, number>();
  const flushLastUsed = async (): Promise<void> => {
    const used = [...lastUsed];
    lastUsed.clear();
    if (used.length === 0) return;
    await db.write(async (tx) => {
      for (const [keyId, at] of used) await partnersRepo(tx).touchKey(keyId, at);
    });
  };
  // When a key was last used is a hint for people: losing the last seconds of it in a crash does no harm.
  const flusher = clock.every(LAST_USED_EVERY, () => void flushLastUsed().catch(() => {}));

  const addKey = async (tx: Tx, partnerId: PartnerId, type: KeyType, label: string) => {
    const text = newKeyText(type, random);
    const id = randomUUID();
    await partnersRepo(tx).insertKey({
      id,
      partner_id: partnerId,
      label,
      type,
      prefix: parseKeyText(text)?.prefix ?? '',
      hash: hashKeyText(text),
      created_at: clock.wallMs(),
      last_used_at: null,
      expires_at: null,
      revoked_at: null,
    });
    return { id, text };
  };

  return {
    create: async (partner: NewPartner): Promise<PartnerId> => {
      const id = newPartnerId(random);
      await db.write(async (tx) => {
        const repo = partnersRepo(tx);
        await repo.insertPartner({
          id,
          name: partner.name,
          linking_method: partner.linkingMethod,
          linking_label: partner.linkingLabel ?? 'Branch code',
          rate_limits: JSON.stringify(partner.rateLimits ?? {}),
        });
        for (const orgId of partner.organisations) await repo.connectOrganisation(id, orgId);
      });
      return id;
    },

    /** Makes a key. Its text is in the answer and nowhere else: only a hash is kept. */
    createKey: (partnerId: PartnerId, type: KeyType, label: string) =>
      db.write((tx) => addKey(tx, partnerId, type, label)),

    /** A new key of the same kind; the old one ends after `overlap`. */
    rotateKey: (keyId: string, overlap: Duration = ROTATION_OVERLAP) =>
      db.write(async (tx) => {
        const old = await partnersRepo(tx).expireKey(keyId, clock.wallMs() + overlap);
        if (old === undefined) throw partnerFault('unknown_key', 'There is no usable key with this id.');
        return addKey(tx, old.partner_id as PartnerId, old.type, old.label);
      }),

    /** The very next request with the key is refused, on every replica. */
    revokeKey: async (keyId: string): Promise<void> => {
      const revoked = await db.write((tx) => partnersRepo(tx).revokeKey(keyId, clock.wallMs()));
      if (!revoked) throw partnerFault('unknown_key', 'There is no usable key with this id.');
    },

    listKeys: (partnerId: PartnerId) => db.read((tx) => partnersRepo(tx).listKeys(partnerId)),

    /** Enables or disables the integration at a facility, and sets what the partner calls the facility. */
    setIntegration: (
      partnerId: PartnerId,
      facilityId: FacilityId,
      to: { enabled: boolean; linkingIdentifier?: string },
    ) =>
      db.write((tx) =>
        partnersRepo(tx).putIntegration({
          partner_id: partnerId,
          facility_id: facilityId,
          enabled: to.enabled ? 1 : 0,
          linking_identifier: to.linkingIdentifier ?? null,
        }),
      ),

    /** Finds the account behind a key. Read from the database each time, so that a revocation counts at once. */
    authenticate: async (keyText: string): Promise<PartnerCaller | undefined> => {
      const parsed = parseKeyText(keyText);
      if (parsed === undefined) return undefined;
      const now = clock.wallMs();
      const candidates = await db.read((tx) => partnersRepo(tx).usableKeys(parsed.prefix, now));
      const key = candidates.find((candidate) => keyMatches(keyText, candidate.hash));
      if (key === undefined) return undefined;
      lastUsed.set(key.key_id, now);
      return {
        actor: `partner:${key.partner_id}/${key.key_id}`,
        tenant: key.partner_id,
        rateLimits: JSON.parse(key.rate_limits) as Record<string, number>,
        partnerId: key.partner_id as PartnerId,
        partnerName: key.partner_name,
        linkingMethod: key.linking_method,
        keyId: key.key_id,
        keyType: key.key_type,
      };
    },

    /**
     * The facility a request names, by the partner's own linking method; the other identifier is ignored. Throws 400
     * without it, and 404 for a facility outside the partner's organisations, exactly as for one that does not exist.
     */
    facilityOf: async (tx: Tx, caller: PartnerCaller, fields: LinkFields) => {
      const facility = await partnersRepo(tx).findFacility(caller.partnerId, linkOf(caller, fields));
      if (facility === undefined) throw partnerFault('not_found', 'There is no such facility for this integration.');
      return facility;
    },

    close: async (): Promise<void> => {
      flusher.cancel();
      await flushLastUsed();
    },
  };
};

const linkOf = (caller: PartnerCaller, fields: LinkFields): FacilityLink => {
  const value = fields[caller.linkingMethod];
  if (value === undefined)
    throw kitFault('invalid_request', `${caller.linkingMethod}: is required for this integration.`);
  return { method: caller.linkingMethod, value };
};
