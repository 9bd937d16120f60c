import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { Position } from '../../kit/http/position.ts';
import { wrongField } from '../../kit/http/validate.ts';
import type { Environment } from '../../kit/modules/module.ts';
import { type Changing, newStamps, type OwnedSight, ownedRecords } from '../../kit/records/records.repo.ts';
import { type JobsService, RetryLater } from '../../platform/jobs/jobs.module.ts';
import type { PageImagesService } from '../page-images/page-images.module.ts';
import { pressFault } from './press.faults.ts';
import { type PressColumns, type PressFilter, type PressItem, pressRepo } from './press.repo.ts';
import { mayBecome, type PressState, wasPublic } from './press-states.ts';

const ITEMS_MAX = 500;
export const PUBLISH_PRESS = 'press.publish';

export interface PressFields {
  readonly slug: string;
  readonly title: string;
  readonly outlet: string;
  readonly sourceUrl: string | null;
  readonly excerpt: string;
  readonly body: string;
  readonly publishedOn: string;
  /** ISO 8601, in UTC. */
  readonly publishAt: string | null;
  readonly state: PressState;
  readonly featured: boolean;
  readonly image: { readonly imageId: string; readonly text: string } | null;
}
type Change = { readonly [F in keyof PressFields]?: PressFields[F] | undefined };
type Deps = Pick<Environment, 'clock' | 'random'> & {
  readonly db: Pick<Database, 'write'>;
  readonly jobs: Pick<JobsService, 'enqueue'>;
  readonly pageImages: Pick<PageImagesService, 'use'>;
};
export type PressService = ReturnType<typeof createPressService>;

export const pressUnknown = () => pressFault('press_unknown', 'There is no such press item.');

export const createPressService = ({ db, clock, random, jobs, pageImages }: Deps) => {
  /** Publishes it at that time, unless it is another time by then. */
  const schedule = async (tx: Tx, { id, state, publish_at }: PressItem): Promise<void> => {
    if (state !== 'scheduled' || publish_at === null) return;
    const publishAt = Number(publish_at);
    await jobs.enqueue(tx, PUBLISH_PRESS, { pressId: id, publishAt }, { dueAt: publishAt, key: `${id}.${publishAt}` });
  };
  const useImage = (tx: Tx, { org_id, image_id }: PressItem): Promise<void> =>
    pageImages.use(tx, org_id, image_id === null ? [] : [image_id]);
  const takeSlug = async (tx: Tx, slug: string, id: string): Promise<void> => {
    if (!(await pressRepo(tx).takeSlug(slug, id)))
      throw pressFault('press_slug_taken', 'slug: it leads to another press item.');
  };

  return {
    list: (
      tx: Tx,
      sight: OwnedSight,
      asked: PressFilter & { readonly after?: Position | undefined; readonly limit: number },
    ) => pressRepo(tx).list(sight, asked),

    read: async (tx: Tx, sight: OwnedSight, id: string): Promise<PressItem> => {
      const found = await ownedRecords(tx, 'press_item').read(sight, id);
      if (found === undefined) throw pressUnknown();
      return found;
    },

    find: (tx: Tx, id: string): Promise<PressItem | undefined> => ownedRecords(tx, 'press_item').find(id),

    add: async (tx: Tx, organisationId: OrgId | null, { by, ...fields }: PressFields & { readonly by: string }) => {
      if ((await ownedRecords(tx, 'press_item').countOf(organisationId)) >= ITEMS_MAX)
        throw pressFault('too_many_press_items', `There are ${ITEMS_MAX} press items already.`);
      if (!mayBecome('draft', fields.state)) throw stateFault('draft');
      const now = clock.wallMs();
      const id = randomId('prs', random, now);
      const columns = { ...due(columnsOf(fields), now), ...newStamps({ by, now }) };
      const row = await ownedRecords(tx, 'press_item').add({ id, org_id: organisationId, ...columns });
      await takeSlug(tx, row.slug, id);
      await useImage(tx, row);
      await schedule(tx, row);
      return row;
    },

    /** Changes what is given. Throws `changed` where another revision than the expected is there. */
    update: async (tx: Tx, before: PressItem, { by, expectedRevision, ...change }: Change & Changing) => {
      const { id } = before;
      const now = clock.wallMs();
      const to = { ...before, ...columnsOf(change) };
      if (!mayBecome(before.state, to.state)) throw stateFault(before.state);
      const { state, publish_at } = due(to, now);
      const columns = { ...columnsOf(change), state, publish_at };
      const row = await ownedRecords(tx, 'press_item').change(before, columns, { by, now, expectedRevision });
      if (row.slug !== before.slug) {
        await takeSlug(tx, row.slug, id);
        if (!wasPublic(before.state)) await pressRepo(tx).freeSlug(before.slug);
      }
      if (row.image_id !== before.image_id) await useImage(tx, row);
      await schedule(tx, row);
      return row;
    },

    remove: (tx: Tx, id: string): Promise<unknown> => ownedRecords(tx, 'press_item').remove(id),

    /** Publishes what is still scheduled for that moment. */
    publishDue: (id: string, publishAt: number): Promise<void> =>
      db.write(async (tx) => {
        const found = await ownedRecords(tx, 'press_item').find(id);
        if (found?.state !== 'scheduled' || Number(found.publish_at) !== publishAt) return;
        const to = { state: 'published', publish_at: null } as const;
        const doing = { by: 'system:schedule', now: clock.wallMs() };
        const row = await ownedRecords(tx, 'press_item').update(id, Number(found.revision), to, doing);
        // Somebody changes it at this moment.
        if (row === undefined) throw new RetryLater(Seconds(1));
      }),

    /** What a slug leads to, if that is published. */
    published: async (tx: Tx, slug: string) => {
      const found = await pressRepo(tx).bySlug(slug);
      return found?.state === 'published' ? found : undefined;
    },

    showsImage: (tx: Tx, imageId: string): Promise<boolean> => pressRepo(tx).showsImage(imageId),

    newestPublished: (tx: Tx, organisationId: OrgId | null, limit: number): Promise<PressItem[]> =>
      pressRepo(tx).newestPublished(organisationId, limit),
  };
};

const stateFault = (state: PressState) => pressFault('press_state', `state: it is ${state}.`);

/** When it is published by itself: of what is scheduled alone, and to come. */
const due = <Columns extends Pick<PressColumns, 'state' | 'publish_at'>>(columns: Columns, now: number): Columns => {
  if (columns.state !== 'scheduled') return { ...columns, publish_at: null };
  if (columns.publish_at === null || columns.publish_at <= now)
    throw wrongField('body.publishAt', 'future', `must be later than ${isoOf(now)} where it is scheduled`);
  return columns;
};

const columnsOf = <Fields extends Change>({
  sourceUrl,
  body,
  publishedOn,
  publishAt,
  featured,
  image,
  ...same
}: Fields) =>
  Object.fromEntries(
    Object.entries({
      ...same,
      source_url: sourceUrl,
      body_md: body,
      published_on: publishedOn,
      publish_at: publishAt == null ? publishAt : Date.parse(publishAt),
      featured: featured === undefined ? undefined : Number(featured),
      image_id: image === null ? null : image?.imageId,
      image_text: image === null ? null : image?.text,
    }).filter(([, value]) => value !== undefined),
  ) as Fields extends PressFields ? PressColumns : Partial<PressColumns>;
