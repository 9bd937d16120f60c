import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { eventsRepo, partnerFeed } from './events.repo.ts';

/** What a feed tells. `warning.*` follow the warnings' kinds, `access.*` are entries and denials that boxes report. */
export type EventKind = 'unlock' | 'unlock.confirmed_late' | `warning.${string}` | `access.${string}`;

export interface NewEvent {
  readonly partnerId: PartnerId;
  readonly facilityId: FacilityId;
  readonly kind: EventKind;
  /** When it happened, if that is not now. */
  readonly occurredAt?: number;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface FeedEvent {
  readonly id: string;
  readonly kind: string;
  readonly facilityId: FacilityId;
  readonly linkingIdentifier: string | null;
  readonly occurredAt: number;
  readonly recordedAt: number;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface PageAsked {
  readonly after?: number | undefined;
  readonly limit: number;
  /** Only what happened where this key of the partner reaches. */
  readonly keyId?: string;
}

export interface FeedPage {
  readonly events: readonly FeedEvent[];
  /** Where the next page begins. */
  readonly next: number;
  readonly more: boolean;
  /** False if events after the asked place were removed before this page was asked for. */
  readonly complete: boolean;
}
export type EventsService = ReturnType<typeof createEventsService>;

export const createEventsService = (deps: {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
}) => {
  const { db, clock, random } = deps;

  const addAll = async (tx: Tx, events: readonly NewEvent[]): Promise<void> => {
    if (events.length === 0) return;
    const now = clock.wallMs();
    await eventsRepo(tx).insert(
      events.map(({ partnerId, facilityId, kind, occurredAt = now, data }) => ({
        id: randomId('fev', random, now),
        partner_id: partnerId,
        facility_id: facilityId,
        kind,
        occurred_at: occurredAt,
        recorded_at: now,
        data: JSON.stringify(data),
        member_id: typeof data.member_id === 'string' ? data.member_id : null,
        seq: null,
      })),
    );
  };

  return {
    /** Adds to a partner's feed, in the unit of the cause. One insert; nothing is locked. */
    add: (tx: Tx, event: NewEvent): Promise<void> => addAll(tx, [event]),
    addAll,

    /** What follows a place in the partner's feed, or its beginning. */
    page: async (partnerId: PartnerId, { after, limit, keyId }: PageAsked): Promise<FeedPage> => {
      const rowsAfter = (tx: Tx, from: number, most: number) => eventsRepo(tx).page({ partnerId, keyId }, from, most);
      const { rows, ...page } = await partnerFeed.page(db, partnerId, { rowsAfter, after, limit });
      return { events: rows.map(toEvent), ...page };
    },

    /**
     * Takes a member out of up to `most` events that were recorded until then; each keeps its place and its kind. Resolves
     * with how many that were.
     */
    forgetMember: async (
      tx: Tx,
      member: { readonly partnerId: PartnerId; readonly facilityId: FacilityId; readonly memberId: string },
      { until, most, nobody }: { readonly until: number; readonly most: number; readonly nobody: string },
    ): Promise<number> => {
      const rows = await eventsRepo(tx).ofMember(member, until, most);
      for (const { written, data } of rows) {
        const { check_in_id: _checkIn, ...told } = JSON.parse(data) as Record<string, unknown>;
        await eventsRepo(tx).setData(written, JSON.stringify({ ...told, member_id: nobody }));
      }
      return rows.length;
    },

    /** Up to `limit` ids of members whom events at a facility are about, in their order, after `after`. */
    membersAfter: (
      tx: Tx,
      source: { readonly partnerId: PartnerId; readonly facilityId: FacilityId },
      after: string,
      limit: number,
    ): Promise<string[]> => eventsRepo(tx).membersAfter(source, after, limit),

    /** Up to `limit` events about a member, as they were told. */
    ofMember: async (
      tx: Tx,
      member: { readonly partnerId: PartnerId; readonly facilityId: FacilityId; readonly memberId: string },
      limit: number,
    ): Promise<readonly object[]> =>
      (await eventsRepo(tx).ofMember(member, Number.MAX_SAFE_INTEGER, limit)).map(
        ({ data, id, kind, occurred_at }) => ({
          id,
          kind,
          occurred_at,
          data: JSON.parse(data),
        }),
      ),

    /** After a restore: no place is given a second time. */
    passGivenPlaces: async (tx: Tx): Promise<void> => {
      for (const partnerId of await eventsRepo(tx).readers()) await partnerFeed.goOnFrom(tx, partnerId, clock.wallMs());
    },

    /** Forgets up to `most` events that were recorded before `time`, the oldest first. Resolves with how many those were. */
    forgetBefore: partnerFeed.forgetBefore,
  };
};

const toEvent = (row: Awaited<ReturnType<ReturnType<typeof eventsRepo>['page']>>[number]): FeedEvent => ({
  id: row.id,
  kind: row.kind,
  facilityId: row.facility_id,
  linkingIdentifier: row.linking_identifier,
  occurredAt: row.occurred_at,
  recordedAt: row.recorded_at,
  data: JSON.parse(row.data) as Record<string, unknown>,
});
