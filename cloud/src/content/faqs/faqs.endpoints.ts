import { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { kitFaults } from '../../kit/http/kit-faults.ts';
import { examplePage, pageOf, pageSchema, pagesOf } from '../../kit/http/paging.ts';
import { positionOf, positionText } from '../../kit/http/position.ts';
import type { FindBy } from '../../kit/http/resource.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.module.ts';
import { namedBy, oneNamedBy } from '../../platform/users/actor-surface.ts';
import { actorOf, PathId } from '../../platform/users/facility-surface.ts';
import {
  expectedRevision,
  localeField,
  newOwner,
  ownedAt,
  ownedLists,
  ownedReads,
  ownedSight,
  ownedWrites,
  ownerField,
} from '../../platform/users/owned-surface.ts';
import { type PlatformCaller, platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { audience, category, Faq, fields, state } from './faq-fields.ts';
import { type FaqFilter, type Faqs, faqsFaults, faqUnknown, viewOf } from './faqs.repo.ts';

interface Deps {
  readonly faqs: Faqs;
  readonly organisations: Pick<OrganisationsService, 'facilitiesById' | 'findOrganisation'>;
}
const endpoint = platformEndpoint<Deps>();
const { faq_unknown, too_many_faqs } = faqsFaults;
const { place_unknown } = usersFaults;
const { changed } = kitFaults;

const aFaqId = PathId.meta({ examples: ['faq_0123456789abcdef'] });
const id = z.strictObject({ id: aFaqId });
const asked = {
  organisationId: OrgId.optional().describe('Only its own, and the platform’s.'),
  locale: localeField.optional(),
  audience: audience.optional(),
  state: state.optional(),
  ...pagesOf({ most: 100 }),
};

/** The FAQ that a path names. */
const resource = {
  find: async (
    { faqs }: Deps,
    { params }: { readonly params: { readonly id: string } },
    { tx }: FindBy<PlatformCaller>,
  ) => {
    const found = await faqs.find(tx, params.id);
    return found && { ...ownedAt(found.org_id), faq: found };
  },
  missing: faqUnknown,
};

interface Asked extends FaqFilter {
  readonly after?: string | undefined;
  readonly limit: number;
}
const answered = async (
  { faqs, organisations }: Deps,
  { after, limit, ...filter }: Asked,
  { tx, caller }: FindBy<PlatformCaller>,
) => {
  const sight = await ownedSight(tx, organisations, caller);
  const found = await faqs.list(tx, sight, { ...filter, after: positionOf(after), limit: limit + 1 });
  const { page, next } = pageOf(found, limit, (row) => positionText({ at: Number(row.position), id: row.id }));
  return { data: await namedBy(tx, page.map(viewOf), 'createdBy', 'changedBy'), next };
};

export const listFaqs = endpoint({
  id: 'faqs.list',
  method: 'GET',
  path: '/api/admin/faqs',
  graph: { on: 'Organisation', as: 'faqs', with: { organisationId: 'organisationId' }, of: 'Faq' },
  summary: 'List FAQs',
  description:
    'What is published where you work or by the platform, and drafts where you may change them, by `position`.',
  gate: ownedLists,
  query: z.strictObject({ ...asked, category: category.optional() }),
  success: { status: 200, description: 'A page of FAQs.', schema: pageSchema(Faq) },
  examples: { success: examplePage(Faq) },
  faults: { place_unknown },
  handle: (deps, { query }, { read, caller }) => read((tx) => answered(deps, query, { tx, caller })),
});

export const listFaqsOfCategory = endpoint({
  id: 'faqs.of-category',
  method: 'GET',
  path: '/api/admin/faqs/category/:category',
  graph: { of: 'Faq' },
  summary: 'List the FAQs of a category',
  description: 'As the list of all. A category that nothing is filed under has none.',
  gate: ownedLists,
  params: z.strictObject({ category: PathId.describe('The category.').meta({ examples: ['opening-hours'] }) }),
  query: z.strictObject(asked),
  success: { status: 200, description: 'A page of them.', schema: pageSchema(Faq) },
  examples: { success: examplePage(Faq) },
  faults: { place_unknown },
  handle: (deps, { params, query }, { read, caller }) =>
    read((tx) => answered(deps, { ...query, category: params.category }, { tx, caller })),
});

export const readFaq = endpoint({
  id: 'faqs.read',
  method: 'GET',
  path: '/api/admin/faqs/:faqId',
  graph: { node: 'Faq', key: 'faqId', prefix: 'faq_' },
  summary: 'Read an FAQ',
  description: 'For whoever would find it in the list.',
  gate: ownedReads,
  params: z.strictObject({ faqId: aFaqId }),
  success: { status: 200, description: 'The FAQ.', schema: Faq },
  faults: { faq_unknown },
  handle: ({ faqs, organisations }, { params }, { read, caller }) =>
    read(async (tx) => {
      const found = await faqs.read(tx, await ownedSight(tx, organisations, caller), params.faqId);
      return oneNamedBy(tx, viewOf(found), 'createdBy', 'changedBy');
    }),
});

export const addFaq = endpoint({
  id: 'faqs.add',
  method: 'POST',
  path: '/api/admin/faqs/add',
  summary: 'Add an FAQ',
  description: 'To an organisation, or to the platform: that is for whoever administers it.',
  gate: ownedWrites,
  resource: newOwner,
  body: z.strictObject({
    organisationId: ownerField,
    ...fields,
    locale: localeField.default('en'),
    about: fields.about.default([]),
    position: fields.position.default(0),
    state: state.default('draft'),
  }),
  success: { status: 201, description: 'The FAQ.', schema: Faq },
  faults: { place_unknown, too_many_faqs },
  audit: { event: 'faq.added', target: () => undefined },
  handle: async ({ faqs }, { body: { organisationId, ...rest } }, { tx, caller, about }) => {
    const made = await faqs.add(tx, organisationId, { ...rest, by: actorOf(caller) });
    about(made.id);
    return oneNamedBy(tx, viewOf(made), 'createdBy', 'changedBy');
  },
});

export const updateFaq = endpoint({
  id: 'faqs.update',
  method: 'POST',
  path: '/api/faqs/update/:id',
  summary: 'Change an FAQ',
  description: 'What is left out stays as it is. Whose it is does not change.',
  gate: ownedWrites,
  resource,
  params: id,
  body: z.strictObject({
    ...z.strictObject(fields).partial().shape,
    expectedRevision,
  }),
  success: { status: 200, description: 'The FAQ as it is now.', schema: Faq },
  faults: { faq_unknown, changed },
  audit: { event: 'faq.changed', target: ({ params }) => params.id },
  handle: async ({ faqs }, { body }, { tx, caller, resource: { faq } }) =>
    oneNamedBy(tx, viewOf(await faqs.update(tx, faq, { ...body, by: actorOf(caller) })), 'createdBy', 'changedBy'),
});

export const deleteFaq = endpoint({
  id: 'faqs.delete',
  method: 'DELETE',
  path: '/api/admin/faqs/delete/:id',
  summary: 'Delete an FAQ',
  description: 'It is gone; the audit says who deleted it.',
  gate: ownedWrites,
  resource,
  params: id,
  success: { status: 200, description: 'It is gone.', schema: z.object({ faqId: Faq.shape.faqId }) },
  faults: { faq_unknown },
  audit: { event: 'faq.deleted', target: ({ params }) => params.id },
  handle: async ({ faqs }, { params }, { tx }) => {
    await faqs.remove(tx, params.id);
    return { faqId: params.id };
  },
});
