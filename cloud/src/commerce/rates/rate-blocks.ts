import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { wrongField } from '../../kit/http/validate.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { type OwnerKey, ownerKeyOf, parseOwnerKey } from '../ledger/ledger.module.ts';
import type { Owner } from '../ledger/owner-key.ts';
import { mergedRates, NO_RATES, type RatesGiven } from './platform-rates.ts';
import type { BlockBody, RatesBody, TemplateBody } from './rate-bodies.ts';
import { adjustmentsView, chargesView } from './rate-shapes.ts';
import { bodyOf, type RateVersion, type RateVersions, versionView } from './rate-versions.ts';
import { ratesFault } from './rates.faults.ts';
import { rateBlocksRepo, rateNamesRepo, rateVersionsRepo } from './rates.repo.ts';
import { type Levels, resolveRates, templateOf } from './resolved-rates.ts';

/** Which versions a day is rated by: their ids, null where there was none. */
export interface PinnedVersions {
  readonly facility: string | null;
  readonly organisation: string | null;
  readonly template: string | null;
  readonly platform: string | null;
}
export interface RateBlocksDeps {
  readonly rateVersions: RateVersions;
  readonly organisations: Pick<OrganisationsService, 'findFacility' | 'findOrganisation'>;
}

const viewOf = (ownerKey: OwnerKey, version: RateVersion, body: BlockBody) => ({
  ownerKey: ownerKey as string,
  templateId: body.templateId,
  charges: chargesView(body.charges),
  chargeAdjustments: adjustmentsView(body.adjustments),
  ...versionView(version),
});

/** Rates of single organisations and facilities, and what comes of all levels together. */
export const createRateBlocks = ({ rateVersions, organisations }: RateBlocksDeps) => {
  /** Throws `owner_unknown` for what is no owner key, and for an owner that there is not. */
  const ownerOf = async (tx: Tx, text: string): Promise<OwnerKey> => {
    const owner: Owner | undefined = parseOwnerKey(text);
    const found =
      owner !== undefined &&
      (owner.kind === 'org'
        ? await organisations.findOrganisation(tx, owner.id)
        : await organisations.findFacility(tx, owner.id));
    if (owner === undefined || !found)
      throw ratesFault('owner_unknown', 'ownerKey: there is no such organisation or facility.');
    return ownerKeyOf(owner);
  };
  const newestOf = async (tx: Tx, ownerKey: OwnerKey) => {
    const version = await rateVersionsRepo(tx).newest('block', ownerKey);
    const body = bodyOf<BlockBody>(version);
    return version === undefined || body === undefined ? undefined : { version, body };
  };

  const foundAt = async (
    place: { readonly facilityId: FacilityId; readonly orgId: OrgId },
    find: (scope: 'platform' | 'block' | 'template', owner: string) => Promise<RateVersion | undefined>,
  ) => {
    const facility = await find('block', ownerKeyOf({ kind: 'facility', id: place.facilityId }));
    const organisation = await find('block', ownerKeyOf({ kind: 'org', id: place.orgId }));
    const blocks = { facility: bodyOf<BlockBody>(facility), organisation: bodyOf<BlockBody>(organisation) };
    const templateId = templateOf(blocks);
    const template = templateId === null ? undefined : await find('template', templateId);
    const platform = await find('platform', '');
    const levels: Levels = {
      ...blocks,
      template: bodyOf<TemplateBody>(template),
      platform: bodyOf<RatesBody>(platform),
    };
    return { levels, templateId, versions: { facility, organisation, template, platform } };
  };

  return {
    ownerOf,

    read: async (tx: Tx, text: string) => {
      const ownerKey = await ownerOf(tx, text);
      const found = await newestOf(tx, ownerKey);
      if (found === undefined) throw ratesFault('block_unknown', 'ownerKey: it has no rates of its own.');
      return viewOf(ownerKey, found.version, found.body);
    },

    /** Sets what is given; all else stays. Null takes the template away, or one price or adjustment. */
    put: async (
      tx: Tx,
      text: string,
      { templateId, ...given }: RatesGiven & { readonly templateId?: string | null | undefined },
      by: string,
    ) => {
      const ownerKey = await ownerOf(tx, text);
      const before: BlockBody = (await newestOf(tx, ownerKey))?.body ?? { ...NO_RATES, templateId: null };
      if (templateId != null && (await rateNamesRepo(tx).findTemplate(templateId)) === undefined)
        throw wrongField('body.templateId', 'unknown', 'must be the id of a template');
      const template = templateId === undefined ? before.templateId : templateId;
      const body: BlockBody = { ...mergedRates(before, given), templateId: template };
      await rateBlocksRepo(tx).put({ owner_key: ownerKey, template_id: template });
      return viewOf(ownerKey, await rateVersions.append(tx, { scope: 'block', owner: ownerKey, body, by }), body);
    },

    /** It goes by those above it again, from the next day on. */
    remove: async (tx: Tx, text: string, by: string): Promise<void> => {
      const ownerKey = await ownerOf(tx, text);
      if ((await newestOf(tx, ownerKey)) === undefined)
        throw ratesFault('block_unknown', 'ownerKey: it has no rates of its own.');
      await rateBlocksRepo(tx).remove(ownerKey);
      await rateVersions.append(tx, { scope: 'block', owner: ownerKey, body: null, by });
    },

    /** What holds for a facility from the next day on, with where each comes from. */
    resolve: async (tx: Tx, place: { readonly facilityId: FacilityId; readonly orgId: OrgId }) => {
      const { levels, templateId, versions } = await foundAt(place, rateVersionsRepo(tx).newest);
      return { rates: resolveRates(levels), templateId, pinned: pinnedOf(versions) };
    },

    /** The versions that were made before that moment: what a day is rated by, however late somebody asks. */
    pin: async (
      tx: Tx,
      place: { readonly facilityId: FacilityId; readonly orgId: OrgId },
      at: number,
    ): Promise<PinnedVersions> => {
      const { versions } = await foundAt(place, (scope, owner) => rateVersionsRepo(tx).newestBefore(scope, owner, at));
      return pinnedOf(versions);
    },

    /** What was charged by the versions that were made before that moment. */
    chargesAt: async (tx: Tx, place: { readonly facilityId: FacilityId; readonly orgId: OrgId }, at: number) => {
      const { levels } = await foundAt(place, (scope, owner) => rateVersionsRepo(tx).newestBefore(scope, owner, at));
      return resolveRates(levels).charges;
    },

    /** The levels of versions that were pinned. */
    levelsOf: async (tx: Tx, pinned: PinnedVersions): Promise<Levels> => {
      const ids = Object.values(pinned).filter((id) => id !== null);
      const byId = new Map((await rateVersionsRepo(tx).byId(ids)).map((version) => [version.id, version]));
      const body = <Body>(id: string | null): Body | undefined =>
        id === null ? undefined : bodyOf<Body>(byId.get(id));
      return {
        facility: body<BlockBody>(pinned.facility),
        organisation: body<BlockBody>(pinned.organisation),
        template: body<TemplateBody>(pinned.template),
        platform: body<RatesBody>(pinned.platform),
      };
    },
  };
};
export type RateBlocks = ReturnType<typeof createRateBlocks>;

const pinnedOf = (
  versions: Readonly<Record<keyof PinnedVersions, Pick<RateVersion, 'id'> | undefined>>,
): PinnedVersions => ({
  facility: versions.facility?.id ?? null,
  organisation: versions.organisation?.id ?? null,
  template: versions.template?.id ?? null,
  platform: versions.platform?.id ?? null,
});
