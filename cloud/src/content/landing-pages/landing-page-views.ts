import { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { isoOf, isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { By, namedBy } from '../../platform/users/actor-surface.ts';
import type { OwnedSight } from '../../platform/users/owned-surface.ts';
import type { LandingPage } from './landing-pages.repo.ts';
import type { LandingPagesService } from './landing-pages.service.ts';
import { PageContent } from './page-content.ts';
import type { PreviewLinks } from './preview-links.ts';

/** What is served beside the pages. */
const RESERVED = ['press', 'preview', 'style'];
export const landingPageId = z
  .string()
  .max(64)
  .describe('The landing page: `lpg_` and 16 characters.')
  .meta({ examples: ['lpg_0123456789abcdef'] });
export const slug = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be small letters and digits, with single hyphens between them')
  .refine((text) => !RESERVED.includes(text), 'must be none of press, preview and style')
  .describe('Its public address is `/p/` and this. An old one goes on leading there.')
  .meta({ examples: ['riverside-strength'] });
export const locale = z
  .string()
  .max(35)
  .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'must be a language tag of BCP 47, such as en or de-AT')
  .describe('The language that it is written in, as a tag of BCP 47.')
  .meta({ examples: ['en'] });
export const facilityId = FacilityId.nullable().describe(
  'The facility that it is about. Null: the whole organisation.',
);
export const draft = PageContent.describe('What it shows once it is published.');
export const STATES = ['draft', 'published', 'withdrawn'] as const;

export const Page = z
  .object({
    landingPageId,
    organisationId: OrgId.describe('Whose page it is.'),
    facilityId,
    slug,
    locale,
    state: z.enum(STATES).describe('Only what is `published` is seen outside.'),
    draft: PageContent.nullable()
      .describe('What it would show if it were published now. Null: not for you.')
      .meta({ examples: [null] }),
    published: PageContent.nullable()
      .describe('What it shows. Null: nothing.')
      .meta({ examples: [null] }),
    version: z
      .int()
      .nullable()
      .describe('Which version that is. Null: none.')
      .meta({ examples: [null] }),
    publishAt: z.iso
      .datetime()
      .nullable()
      .describe('When the version that was scheduled is shown (UTC). Null: none is.')
      .meta({ examples: [null] }),
    previewPath: z
      .string()
      .nullable()
      .describe('Shows the draft on the partner listener for an hour, to whoever has the link. Null: not for you.')
      .meta({ examples: [null] }),
    versions: z
      .array(
        z.object({
          number: z
            .int()
            .describe('Counts up.')
            .meta({ examples: [1] }),
          madeAt: z.iso.datetime().describe('When it was made (UTC).'),
          madeBy: By.describe('Who made it.'),
        }),
      )
      .describe('The newest first, at most 50.')
      .meta({ examples: [[]] }),
    revision: z
      .int()
      .describe('Counts its changes: what `expectedRevision` names.')
      .meta({ examples: [1] }),
    createdBy: By,
    createdAt: z.iso.datetime(),
    changedBy: By,
    changedAt: z.iso.datetime(),
  })
  .meta({ id: 'LandingPage', description: 'A page that anybody may read once it is published.' });

interface ViewDeps {
  readonly landingPages: Pick<LandingPagesService, 'versionsOf' | 'contentsShown'>;
  readonly previews: Pick<PreviewLinks, 'of'>;
}

const contentOf = (text: string): PageContent => JSON.parse(text) as PageContent;
const mayDraft = ({ drafts }: OwnedSight, { org_id }: LandingPage): boolean =>
  drafts === 'all' || drafts.includes(org_id);

/** As somebody sees these pages: what is not published is for those alone who may change it. */
export const shown = async (
  { landingPages, previews }: ViewDeps,
  pages: readonly LandingPage[],
  { tx, sight }: { readonly tx: Tx; readonly sight: OwnedSight },
) => {
  const whole = pages.filter((page) => mayDraft(sight, page));
  const contents = await landingPages.contentsShown(tx, pages);
  const made = (await landingPages.versionsOf(tx, whole)).map((version) => ({
    pageId: version.page_id,
    number: Number(version.number),
    madeAt: isoOf(Number(version.made_at)),
    madeBy: version.made_by,
  }));
  const versions = Map.groupBy(await namedBy(tx, made, 'madeBy'), ({ pageId }) => pageId);
  const views = pages.map((page) => {
    const content = contents.get(page.id);
    const isWhole = mayDraft(sight, page);
    return {
      landingPageId: page.id,
      organisationId: page.org_id,
      facilityId: page.facility_id,
      slug: page.slug,
      locale: page.locale,
      state: page.state,
      draft: isWhole ? contentOf(page.draft) : null,
      published: content === undefined ? null : contentOf(content),
      version: content === undefined ? null : Number(page.published),
      publishAt: isWhole && page.publish_at !== null ? isoOrNull(Number(page.publish_at)) : null,
      previewPath: isWhole ? `/p/preview/${previews.of(page.id)}` : null,
      versions: (versions.get(page.id) ?? []).map(({ pageId: _of, ...version }) => version),
      revision: Number(page.revision),
      createdBy: page.created_by,
      createdAt: isoOf(Number(page.created_at)),
      changedBy: page.changed_by,
      changedAt: isoOf(Number(page.changed_at)),
    };
  });
  return namedBy(tx, views, 'createdBy', 'changedBy');
};

/** The same of one page, for who may change it. */
export const oneShown = async (deps: ViewDeps, page: LandingPage, tx: Tx) => {
  const [one] = await shown(deps, [page], { tx, sight: { published: 'all', drafts: 'all' } });
  return one as NonNullable<typeof one>;
};
