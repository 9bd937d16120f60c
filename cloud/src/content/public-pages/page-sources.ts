import { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.module.ts';
import type { Faqs } from '../faqs/faqs.module.ts';
import {
  imagesIn,
  type LandingPage,
  type LandingPagesService,
  type PageBlock,
  type PageContent,
} from '../landing-pages/landing-pages.module.ts';
import type { PageImagesService, ShownImage } from '../page-images/page-images.module.ts';
import { imageIn, type PressItem, type PressService } from '../press/press.module.ts';
import { keptContents } from './kept-contents.ts';

export interface SourceDeps {
  readonly organisations: Pick<OrganisationsService, 'findFacility' | 'findOrganisation'>;
  readonly faqs: Pick<Faqs, 'publicOf'>;
  readonly press: Pick<PressService, 'published' | 'newestPublished' | 'showsImage'>;
  readonly landingPages: Pick<LandingPagesService, 'find' | 'publishedAt' | 'showsImage'>;
  readonly pageImages: Pick<PageImagesService, 'used' | 'at'>;
}

/** A picture of a page: where it is, how large, and what it shows. */
export interface ImageSource extends Omit<ShownImage, 'sha256'> {
  readonly address: string;
}
/** All that a public page is made of, as it is stored: nothing else of anybody goes into it. */
export interface PageSource {
  readonly locale: string;
  readonly content: PageContent;
  readonly owner: string;
  /** Null where no block shows it. */
  readonly place: { readonly name: string; readonly address: string | null } | null;
  /** What its `faqs` and `press` blocks show, by the place of the block. */
  readonly faqs: readonly (readonly { readonly question: string; readonly answer: string }[])[];
  readonly press: readonly (readonly PressSource[])[];
  /** By its id, those that are there. */
  readonly images: Readonly<Record<string, ImageSource>>;
}
/** Of one that is published. */
export interface LandingPageSource extends PageSource {
  /** Which content that is: it never changes under this name. */
  readonly version: string;
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
  readonly image: (ImageSource & { readonly text: string }) | null;
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
/** What a page is made by, of the row that it lies in. */
type PageRow = Pick<LandingPage, 'org_id' | 'facility_id' | 'locale'>;

/** Below which pictures lie, whatever shows them. */
export const IMAGES = '/p/images';
const imageAt = ({ sha256, width, height }: ShownImage, below: string): ImageSource => ({
  ...{ address: `${below}/${sha256}`, width, height },
});

/** As it is shown among others: without its text and its picture. */
const teaserOf = (item: PressItem): PressSource => ({ ...sourceOf(item), body: '' });
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
  image: null,
});

export const pageSources = ({ organisations, faqs, press, landingPages, pageImages }: SourceDeps) => {
  const contents = keptContents();
  const faqsOf = async (tx: Tx, page: PageRow, block: PageBlock) => {
    if (block.kind !== 'faqs') return [];
    const { category, most = 10 } = block;
    const found = await faqs.publicOf(tx, page.org_id, { locale: page.locale, category, most });
    return found.map(({ question, answer_md }) => ({ question, answer: answer_md }));
  };
  const pressIn = async (tx: Tx, page: PageRow, block: PageBlock) =>
    block.kind === 'press' ? (await press.newestPublished(tx, page.org_id, block.most ?? 3)).map(teaserOf) : [];
  const placeOf = async (
    tx: Tx,
    { facility_id, org_id }: PageRow,
    { blocks }: PageContent,
  ): Promise<PageSource['place']> => {
    const isShown = facility_id !== null && blocks.some(({ kind }) => kind === 'place');
    const facility = isShown ? await organisations.findFacility(tx, facility_id) : undefined;
    // One that has moved to another organisation is not this one's to show.
    if (facility === undefined || facility.org_id !== org_id) return null;
    const data: { readonly formatted_address?: string } = JSON.parse(facility.place_data ?? '{}');
    return { name: facility.name, address: data.formatted_address ?? null };
  };
  const imagesOf = async (tx: Tx, { org_id }: PageRow, content: PageContent, below: string) => {
    const used = await pageImages.used(tx, org_id, imagesIn(content));
    return Object.fromEntries([...used].map(([id, image]) => [id, imageAt(image, below)]));
  };
  const landingPageOf = async (tx: Tx, page: PageRow, content: PageContent, below = IMAGES) => {
    const shown = { faqs: [] as PageSource['faqs'][number][], press: [] as PressSource[][] };
    for (const block of content.blocks) {
      shown.faqs.push(await faqsOf(tx, page, block));
      shown.press.push(await pressIn(tx, page, block));
    }
    const owner = (await organisations.findOrganisation(tx, page.org_id))?.name ?? '';
    const images = await imagesOf(tx, page, content, below);
    const place = await placeOf(tx, page, content);
    return { locale: page.locale, content, owner, place, images, ...shown };
  };

  return {
    /** The landing page that is published at a slug. */
    pageAt: async (tx: Tx, slug: string): Promise<LandingPageSource | Moved | undefined> => {
      const page = await landingPages.publishedAt(tx, slug);
      if (page === undefined) return undefined;
      if (page.slug !== slug) return { movedTo: page.slug };
      const version = `${page.id}.${page.number}.${page.made_at}`;
      return { ...(await landingPageOf(tx, page, contents.of(version, page.content))), version };
    },

    /** What a page would show if its draft were published now; its pictures lie below that address. */
    draftOf: async (tx: Tx, pageId: string, below: string): Promise<PageSource | undefined> => {
      const page = await landingPages.find(tx, pageId);
      return page && landingPageOf(tx, page, JSON.parse(page.draft) as PageContent, below);
    },

    /** A picture at an address, if anything that is published shows it. */
    imageAt: async (tx: Tx, sha256: string) => {
      for (const image of await pageImages.at(tx, sha256)) {
        const { id, used_by } = image;
        const owner = OrgId.safeParse(used_by).data;
        if (await press.showsImage(tx, id)) return image;
        if (owner !== undefined && (await landingPages.showsImage(tx, owner, id))) return image;
      }
      return undefined;
    },

    /** A picture at an address, if the draft of that page shows it. */
    imageOfDraft: async (tx: Tx, pageId: string, sha256: string) => {
      const page = await landingPages.find(tx, pageId);
      const shown = page === undefined ? [] : imagesIn(JSON.parse(page.draft) as PageContent);
      return (await pageImages.at(tx, sha256)).find(({ id }) => shown.includes(id));
    },

    pressAt: async (tx: Tx, slug: string): Promise<PressSource | Moved | undefined> => {
      const item = await press.published(tx, slug);
      if (item === undefined) return undefined;
      if (item.slug !== slug) return { movedTo: `press/${item.slug}` };
      const shown = imageIn(item);
      const image = shown && (await pageImages.used(tx, item.org_id, [shown.imageId])).get(shown.imageId);
      return { ...sourceOf(item), image: shown && image ? { ...imageAt(image, IMAGES), text: shown.text } : null };
    },

    /** What an organisation has published, or the platform; nothing of an organisation that there is not. */
    pressOf: async (tx: Tx, orgId: OrgId | null): Promise<PressListSource | undefined> => {
      const owner = orgId === null ? null : (await organisations.findOrganisation(tx, orgId))?.name;
      if (owner === undefined) return undefined;
      const items = (await press.newestPublished(tx, orgId, ITEMS_SHOWN)).map(teaserOf);
      // Of one that has published nothing there is nothing to say, nor that it is there.
      return items.length === 0 && orgId !== null ? undefined : { owner, ownerId: orgId, items };
    },
  };
};
