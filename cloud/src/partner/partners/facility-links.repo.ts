import type { FacilityId, OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { prepared, preparedForMany } from '../../kit/db/prepared.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** A facility that a link names: in one of the partner's organisations that its key reaches, with the integration enabled or not. */
export interface LinkedFacility {
  readonly id: FacilityId;
  readonly enabled: boolean;
  readonly orgId: OrgId;
  readonly timezone: string;
}

interface OfKey {
  readonly partnerId: PartnerId;
  readonly keyId: string;
}
interface LinkOfKey extends OfKey {
  readonly link: string;
}

const linked = (tx: Tx, { partnerId, keyId }: OfKey) =>
  tx
    .selectFrom('facility')
    .innerJoin('partner_organisation as org', (join) =>
      join.onRef('org.org_id', '=', 'facility.org_id').on('org.partner_id', '=', partnerId),
    )
    .innerJoin('partner_key_organisation as reach', (join) =>
      join.onRef('reach.org_id', '=', 'facility.org_id').on('reach.key_id', '=', keyId),
    )
    .leftJoin('partner_integration as integration', (join) =>
      join.onRef('integration.facility_id', '=', 'facility.id').on('integration.partner_id', '=', partnerId),
    )
    .select([
      'facility.id as id',
      'facility.org_id as org_id',
      'facility.timezone as timezone',
      'integration.enabled as enabled',
    ]);

const keyOf = ([first]: readonly LinkOfKey[]): OfKey => first ?? { partnerId: uncheckedId<PartnerId>(''), keyId: '' };

const BY = {
  facility_id: preparedForMany((tx, links: readonly LinkOfKey[]) =>
    linked(tx, keyOf(links))
      .select('facility.id as link')
      .where(
        'facility.id',
        'in',
        links.map(({ link }) => uncheckedId<FacilityId>(link)),
      ),
  ),
  linking_identifier: preparedForMany((tx, links: readonly LinkOfKey[]) =>
    linked(tx, keyOf(links))
      .select('integration.linking_identifier as link')
      .where(
        'integration.linking_identifier',
        'in',
        links.map(({ link }) => link),
      )
      .orderBy('facility.id', 'desc'),
  ),
} as const;

const claim = prepared((tx, { partnerId, facilityId }: { partnerId: PartnerId; facilityId: FacilityId }) =>
  tx
    .updateTable('partner_integration')
    .set((eb) => ({ enabled: eb.ref('enabled') }))
    .where('partner_id', '=', partnerId)
    .where('facility_id', '=', facilityId)
    .where('enabled', '=', 1)
    .returning('facility_id'),
);

export const facilityLinksRepo = (tx: Tx) => ({
  /** The facilities that these links name, by link. One that names none is not in it. */
  find: async (
    by: { readonly partnerId: PartnerId; readonly keyId: string },
    method: keyof typeof BY,
    links: readonly string[],
  ): Promise<ReadonlyMap<string, LinkedFacility>> => {
    const rows = await BY[method](
      tx,
      links.map((link) => ({ partnerId: by.partnerId, keyId: by.keyId, link })),
    );
    const facilityOf = ({ id, org_id, timezone, enabled }: (typeof rows)[number]): LinkedFacility => ({
      id: id,
      enabled: enabled === 1,
      orgId: org_id,
      timezone,
    });
    return new Map(rows.map((row) => [row.link ?? '', facilityOf(row)]));
  },

  timezoneOf: async (facilityId: FacilityId): Promise<string | undefined> =>
    (await tx.selectFrom('facility').where('id', '=', facilityId).select('timezone').executeTakeFirst())?.timezone,

  /** Writes the row of the integration, so that until this unit ends nobody else can, and says whether it is enabled. */
  claim: async (partnerId: PartnerId, facilityId: FacilityId): Promise<boolean> =>
    (await claim(tx, { partnerId, facilityId })).length > 0,
});
