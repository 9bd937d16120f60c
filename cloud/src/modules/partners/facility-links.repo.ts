import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { prepared, preparedForMany } from '../../db/prepared.ts';
import type { Tx } from '../../db/unit-of-work.ts';

/** A facility that a link names: in one of the partner's organisations, with the integration enabled or not. */
export interface LinkedFacility {
  readonly id: FacilityId;
  readonly enabled: boolean;
  readonly orgId: string;
}

interface LinkOfPartner {
  readonly partnerId: string;
  readonly link: string;
}

const linked = (tx: Tx, partnerId: string) =>
  tx
    .selectFrom('facility')
    .innerJoin('partner_organisation as org', (join) =>
      join.onRef('org.org_id', '=', 'facility.org_id').on('org.partner_id', '=', partnerId),
    )
    .leftJoin('partner_integration as integration', (join) =>
      join.onRef('integration.facility_id', '=', 'facility.id').on('integration.partner_id', '=', partnerId),
    )
    .select(['facility.id as id', 'facility.org_id as org_id', 'integration.enabled as enabled']);

const partnerOf = (links: readonly LinkOfPartner[]): string => links[0]?.partnerId ?? '';

const BY = {
  facility_id: preparedForMany((tx, links: readonly LinkOfPartner[]) =>
    linked(tx, partnerOf(links))
      .select('facility.id as link')
      .where(
        'facility.id',
        'in',
        links.map(({ link }) => link),
      ),
  ),
  linking_identifier: preparedForMany((tx, links: readonly LinkOfPartner[]) =>
    linked(tx, partnerOf(links))
      .select('integration.linking_identifier as link')
      .where(
        'integration.linking_identifier',
        'in',
        links.map(({ link }) => link),
      )
      .orderBy('facility.id', 'desc'),
  ),
} as const;

const claim = prepared((tx, { partnerId, facilityId }: { partnerId: string; facilityId: string }) =>
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
    partnerId: PartnerId,
    method: keyof typeof BY,
    links: readonly string[],
  ): Promise<ReadonlyMap<string, LinkedFacility>> => {
    const rows = await BY[method](
      tx,
      links.map((link) => ({ partnerId, link })),
    );
    const facilityOf = ({ id, org_id, enabled }: (typeof rows)[number]): LinkedFacility => ({
      id: id as FacilityId,
      enabled: enabled === 1,
      orgId: org_id,
    });
    return new Map(rows.map((row) => [row.link ?? '', facilityOf(row)]));
  },

  /** Writes the row of the integration, so that until this unit ends nobody else can, and says whether it is enabled. */
  claim: async (partnerId: PartnerId, facilityId: FacilityId): Promise<boolean> =>
    (await claim(tx, { partnerId, facilityId })).length > 0,
});
