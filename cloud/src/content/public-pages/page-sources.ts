import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.module.ts';
import type { Faqs } from '../faqs/faqs.module.ts';
import type {
  LandingPage,
  LandingPagesService,
  PageBlock,
  PageContent,
} from '../landing-pages/landing-pages.module.ts';
import type { PressItem, PressService } from '../press/press.module.ts';

export interface SourceDeps {
  readonly organisations: Pick<OrganisationsService, 'findFacility' | 'findOrganisation'>;
  readonly faqs: Pick<Faqs, 'publicOf'>;
  readonly press: Pick<PressService, 'published' | 'newestPublished'>;
  readonly landingPages: Pick<LandingPagesService, 'find' | 'publishedAt'>;
}

/** All that a public page is made of, as it is stored: nothing else of anybody goes into it. */
export interface LandingPageSource {
  readonly locale: string;
  readonly content: PageContent;
  readonly owner: string;
  readonly place: { readonly name: string; readonly address: string | null } | null;
  /** What its `faqs` and `press` blocks show, by the place of the block. */
  readonly faqs: readonly (readonly { readonly question: string; readonly answer: string }[])[];
  readonly press: readonly (readonly PressSource[])[];
}
export interface PressSource {
  readonly slug: string;
  readonly title: string;
  readonly outlet: string;
  readonly sourceUrl: string | null;
  readonly excerpt: string;
  readonly body: string;
  readonly publishedOn: string;
  readonly changedAt: number;
  readonly id: string;
}
export interface PressListSource {
  readonly owner: string | null;
  readonly ownerId: OrgId | null;
  readonly items: readonly PressSource[];
}
export interface Moved {
  /** Below `/p/`. */
  readonly movedTo: string;
}

const ITEMS_SHOWN = 50;

const sourceOf = (item: PressItem): PressSource => ({
  id: item.id,
  slug: item.slug,
  title: item.title,
  outlet: item.outlet,
  sourceUrl: item.source_url,
  excerpt: item.excerpt,
  body: item.body_md,
  publishedOn: item.published_on,
  changedAt: Number(item.changed_at),
});

export const pageSources = ({ organisations, faqs, press, landingPages }: SourceDeps) => {
  const faqsOf = async (tx: Tx, page: LandingPage, block: PageBlock) => {
    if (block.kind !== 'faqs') return [];
    const { category, most = 10 } = block;
    const found = await faqs.publicOf(tx, page.org_id, { locale: page.locale, category, most });
    return found.map(({ question, answer_md }) => ({ question, answer: answer_md }));
  };
  const pressIn = async (tx: Tx, page: LandingPage, block: PageBlock) =>
    block.kind === 'press' ? (await press.newestPublished(tx, page.org_id, block.most ?? 3)).map(sourceOf) : [];
  const placeOf = async (tx: Tx, { facility_id, org_id }: LandingPage): Promise<LandingPageSource['place']> => {
    const facility = facility_id === null ? undefined : await organisations.findFacility(tx, facility_id);
    // One that has moved to another organisation is not this one's to show.
    if (facility === undefined || facility.org_id !== org_id) return null;
    const data: { readonly formatted_address?: string } = JSON.parse(facility.place_data ?? '{}');
    return { name: facility.name, address: data.formatted_address ?? null };
  };
  const landingPageOf = async (tx: Tx, page: LandingPage, text: string): Promise<LandingPageSource> => {
    const content = JSON.parse(text) as PageContent;
    const shown = { faqs: [] as LandingPageSource['faqs'][number][], press: [] as PressSource[][] };
    for (const block of content.blocks) {
      shown.faqs.push(await faqsOf(tx, page, block));
      shown.press.push(await pressIn(tx, page, block));
    }
    const owner = (await organisations.findOrganisation(tx, page.org_id))?.name ?? '';
    return { locale: page.locale, content, owner, place: await placeOf(tx, page), ...shown };
  };

  return {
    /** The landing page that is published at a slug. */
    pageAt: async (tx: Tx, slug: string): Promise<LandingPageSource | Moved | undefined> => {
      const page = await landingPages.publishedAt(tx, slug);
      if (page === undefined) return undefined;
      return page.slug === slug ? landingPageOf(tx, page, page.content) : { movedTo: page.slug };
    },

    /** What a page would show if its draft were published now. */
    draftOf: async (tx: Tx, pageId: string): Promise<LandingPageSource | undefined> => {
      const page = await landingPages.find(tx, pageId);
      return page && landingPageOf(tx, page, page.draft);
    },

    pressAt: async (tx: Tx, slug: string): Promise<PressSource | Moved | undefined> => {
      const item = await press.published(tx, slug);
      if (item === undefined) return undefined;
      return item.slug === slug ? sourceOf(item) : { movedTo: `press/${item.slug}` };
    },

    /** What an organisation has published, or the platform; nothing of an organisation that there is not. */
    pressOf: async (tx: Tx, orgId: OrgId | null): Promise<PressListSource | undefined> => {
      const owner = orgId === null ? null : (await organisations.findOrganisation(tx, orgId))?.name;
      if (owner === undefined) return undefined;
      const items = (await press.newestPublished(tx, orgId, ITEMS_SHOWN)).map(sourceOf);
      // Of one that has published nothing there is nothing to say, nor that it is there.
      return items.length === 0 && orgId !== null ? undefined : { owner, ownerId: orgId, items };
    },
  };
};
