import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { isoOf, isoOrNull } from '@gatehouse/shared/time/iso.ts';
import type { Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Position } from '../../kit/http/position.ts';
import {
  type OwnedRecord,
  type OwnedSight,
  ofOwner,
  type Stamps,
  seenBy,
  stampsOf,
} from '../../kit/records/records.repo.ts';
import type { PressState } from './press-states.ts';

/** What somebody has written about the gym, or it has said to the press. */
interface PressItemTable extends OwnedRecord {
  slug: string;
  title: string;
  outlet: string;
  source_url: string | null;
  excerpt: string;
  /** Markdown. */
  body_md: string;
  /** `YYYY-MM-DD`, as the outlet dates it. */
  published_on: string;
  /** While it is scheduled. */
  publish_at: number | null;
  state: PressState;
  featured: 0 | 1;
  /** The picture that goes with it, and what it shows in words: both or neither. */
  image_id: string | null;
  image_text: string | null;
}
interface PressSlugTable {
  slug: string;
  press_id: string;
}
declare module '../../kit/db/tables.ts' {
  interface Tables {
    press_item: PressItemTable;
    press_slug: PressSlugTable;
  }
}

export type PressItem = Selectable<PressItemTable>;
export type PressColumns = Omit<PressItem, 'id' | 'org_id' | keyof Stamps>;
export interface PressFilter {
  readonly organisationId?: OrgId | undefined;
  readonly state?: PressState | undefined;
}
export const dayOf = (ms: number): string => isoOf(ms).slice(0, 10);

export const pressRepo = (tx: Tx) => ({
  /** The newest first; with an organisation, its own and the platform's. */
  list: (
    sight: OwnedSight,
    {
      organisationId,
      state,
      after,
      limit,
    }: PressFilter & { readonly after?: Position | undefined; readonly limit: number },
  ): Promise<PressItem[]> => {
    let query = tx.selectFrom('press_item').where(seenBy(sight)).selectAll();
    if (state !== undefined) query = query.where('state', '=', state);
    if (organisationId !== undefined)
      query = query.where(({ eb, or }) => or([eb('org_id', 'is', null), eb('org_id', '=', organisationId)]));
    if (after !== undefined) {
      const day = dayOf(after.at);
      query = query.where(({ eb, or, and }) =>
        or([eb('published_on', '<', day), and([eb('published_on', '=', day), eb('id', '<', after.id)])]),
      );
    }
    return query.orderBy('published_on', 'desc').orderBy('id', 'desc').limit(limit).execute();
  },

  /** Takes a slug for an item. False where it leads to another one. */
  takeSlug: async (slug: string, pressId: string): Promise<boolean> => {
    const row = { slug, press_id: pressId };
    await tx
      .insertInto('press_slug')
      .values(row)
      .onConflict((on) => on.doNothing())
      .execute();
    const taken = tx.selectFrom('press_slug').where('slug', '=', slug).where('press_id', '=', pressId);
    return (await taken.select('slug').executeTakeFirst()) !== undefined;
  },

  freeSlug: (slug: string): Promise<unknown> => tx.deleteFrom('press_slug').where('slug', '=', slug).execute(),

  /** What a slug leads to, whatever its state. */
  bySlug: (slug: string): Promise<PressItem | undefined> =>
    tx
      .selectFrom('press_slug')
      .innerJoin('press_item', 'press_item.id', 'press_slug.press_id')
      .where('press_slug.slug', '=', slug)
      .selectAll('press_item')
      .executeTakeFirst(),

  /** Whether anything that is published shows it. */
  showsImage: async (imageId: string): Promise<boolean> => {
    const shown = tx.selectFrom('press_item').where('image_id', '=', imageId).where('state', '=', 'published');
    return (await shown.select('id').limit(1).executeTakeFirst()) !== undefined;
  },

  newestPublished: (organisationId: OrgId | null, limit: number): Promise<PressItem[]> =>
    tx
      .selectFrom('press_item')
      .where(ofOwner(organisationId))
      .where('state', '=', 'published')
      .selectAll()
      .orderBy('published_on', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
});

export const imageIn = ({ image_id, image_text }: Pick<PressItem, 'image_id' | 'image_text'>) =>
  image_id === null || image_text === null ? null : { imageId: image_id, text: image_text };

export const viewOf = (row: PressItem) => ({
  pressId: row.id,
  organisationId: row.org_id,
  slug: row.slug,
  title: row.title,
  outlet: row.outlet,
  sourceUrl: row.source_url,
  excerpt: row.excerpt,
  body: row.body_md,
  publishedOn: row.published_on,
  publishAt: isoOrNull(row.publish_at === null ? null : Number(row.publish_at)),
  state: row.state,
  featured: Number(row.featured) === 1,
  image: imageIn(row),
  ...stampsOf(row),
});
