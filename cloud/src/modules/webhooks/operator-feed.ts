import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { afterCommit } from '../../db/after-commit.ts';
import type { Database, Tx } from '../../db/unit-of-work.ts';
import { operatorFeedRepo } from './operator-feed.repo.ts';

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
  readonly type: string;
  readonly facilityId: string;
  readonly occurredAt: number;
  readonly recordedAt: number;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface OperatorFeedDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
}
export type OperatorFeed = ReturnType<typeof createOperatorFeed>;

/** That many are numbered in one unit. */
const AT_ONCE = 1_000;

/** As a number of rows, and as a moment. */
const ALL = Number.MAX_SAFE_INTEGER;
interface Member {
  readonly partnerId: string;
  readonly facilityId: FacilityId;
  readonly memberId: string;
}
type Told = Readonly<Record<string, unknown>>;

type Row = Awaited<ReturnType<ReturnType<typeof operatorFeedRepo>['page']>>[number];
export const toEvent = (row: Row): OperatorEvent => ({
  id: row.id,
  type: row.type,
  facilityId: row.facility_id,
  occurredAt: row.occurred_at,
  recordedAt: row.recorded_at,
  data: JSON.parse(row.data),
});

/** Numbers what waits, under the lock of the feed. Resolves with the last number. */
export const numberWaiting = async (tx: Tx, orgId: string): Promise<number> => {
  const { last_seq } = await operatorFeedRepo(tx).lock(orgId);
  return last_seq + (await operatorFeedRepo(tx).number(orgId, { after: last_seq, most: AT_ONCE }));
};

/**
 * The feed of each organisation. INVARIANT: an event is written without a number, in the unit of its cause, and numbered by
 * whoever reads, under the lock of the feed: one that is committed late is numbered late, so no cursor has passed it.
 */
export const createOperatorFeed = (deps: OperatorFeedDeps, added: (orgId: string) => void) => {
  const { db, clock, random } = deps;
  const pageOf = async (tx: Tx, orgId: string, after: number, limit: number) => {
    const rows = await operatorFeedRepo(tx).page(orgId, after, limit + 1);
    const events = rows.slice(0, limit).map(toEvent);
    return { events, next: rows[events.length - 1]?.seq ?? after, more: rows.length > limit };
  };

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
      if (stored?.watched === true) afterCommit(tx, () => added(stored.orgId));
    },

    /** Up to `limit` events about a member, as they were told. */
    eventsOfMember: async (tx: Tx, member: Member, limit: number): Promise<readonly object[]> => {
      const rows = await operatorFeedRepo(tx).ofMember(member.facilityId, member.memberId, ALL, limit);
      return rows
        .map(({ data, id, type, occurred_at }) => ({ id, type, occurred_at, data: JSON.parse(data) as Told }))
        .filter(({ data }) => data.partnerId === member.partnerId);
    },

    /**
     * Takes a member out of up to `most` events that were recorded until then; each keeps its place and its type. What webhooks
     * are still to be sent is read from here. Resolves with how many were looked at.
     */
    forgetMember: async (
      tx: Tx,
      member: Member,
      { until, most, nobody }: { readonly until: number; readonly most: number; readonly nobody: string },
    ): Promise<number> => {
      let forgotten = 0;
      const rows = await operatorFeedRepo(tx).ofMember(member.facilityId, member.memberId, until, ALL);
      for (const { written, data } of rows) {
        const told = JSON.parse(data) as Told;
        // Another partner may call somebody else the same.
        if (told.partnerId !== member.partnerId) continue;
        if (forgotten === most) break;
        await operatorFeedRepo(tx).setData(written, JSON.stringify({ ...told, memberId: nobody }));
        forgotten++;
      }
      return forgotten;
    },

    /** What follows a place in the feed, or its beginning. */
    page: async (orgId: string, { after = 0, limit }: { after?: number | undefined; limit: number }) => {
      const seen = await db.read(async (tx) => {
        const page = await pageOf(tx, orgId, after, limit);
        const complete = after === 0 || after >= ((await operatorFeedRepo(tx).find(orgId))?.removed_through ?? 0);
        return { ...page, complete, waiting: !page.more && (await operatorFeedRepo(tx).hasWaiting(orgId)) };
      });
      if (!seen.waiting) return seen;
      return db.write(async (tx) => {
        await numberWaiting(tx, orgId);
        const page = await pageOf(tx, orgId, after, limit);
        return { ...page, more: page.more || (await operatorFeedRepo(tx).hasWaiting(orgId)), complete: seen.complete };
      });
    },

    /** The oldest first, each with a number, so that whoever asks for it later can be told. */
    forgetBefore: async (tx: Tx, time: number, most: number): Promise<number> => {
      const repo = operatorFeedRepo(tx);
      let forgotten = 0;
      while (forgotten < most) {
        const oldest = await repo.oldest();
        if (oldest === undefined || oldest.recorded_at >= time) break;
        await numberWaiting(tx, oldest.org_id);
        const gone = await repo.remove(oldest.org_id, { time, most: most - forgotten });
        if (gone.length === 0) break;
        await repo.setRemovedThrough(
          oldest.org_id,
          gone.reduce((last, { seq }) => Math.max(last, seq ?? 0), 0),
        );
        forgotten += gone.length;
      }
      return forgotten;
    },
  };
};
