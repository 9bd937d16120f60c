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
  newOwner,
  ownedAt,
  ownedLists,
  ownedReads,
  ownedSight,
  ownedWrites,
  ownerField,
  slugField,
  stampFields,
} from '../../platform/users/owned-surface.ts';
import { type PlatformCaller, platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { pageImagesFaults } from '../page-images/page-images.faults.ts';
import { imageIdField, imageTextField } from '../page-images/page-images.module.ts';
import { pressFaults } from './press.faults.ts';
import { viewOf } from './press.repo.ts';
import { type PressService, pressUnknown } from './press.service.ts';
import { PRESS_STATES } from './press-states.ts';

interface Deps {
  readonly press: PressService;
  readonly organisations: Pick<OrganisationsService, 'facilitiesById' | 'findOrganisation'>;
}
const endpoint = platformEndpoint<Deps>();
const { press_unknown, press_state, press_slug_taken, too_many_press_items } = pressFaults;
const { place_unknown } = usersFaults;
const { page_image_unknown } = pageImagesFaults;
const { changed } = kitFaults;

const words = (most: number, example: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .meta({ examples: [example] });
const state = z.enum(PRESS_STATES).describe('Only what is `published` is seen outside.');
const publishAt = z.iso
  .datetime()
  .nullable()
  .describe('When it is published by itself (UTC): of what is `scheduled`, else null.')
  .meta({ examples: [null] });
const fields = {
  slug: slugField
    .describe(
      'The last part of its public address: small letters, digits and hyphens. An old one goes on leading there.',
    )
    .meta({ examples: ['awarded-in-brisbane'] }),
  title: words(200, 'Awarded in Brisbane').describe('The headline.'),
  outlet: words(120, 'The Courier').describe('The paper, station or site that it is from.'),
  sourceUrl: z
    .url({ protocol: /^https$/ })
    .max(2_000)
    .nullable()
    .describe('Where the original is (https). Null: nowhere. Nothing is fetched from there.')
    .meta({ examples: ['https://news.example/awarded'] }),
  excerpt: words(1_000, 'Riverside Strength is gym of the year.').describe('A few sentences, in plain text.'),
  body: z
    .string()
    .max(50_000)
    .describe('The text, in Markdown without HTML; may be empty.')
    .meta({ examples: [''] }),
  publishedOn: z.iso
    .date()
    .describe('The day that the outlet gives it.')
    .meta({ examples: ['2026-01-01'] }),
  publishAt,
  state,
  featured: z
    .boolean()
    .describe('Whether it is shown before others.')
    .meta({ examples: [false] }),
  image: z
    .strictObject({ imageId: imageIdField, text: imageTextField })
    .nullable()
    .describe('The picture that goes with it. Null: none.')
    .meta({ examples: [null] }),
};
const Press = z
  .object({
    pressId: z
      .string()
      .describe('The press item: `prs_` and 16 characters.')
      .meta({ examples: ['prs_0123456789abcdef'] }),
    organisationId: ownerField,
    ...fields,
    ...stampFields,
  })
  .meta({ id: 'Press', description: 'What the press has written, or was told.' });
/** In bytes, of which a character has up to three. */
const bodyLimit = { bytes: 300_000, keys: 100 };

const aPressId = PathId.meta({ examples: ['prs_0123456789abcdef'] });
/** The press item that a path names. */
const resource = (name: 'id' | 'pressId') => ({
  find: async (
    { press }: Deps,
    { params }: { readonly params: { readonly [N in 'id' | 'pressId']?: string } },
    { tx }: FindBy<PlatformCaller>,
  ) => {
    const found = await press.find(tx, params[name] ?? '');
    return found && { ...ownedAt(found.org_id), item: found };
  },
  missing: pressUnknown,
});

export const listPress = endpoint({
  id: 'press.list',
  method: 'GET',
  path: '/api/admin/press',
  graph: { on: 'Organisation', as: 'press', with: { organisationId: 'organisationId' }, of: 'Press' },
  summary: 'List press items',
  description:
    'What is published where you work or by the platform, and the rest where you may change it; the newest first.',
  gate: ownedLists,
  query: z.strictObject({
    organisationId: OrgId.optional().describe('Only its own, and the platform’s.'),
    state: state.optional(),
    ...pagesOf({ most: 50, usual: 20 }),
  }),
  success: { status: 200, description: 'A page of press items.', schema: pageSchema(Press) },
  examples: { success: examplePage(Press) },
  faults: { place_unknown },
  handle: ({ press, organisations }, { query: { after, limit, ...filter } }, { read, caller }) =>
    read(async (tx) => {
      const sight = await ownedSight(tx, organisations, caller);
      const found = await press.list(tx, sight, { ...filter, after: positionOf(after), limit: limit + 1 });
      const { page, next } = pageOf(found, limit, ({ id, published_on }) =>
        positionText({ at: Date.parse(published_on), id }),
      );
      return { data: await namedBy(tx, page.map(viewOf), 'createdBy', 'changedBy'), next };
    }),
});

export const readPress = endpoint({
  id: 'press.read',
  method: 'GET',
  path: '/api/admin/press/:pressId',
  graph: { node: 'Press', key: 'pressId', prefix: 'prs_' },
  summary: 'Read a press item',
  description: 'For whoever would find it in the list.',
  gate: ownedReads,
  params: z.strictObject({ pressId: aPressId }),
  success: { status: 200, description: 'The press item.', schema: Press },
  faults: { press_unknown },
  handle: ({ press, organisations }, { params }, { read, caller }) =>
    read(async (tx) => {
      const found = await press.read(tx, await ownedSight(tx, organisations, caller), params.pressId);
      return oneNamedBy(tx, viewOf(found), 'createdBy', 'changedBy');
    }),
});

export const addPress = endpoint({
  id: 'press.add',
  method: 'POST',
  path: '/api/admin/press/add',
  summary: 'Add a press item',
  description: 'To an organisation, or to the platform: that is for whoever administers it.',
  gate: ownedWrites,
  resource: newOwner,
  bodyLimit,
  body: z.strictObject({
    organisationId: ownerField,
    ...fields,
    sourceUrl: fields.sourceUrl.default(null),
    body: fields.body.default(''),
    publishAt: publishAt.default(null),
    state: z
      .enum(['draft', 'scheduled', 'published'])
      .default('draft')
      .describe('Only what is `published` is seen outside.'),
    featured: fields.featured.default(false),
    image: fields.image.default(null),
  }),
  success: { status: 201, description: 'The press item.', schema: Press },
  faults: { place_unknown, press_slug_taken, too_many_press_items, page_image_unknown },
  audit: { event: 'press.added', target: () => undefined },
  handle: async ({ press }, { body: { organisationId, ...rest } }, { tx, caller, about }) => {
    const made = await press.add(tx, organisationId, { ...rest, by: actorOf(caller) });
    about(made.id);
    return oneNamedBy(tx, viewOf(made), 'createdBy', 'changedBy');
  },
});

export const updatePress = endpoint({
  id: 'press.update',
  method: 'POST',
  path: '/api/press/update/:pressId',
  summary: 'Change, publish, schedule or withdraw a press item',
  description: 'What is left out stays as it is. Whose it is does not change.',
  gate: ownedWrites,
  resource: resource('pressId'),
  params: z.strictObject({ pressId: aPressId }),
  bodyLimit,
  body: z.strictObject({
    ...z.strictObject(fields).partial().shape,
    expectedRevision,
  }),
  success: { status: 200, description: 'The press item as it is now.', schema: Press },
  faults: { press_unknown, press_state, press_slug_taken, page_image_unknown, changed },
  audit: { event: 'press.changed', target: ({ params }) => params.pressId },
  handle: async ({ press }, { body }, { tx, caller, resource: { item } }) =>
    oneNamedBy(tx, viewOf(await press.update(tx, item, { ...body, by: actorOf(caller) })), 'createdBy', 'changedBy'),
});

export const deletePress = endpoint({
  id: 'press.delete',
  method: 'DELETE',
  path: '/api/admin/press/delete/:id',
  summary: 'Delete a press item',
  description: 'It is gone, with its addresses; the audit says who deleted it.',
  gate: ownedWrites,
  resource: resource('id'),
  params: z.strictObject({ id: aPressId }),
  success: { status: 200, description: 'It is gone.', schema: z.object({ pressId: Press.shape.pressId }) },
  faults: { press_unknown },
  audit: { event: 'press.deleted', target: ({ params }) => params.id },
  handle: async ({ press }, { params }, { tx }) => {
    await press.remove(tx, params.id);
    return { pressId: params.id };
  },
});
