import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId, OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { afterCommit } from '../../kit/db/after-commit.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { operatorFeedRepo, organisationFeed } from './operator-feed.repo.ts';

export interface NewOperatorEvent {
  readonly facilityId: FacilityId;
  /** `door.held_open`: what it is about, and what happened. */
  readonly type: string;
  /** When it happened, if that is not now. */
  readonly occurredAt?: number;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface OperatorEvent {
  readonly id: string;
  /** Its place in the feed. */
  readonly seq: number;
  readonly type: string;
  readonly facilityId: FacilityId;
  readonly occurredAt: number;
  readonly recordedAt: number;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface OperatorFeedDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  /** What shows events has changed: by the name of a topic, and its key. */
  readonly changed?: (tx: Tx, topic: 'events' | 'feed' | 'unlocks', key: string) => void;
}
export type OperatorFeed = ReturnType<typeof createOperatorFeed>;

/** As a moment: whatever was recorded. */
const ALL = Number.MAX_SAFE_INTEGER;
interface Member {
  readonly partnerId: PartnerId;
  readonly facilityId: FacilityId;
  readonly memberId: string;
}
type Told = Readonly<Record<string, unknown>>;

type Row = Awaited<ReturnType<ReturnType<typeof operatorFeedRepo>['page']>>[number];
export const toEvent = (row: Row): OperatorEvent => ({
  id: row.id,
  seq: Number(row.seq),
  type: row.type,
  facilityId: row.facility_id,
  occurredAt: row.occurred_at,
  recordedAt: row.recorded_at,
  data: JSON.parse(row.data),
});

/** The feed of each organisation. */
export const createOperatorFeed = (deps: OperatorFeedDeps, added: (orgId: OrgId) => void) => {
  const { db, clock, random } = deps;
  return {
    /** In the unit of the cause. One insert; nothing is locked. */
    add: async (tx: Tx, { facilityId, type, occurredAt, data }: NewOperatorEvent): Promise<void> => {
      const now = clock.wallMs();
      const stored = await operatorFeedRepo(tx).insert({
        id: randomId('oev', random, now),
        facilityId,
        type,
        occurredAt: occurredAt ?? now,
        recordedAt: now,
        data: JSON.stringify(data),
        memberId: typeof data.memberId === 'string' ? data.memberId : null,
      });
      deps.changed?.(tx, 'events', facilityId);
      if (type.startsWith('unlock.')) deps.changed?.(tx, 'unlocks', facilityId);
      if (stored !== undefined) deps.changed?.(tx, 'feed', stored.orgId);
      if (stored?.watched === true) afterCommit(tx, () => added(stored.orgId));
    },

    /** Up to `limit` ids of members of any partner whom events at a facility are about, in their order, after `after`. */
    membersAfter: (tx: Tx, facilityId: FacilityId, after: string, limit: number): Promise<string[]> =>
      operatorFeedRepo(tx).membersAfter(facilityId, after, limit),

    /** Up to `limit` events about a member, as they were told. */
    eventsOfMember: async (tx: Tx, member: Member, limit: number): Promise<readonly object[]> =>
      (await operatorFeedRepo(tx).ofMember(member, ALL, limit)).map(({ data, id, type, occurred_at }) => ({
        id,
        type,
        occurred_at,
        data: JSON.parse(data) as Told,
      })),

    /**
     * Takes a member out of up to `most` events that were recorded until then; each keeps its place and its type. What webhooks
     * are still to be sent is read from here. Resolves with how many that were.
     */
    forgetMember: async (
      tx: Tx,
      member: Member,
      { until, most, nobody }: { readonly until: number; readonly most: number; readonly nobody: string },
    ): Promise<number> => {
      const rows = await operatorFeedRepo(tx).ofMember(member, until, most);
      for (const { written, data } of rows)
        await operatorFeedRepo(tx).setData(
          written,
          JSON.stringify({ ...(JSON.parse(data) as Told), memberId: nobody }),
        );
      return rows.length;
    },

    /** What follows a place in the feed, or its beginning. */
    page: async (orgId: OrgId, { after, limit }: { after?: number | undefined; limit: number }) => {
      const rowsAfter = (tx: Tx, from: number, most: number) => operatorFeedRepo(tx).page(orgId, from, most);
      const { rows, ...page } = await organisationFeed.page(db, orgId, { rowsAfter, after, limit });
      return { events: rows.map(toEvent), ...page };
    },

    /** The last place by now: everything that is committed has its number, and none that comes has a lower one. */
    lastPlace: (orgId: OrgId): Promise<number> =>
      db.write(async (tx) => {
        let last = await organisationFeed.numberWaiting(tx, orgId);
        while (await organisationFeed.hasWaiting(tx, orgId)) last = await organisationFeed.numberWaiting(tx, orgId);
        return last;
      }),

    /** After a restore: no place is given a second time. */
    passGivenPlaces: async (tx: Tx): Promise<void> => {
      for (const orgId of await operatorFeedRepo(tx).readers())
        await organisationFeed.goOnFrom(tx, orgId, clock.wallMs());
    },

    forgetBefore: organisationFeed.forgetBefore,
  };
};
