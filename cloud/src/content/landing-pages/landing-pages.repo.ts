import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Selectable } from 'kysely';
import { prepared } from '../../kit/db/prepared.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { type OwnedSight, seenBy } from '../../kit/records/records.repo.ts';
import type { LandingPageTable, LandingPageVersionTable } from './landing-pages.tables.ts';

export type LandingPage = Selectable<LandingPageTable>;
export type PageVersion = Selectable<LandingPageVersionTable>;

export interface PageFilter {
  readonly organisationId?: OrgId | undefined;
  readonly facilityId?: FacilityId | undefined;
  readonly landingPageId?: string | undefined;
  readonly slug?: string | undefined;
  readonly state?: LandingPage['state'] | 'scheduled' | undefined;
}

/** So many versions of a page are kept. */
const VERSIONS_KEPT = 50;

/** Asked for by every reader of a page. */
const publishedAt = prepared((tx, { slug }: { readonly slug: string }) =>
  tx
    .selectFrom('landing_page_slug')
    .innerJoin('landing_page', 'landing_page.id', 'landing_page_slug.page_id')
    .innerJoin('landing_page_version as version', (join) =>
      join.onRef('version.page_id', '=', 'landing_page.id').onRef('version.number', '=', 'landing_page.published'),
    )
    .where('landing_page_slug.slug', '=', slug)
    .where('landing_page.state', '=', 'published')
    .select([
      'landing_page.id',
      'landing_page.org_id',
      'landing_page.facility_id',
      'landing_page.slug',
      'landing_page.locale',
      'version.number',
      'version.made_at',
      'version.content',
    ]),
);

export const landingPagesRepo = (tx: Tx) => ({
  /** By id. */
  list: (
    sight: OwnedSight,
    {
      organisationId,
      facilityId,
      landingPageId,
      slug,
      state,
      after,
      limit,
    }: PageFilter & { readonly after?: string | undefined; readonly limit: number },
  ): Promise<LandingPage[]> => {
    let query = tx.selectFrom('landing_page').where(seenBy(sight)).selectAll();
    if (organisationId !== undefined) query = query.where('org_id', '=', organisationId);
    if (facilityId !== undefined) query = query.where('facility_id', '=', facilityId);
    if (landingPageId !== undefined) query = query.where('id', '=', landingPageId);
    if (slug !== undefined) query = query.where('slug', '=', slug);
    if (state === 'scheduled') query = query.where('publish_at', 'is not', null);
    else if (state !== undefined) query = query.where('state', '=', state);
    if (after !== undefined) query = query.where('id', '>', after);
    return query.orderBy('id').limit(limit).execute();
  },

  /** Adds a version, and forgets those that are too old, unless one is shown. */
  addVersion: async (row: PageVersion, shown: number | null): Promise<void> => {
    await tx.insertInto('landing_page_version').values(row).execute();
    let old = tx
      .deleteFrom('landing_page_version')
      .where('page_id', '=', row.page_id)
      .where('number', '<=', row.number - VERSIONS_KEPT);
    if (shown !== null) old = old.where('number', '!=', shown);
    await old.execute();
  },

  version: (pageId: string, number: number): Promise<PageVersion | undefined> =>
    tx
      .selectFrom('landing_page_version')
      .where('page_id', '=', pageId)
      .where('number', '=', number)
      .selectAll()
      .executeTakeFirst(),

  /** Of these pages, the newest first, without what they show. */
  versionsOf: (pageIds: readonly string[]): Promise<Omit<PageVersion, 'content'>[]> =>
    tx
      .selectFrom('landing_page_version')
      .where('page_id', 'in', pageIds)
      .select(['page_id', 'number', 'made_by', 'made_at'])
      .orderBy('number', 'desc')
      .execute(),

  /** What these pages show, of those that are published. */
  contentsShown: (pageIds: readonly string[]) =>
    tx
      .selectFrom('landing_page')
      .innerJoin('landing_page_version as version', (join) =>
        join.onRef('version.page_id', '=', 'landing_page.id').onRef('version.number', '=', 'landing_page.published'),
      )
      .where('landing_page.id', 'in', pageIds)
      .where('state', '=', 'published')
      .select(['landing_page.id', 'version.content'])
      .execute(),

  /** Whether a page of theirs that is published shows it. */
  showsImage: async (orgId: OrgId, imageId: string): Promise<boolean> => {
    const shown = tx
      .selectFrom('landing_page')
      .innerJoin('landing_page_version as version', (join) =>
        join.onRef('version.page_id', '=', 'landing_page.id').onRef('version.number', '=', 'landing_page.published'),
      )
      .where('landing_page.org_id', '=', orgId)
      .where('state', '=', 'published')
      .where('version.content', 'like', `%"imageId":"${imageId}"%`);
    return (await shown.select('landing_page.id').limit(1).executeTakeFirst()) !== undefined;
  },

  /** Takes a slug for a page. False where it leads to another one. */
  takeSlug: async (slug: string, pageId: string): Promise<boolean> => {
    const row = { slug, page_id: pageId };
    await tx
      .insertInto('landing_page_slug')
      .values(row)
      .onConflict((on) => on.doNothing())
      .execute();
    const taken = tx.selectFrom('landing_page_slug').where('slug', '=', slug).where('page_id', '=', pageId);
    return (await taken.select('slug').executeTakeFirst()) !== undefined;
  },

  freeSlug: (slug: string): Promise<unknown> => tx.deleteFrom('landing_page_slug').where('slug', '=', slug).execute(),

  /** What a slug leads to, if that is published, with what it shows. */
  publishedAt: async (slug: string) => (await publishedAt(tx, { slug }))[0],
});
