import { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { kitFaults } from '../../kit/http/kit-faults.ts';
import { examplePage, pageOf, pageSchema, pagesOf } from '../../kit/http/paging.ts';
import type { FindBy } from '../../kit/http/resource.ts';
import { wrongField } from '../../kit/http/validate.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.module.ts';
import { actorOf } from '../../platform/users/facility-surface.ts';
import {
  expectedRevision,
  localeField,
  ownedAt,
  ownedLists,
  ownedSight,
  ownedWrites,
} from '../../platform/users/owned-surface.ts';
import { noSuchPlace, type PlatformCaller, platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { pageImagesFaults } from '../page-images/page-images.faults.ts';
import { draft, facilityId, landingPageId, oneShown, Page, STATES, shown, slug } from './landing-page-views.ts';
import { landingPagesFaults } from './landing-pages.faults.ts';
import { type LandingPagesService, pageUnknown } from './landing-pages.service.ts';
import type { PreviewLinks } from './preview-links.ts';

interface Deps {
  readonly landingPages: LandingPagesService;
  readonly previews: PreviewLinks;
  readonly organisations: Pick<OrganisationsService, 'facilitiesById' | 'findOrganisation' | 'findFacility'>;
}
const endpoint = platformEndpoint<Deps>();
const { landing_page_unknown, landing_page_state, page_version_unknown, slug_taken, too_many_landing_pages } =
  landingPagesFaults;
const { place_unknown } = usersFaults;
const { page_image_unknown } = pageImagesFaults;
const { changed } = kitFaults;

/** In bytes, of which a character has up to three. */
const bodyLimit = { bytes: 400_000, keys: 2_000 };

/** The page that a body names, or a query where it may. */
const resource = {
  find: async (
    { landingPages }: Deps,
    input: { readonly query?: Named | undefined; readonly body?: Named | undefined },
    { tx }: FindBy<PlatformCaller>,
  ) => {
    const page = await landingPages.find(tx, namedIn(input));
    return page && { ...ownedAt(page.org_id), page };
  },
  missing: pageUnknown,
};
interface Named {
  readonly landingPageId?: string | undefined;
}
/** Proxies drop bodies of a DELETE, so the query may name it as well. */
const namedIn = ({
  query,
  body,
}: {
  readonly query?: Named | undefined;
  readonly body?: Named | undefined;
}): string => {
  const [one, other] = [body?.landingPageId, query?.landingPageId];
  if (one === undefined && other === undefined)
    throw wrongField('query.landingPageId', 'required', 'is required, here or in the body');
  if (one !== undefined && other !== undefined && one !== other)
    throw wrongField('query.landingPageId', 'equal', 'must be the one that the body names');
  return one ?? other ?? '';
};

export const listLandingPages = endpoint({
  id: 'landing-pages.list',
  method: 'GET',
  path: '/api/admin/landing-pages',
  graph: { on: 'Organisation', as: 'landingPages', with: { organisationId: 'organisationId' } },
  summary: 'List landing pages',
  description: 'What is published where you work, and all where you may change it, by id; each with what it shows.',
  gate: ownedLists,
  query: z.strictObject({
    organisationId: OrgId.optional().describe('Only those of this organisation.'),
    facilityId: FacilityId.optional().describe('Only those about this facility.'),
    landingPageId: landingPageId.optional(),
    slug: z.string().max(80).optional().describe('Only the one that has this slug now.'),
    state: z
      .enum([...STATES, 'scheduled'])
      .optional()
      .describe('`scheduled`: those of which a version is to be shown.'),
    ...pagesOf({ most: 20, usual: 10, of: 'lpg' }),
  }),
  success: { status: 200, description: 'A page of them.', schema: pageSchema(Page) },
  examples: { success: examplePage(Page) },
  faults: { place_unknown },
  handle: (deps, { query: { after, limit, ...filter } }, { read, caller }) =>
    read(async (tx) => {
      const sight = await ownedSight(tx, deps.organisations, caller);
      const found = await deps.landingPages.list(tx, sight, { ...filter, after, limit: limit + 1 });
      const { page, next } = pageOf(found, limit, ({ id }) => id);
      return { data: await shown(deps, page, { tx, sight }), next };
    }),
});

export const addLandingPage = endpoint({
  id: 'landing-pages.add',
  method: 'POST',
  path: '/api/admin/landing-pages',
  summary: 'Add a landing page',
  description: 'A draft: nobody sees it before it is published.',
  gate: ownedWrites,
  resource: {
    find: async (
      { organisations }: Deps,
      { body }: { readonly body: { readonly organisationId: OrgId; readonly facilityId: FacilityId | null } },
      { tx }: FindBy<PlatformCaller>,
    ) => {
      const { organisationId, facilityId: about } = body;
      if (about !== null && (await organisations.findFacility(tx, about))?.org_id !== organisationId) return undefined;
      return (await organisations.findOrganisation(tx, organisationId)) && ownedAt(organisationId);
    },
    missing: () => noSuchPlace('organisation'),
  },
  bodyLimit,
  body: z.strictObject({
    organisationId: OrgId.describe('Whose page it is.'),
    facilityId: facilityId.default(null),
    slug,
    locale: localeField.default('en'),
    draft,
  }),
  success: { status: 201, description: 'The page.', schema: Page },
  faults: { place_unknown, slug_taken, too_many_landing_pages, page_image_unknown },
  audit: { event: 'landing-page.added', target: () => undefined },
  handle: async (deps, { body: { organisationId, ...page } }, { tx, caller, about }) => {
    const made = await deps.landingPages.add(tx, organisationId, { ...page, by: actorOf(caller) });
    about(made.id);
    return oneShown(deps, made, tx);
  },
});

export const changeLandingPage = endpoint({
  id: 'landing-pages.change',
  method: 'PATCH',
  path: '/api/admin/landing-pages',
  summary: 'Save, publish, schedule or withdraw a landing page',
  description:
    'What is left out stays as it is; then comes the action. `publish` shows the draft at once, `schedule` shows it as it is now from `publishAt` on, `withdraw` shows nothing any more, and `save` does none of these.',
  gate: ownedWrites,
  resource,
  bodyLimit,
  body: z.strictObject({
    landingPageId,
    slug: slug.optional(),
    locale: localeField.optional(),
    draft: draft.optional(),
    fromVersion: z.int().min(1).optional().describe('Instead of `draft`: what that version showed becomes the draft.'),
    publishAt: z.iso.datetime().optional().describe('Of `schedule`: when it is shown (UTC).'),
    expectedRevision,
    action: z.enum(['save', 'publish', 'schedule', 'withdraw']).describe('What is done with the page after that.'),
  }),
  success: { status: 200, description: 'The page as it is now.', schema: Page },
  faults: { landing_page_unknown, landing_page_state, page_version_unknown, slug_taken, page_image_unknown, changed },
  audit: { event: 'landing-page.changed', target: ({ body }) => body.landingPageId },
  handle: async (deps, { body: { landingPageId: _id, ...change } }, { tx, caller, resource: { page } }) =>
    oneShown(deps, await deps.landingPages.change(tx, page, { ...change, by: actorOf(caller) }), tx),
});

export const deleteLandingPage = endpoint({
  id: 'landing-pages.delete',
  method: 'DELETE',
  path: '/api/admin/landing-pages',
  summary: 'Delete a landing page',
  description:
    'With its versions and addresses. `landingPageId` is in the body or in the query; in both only if it is the same.',
  gate: ownedWrites,
  resource,
  query: z.strictObject({ landingPageId: landingPageId.optional() }),
  body: z.strictObject({ landingPageId: landingPageId.optional() }).optional(),
  success: { status: 200, description: 'It is gone.', schema: z.object({ landingPageId }) },
  faults: { landing_page_unknown },
  audit: { event: 'landing-page.deleted', target: ({ query, body }) => body?.landingPageId ?? query.landingPageId },
  handle: async ({ landingPages }, _input, { tx, resource: { page } }) => {
    await landingPages.remove(tx, page.id);
    return { landingPageId: page.id };
  },
});
