import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { type OwnerKey, ownerKeyOf, parseOwnerKey } from '../ledger/ledger.module.ts';
import { billingFault } from './billing.faults.ts';

export type FindsOwners = Pick<
  OrganisationsService,
  'findOrganisation' | 'findFacility' | 'organisationsWithin' | 'facilitiesWithin'
>;

/** An organisation or a facility, as far as money goes. */
export interface BilledOwner {
  readonly key: OwnerKey;
  readonly kind: 'org' | 'facility';
  readonly name: string;
  readonly archivedAt: number | null;
  /** Of a facility: whose it is. */
  readonly orgKey: OwnerKey | null;
}

interface Place {
  readonly name: string;
  readonly archived_at: number | null;
}
const ofOrganisation = ({ id, name, archived_at }: Place & { readonly id: OrgId }): BilledOwner => ({
  key: ownerKeyOf({ kind: 'org', id }),
  kind: 'org',
  name,
  archivedAt: archived_at,
  orgKey: null,
});
const ofFacility = ({
  id,
  org_id,
  ...place
}: Place & { readonly id: FacilityId; readonly org_id: OrgId }): BilledOwner => ({
  ...ofOrganisation({ ...place, id: org_id }),
  key: ownerKeyOf({ kind: 'facility', id }),
  kind: 'facility',
  orgKey: ownerKeyOf({ kind: 'org', id: org_id }),
});

export const unknownOwner = () => billingFault('owner_unknown', 'There is no such owner.');

export const createOwners = (organisations: FindsOwners) => {
  const find = async (tx: Tx, text: string): Promise<BilledOwner | undefined> => {
    const owner = parseOwnerKey(text);
    if (owner === undefined) return undefined;
    if (owner.kind === 'org') {
      const found = await organisations.findOrganisation(tx, owner.id);
      return found && ofOrganisation(found);
    }
    const found = await organisations.findFacility(tx, owner.id);
    return found && ofFacility(found);
  };
  return {
    find,

    /** Throws `owner_unknown`. */
    require: async (tx: Tx, text: string): Promise<BilledOwner> => {
      const owner = await find(tx, text);
      if (owner === undefined) throw unknownOwner();
      return owner;
    },

    /** Where the feed of an organisation tells what is of an owner: at the facility, or at one of the organisation’s, always the same while it is there. */
    facilityFor: async (tx: Tx, { key }: BilledOwner): Promise<FacilityId | undefined> => {
      const owner = parseOwnerKey(key);
      if (owner?.kind !== 'org') return owner?.id;
      const { items } = await organisations.facilitiesWithin(
        tx,
        { organisations: [owner.id], facilities: [] },
        { after: '', size: 1 },
      );
      return items[0]?.id;
    },

    /** Part of all owners: organisations by their ids, and then facilities. `end`: where the next part begins after; null: that was all. */
    part: async (tx: Tx, after: string, size: number): Promise<{ items: BilledOwner[]; end: string | null }> => {
      const [kind, id = ''] = after === '' ? ['org'] : after.split('#');
      const organisationsPart =
        kind === 'org' ? await organisations.organisationsWithin(tx, 'everywhere', { after: id, size }) : undefined;
      const items = (organisationsPart?.items ?? []).map(ofOrganisation);
      if (organisationsPart !== undefined && organisationsPart.end !== null)
        return { items, end: `org#${organisationsPart.end}` };
      const facilities = await organisations.facilitiesWithin(tx, 'everywhere', {
        after: kind === 'facility' ? id : '',
        size,
      });
      const end = facilities.end === null ? null : `facility#${facilities.end}`;
      return { items: [...items, ...facilities.items.map(ofFacility)], end };
    },
  };
};
export type Owners = ReturnType<typeof createOwners>;
