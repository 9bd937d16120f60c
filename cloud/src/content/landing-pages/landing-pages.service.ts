import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Updateable } from 'kysely';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { wrongField } from '../../kit/http/validate.ts';
import type { Environment } from '../../kit/modules/module.ts';
import { newStamps, type OwnedSight, ownedRecords } from '../../kit/records/records.repo.ts';
import { type JobsService, RetryLater } from '../../platform/jobs/jobs.module.ts';
import type { PageImagesService } from '../page-images/page-images.module.ts';
import { landingPagesFault } from './landing-pages.faults.ts';
import { type LandingPage, landingPagesRepo, type PageFilter } from './landing-pages.repo.ts';
import type { LandingPageTable } from './landing-pages.tables.ts';
import { imagesIn, type PageContent } from './page-content.ts';

const PAGES_MAX = 200;
export const PUBLISH_PAGE = 'landing-pages.publish';

export interface NewPage {
  readonly facilityId: FacilityId | null;
  readonly slug: string;
  readonly locale: string;
  readonly draft: PageContent;
  readonly by: string;
}
export interface PageChange {
  readonly slug?: string | undefined;
  readonly locale?: string | undefined;
  readonly draft?: PageContent | undefined;
  /** The draft is what that version was. */
  readonly fromVersion?: number | undefined;
  readonly expectedRevision?: number | undefined;
  readonly action: 'save' | 'publish' | 'schedule' | 'withdraw';
  /** ISO 8601, in UTC: of `schedule`. */
  readonly publishAt?: string | undefined;
  readonly by: string;
}
type Deps = Pick<Environment, 'clock' | 'random'> & {
  readonly db: Pick<Database, 'write'>;
  readonly jobs: Pick<JobsService, 'enqueue'>;
  readonly pageImages: Pick<PageImagesService, 'use'>;
};
export type LandingPagesService = ReturnType<typeof createLandingPagesService>;

export const pageUnknown = () => landingPagesFault('landing_page_unknown', 'There is no such landing page.');

export const createLandingPagesService = ({ db, clock, random, jobs, pageImages }: Deps) => {
  const takeSlug = async (tx: Tx, slug: string, id: string): Promise<void> => {
    if (!(await landingPagesRepo(tx).takeSlug(slug, id)))
      throw landingPagesFault('slug_taken', 'slug: it leads to another page.');
  };
  /** Keeps the draft as the next version. Resolves with its number. */
  const makeVersion = async (tx: Tx, page: LandingPage, draft: string, by: string): Promise<number> => {
    const number = Number(page.versions) + 1;
    const row = { page_id: page.id, number, content: draft, made_by: by, made_at: clock.wallMs() };
    await landingPagesRepo(tx).addVersion(row, page.published === null ? null : Number(page.published));
    return number;
  };
  /** What an action makes of a page whose draft is that. */
  const acted = async (
    tx: Tx,
    page: LandingPage,
    { action, publishAt, by, draft }: Omit<PageChange, 'draft'> & { readonly draft: string },
  ): Promise<Updateable<LandingPageTable>> => {
    if (action === 'save') return {};
    if (action === 'withdraw') {
      if (page.state !== 'published' && page.publish_at === null)
        throw landingPagesFault('landing_page_state', `action: the page is ${page.state}.`);
      const state = page.state === 'published' ? 'withdrawn' : page.state;
      return { state, published: null, scheduled: null, publish_at: null };
    }
    if (action === 'publish') {
      const versions = await makeVersion(tx, page, draft, by);
      return { state: 'published', versions, published: versions, scheduled: null, publish_at: null };
    }
    const at = Date.parse(publishAt ?? '');
    if (!(at > clock.wallMs()))
      throw wrongField('body.publishAt', 'future', `must be later than ${isoOf(clock.wallMs())} to schedule it`);
    const version = await makeVersion(tx, page, draft, by);
    const order = { landingPageId: page.id, version, publishAt: at };
    await jobs.enqueue(tx, PUBLISH_PAGE, order, { dueAt: at, key: `${page.id}.${version}` });
    return { versions: version, scheduled: version, publish_at: at };
  };
  const draftOf = async (tx: Tx, page: LandingPage, { draft, fromVersion }: PageChange): Promise<string> => {
    if (fromVersion === undefined) return draft === undefined ? page.draft : JSON.stringify(draft);
    const version = await landingPagesRepo(tx).version(page.id, fromVersion);
    if (version === undefined)
      throw landingPagesFault('page_version_unknown', 'fromVersion: there is no such version.');
    return version.content;
  };

  return {
    list: (
      tx: Tx,
      sight: OwnedSight,
      asked: PageFilter & { readonly after?: string | undefined; readonly limit: number },
    ): Promise<LandingPage[]> => landingPagesRepo(tx).list(sight, asked),

    versionsOf: async (tx: Tx, pages: readonly LandingPage[]) =>
      pages.length === 0 ? [] : landingPagesRepo(tx).versionsOf(pages.map(({ id }) => id)),

    /** What each of these pages shows, by its id; nothing of one that is not published. */
    contentsShown: async (tx: Tx, pages: readonly LandingPage[]): Promise<ReadonlyMap<string, string>> => {
      const found = pages.length === 0 ? [] : await landingPagesRepo(tx).contentsShown(pages.map(({ id }) => id));
      return new Map(found.map(({ id, content }) => [id, content]));
    },

    find: (tx: Tx, id: string): Promise<LandingPage | undefined> => ownedRecords(tx, 'landing_page').find(id),

    add: async (tx: Tx, orgId: OrgId, { facilityId, slug, locale, draft, by }: NewPage): Promise<LandingPage> => {
      if ((await ownedRecords(tx, 'landing_page').countOf(orgId)) >= PAGES_MAX)
        throw landingPagesFault('too_many_landing_pages', `There are ${PAGES_MAX} landing pages already.`);
      const now = clock.wallMs();
      const row: LandingPage = {
        ...{ id: randomId('lpg', random, now), org_id: orgId, facility_id: facilityId, slug, locale, state: 'draft' },
        ...{ draft: JSON.stringify(draft), versions: 0, published: null, scheduled: null, publish_at: null },
        ...newStamps({ by, now }),
      };
      await ownedRecords(tx, 'landing_page').add(row);
      await takeSlug(tx, slug, row.id);
      await pageImages.use(tx, orgId, imagesIn(draft));
      return row;
    },

    /** Changes what is given, then does what `action` says. Throws `changed` where another revision is there by now. */
    change: async (tx: Tx, page: LandingPage, change: PageChange): Promise<LandingPage> => {
      const { slug = page.slug, locale = page.locale, expectedRevision, by } = change;
      const draft = await draftOf(tx, page, change);
      if (change.draft !== undefined) await pageImages.use(tx, page.org_id, imagesIn(change.draft));
      const to = await acted(tx, page, { ...change, draft });
      const doing = { by, now: clock.wallMs(), expectedRevision };
      const row = await ownedRecords(tx, 'landing_page').change(page, { slug, locale, draft, ...to }, doing);
      if (slug !== page.slug) {
        await takeSlug(tx, slug, page.id);
        // An address that nobody was ever given leads nowhere any more.
        if (Number(page.versions) === 0) await landingPagesRepo(tx).freeSlug(page.slug);
      }
      return row;
    },

    remove: (tx: Tx, id: string): Promise<unknown> => ownedRecords(tx, 'landing_page').remove(id),

    /** Shows the version that is still scheduled for that moment. */
    publishDue: (id: string, version: number, publishAt: number): Promise<void> =>
      db.write(async (tx) => {
        const page = await ownedRecords(tx, 'landing_page').find(id);
        if (page === undefined || Number(page.scheduled) !== version || Number(page.publish_at) !== publishAt) return;
        const to = { state: 'published', published: version, scheduled: null, publish_at: null } as const;
        const doing = { by: 'system:schedule', now: clock.wallMs() };
        const row = await ownedRecords(tx, 'landing_page').update(id, Number(page.revision), to, doing);
        // Somebody changes it at this moment.
        if (row === undefined) throw new RetryLater(Seconds(1));
      }),

    /** Whether a page of theirs that is published shows it. */
    showsImage: (tx: Tx, orgId: OrgId, imageId: string): Promise<boolean> =>
      landingPagesRepo(tx).showsImage(orgId, imageId),

    /** The published page that a slug leads to, whether it is its slug now or was before. */
    publishedAt: (tx: Tx, slug: string) => landingPagesRepo(tx).publishedAt(slug),
  };
};
