import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { ZoneTables } from '@gatehouse/shared/zones/zone-tables.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { Position } from '../../kit/http/position.ts';
import { yieldToEventLoop } from '../../kit/yield-to-event-loop.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import type { RetentionService } from '../../platform/retention/retention.service.ts';
import type { BoxesService } from '../../sites/boxes/boxes.service.ts';
import type { DoorsService } from '../../sites/doors/doors.service.ts';
import type { EventSearchService } from '../event-search/event-search.service.ts';
import type { UnlocksService } from '../unlocks/unlocks.service.ts';
import type { WebhooksService } from '../webhooks/webhooks.service.ts';
import { type Period, uptimeOf } from './box-uptime.ts';
import { createTally } from './tally.ts';
import { type BlockLength, blockStarts } from './time-blocks.ts';

export interface StatisticsDeps {
  readonly db: Pick<Database, 'read'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly zones: ZoneTables;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  readonly retention: Pick<RetentionService, 'policy'>;
  readonly boxes: Pick<BoxesService, 'heardAt'>;
  readonly doors: Pick<DoorsService, 'list'>;
  readonly unlocks: Pick<UnlocksService, 'attemptsAfter'>;
  readonly eventSearch: Pick<EventSearchService, 'decisionsAfter'>;
  readonly webhooks: Pick<WebhooksService, 'boxChanges'>;
}
export type StatisticsService = ReturnType<typeof createStatisticsService>;

/** SQLite reads in this thread: so many rows at a time, and whatever else waits goes in between. */
const PIECE = 2_000;
/** Comings and goings of a facility's boxes that are looked at: more than there are while its network is any good. */
const CHANGES_MAX = 5_000;
/** As the watch over boxes has it. */
const SILENT_AFTER = Seconds(60);

interface Row extends Position {
  readonly door_id: string | null;
}

/** What happened at a facility's doors in a period, counted. */
export const createStatisticsService = (deps: StatisticsDeps) => {
  const { db, clock } = deps;

  const inPieces = async <R extends Row>(
    readPiece: (tx: Tx, piece: { readonly after?: Position | undefined; readonly limit: number }) => Promise<R[]>,
    take: (row: R) => void,
  ): Promise<void> => {
    let after: Position | undefined;
    for (;;) {
      const rows = await db.read((tx) => readPiece(tx, { after, limit: PIECE }));
      for (const row of rows) take(row);
      const last = rows.at(-1);
      if (last === undefined || rows.length < PIECE) return;
      after = { at: Number(last.at), id: last.id };
      await yieldToEventLoop();
    }
  };

  const uptimes = async (tx: Tx, facilityId: FacilityId, period: Period, keptFrom: number) => {
    const now = clock.wallMs();
    const known = { from: Math.max(period.from, keptFrom), to: Math.min(period.to, now) };
    const told = await deps.webhooks.boxChanges(tx, facilityId, { from: known.from, to: now + 1 }, CHANGES_MAX);
    const changes = told.map(({ type, recorded_at, data }) => ({
      boxId: (JSON.parse(data) as { boxId: string }).boxId,
      at: Number(recorded_at),
      online: type === 'box.online',
    }));
    const toldUntil = told.length < CHANGES_MAX ? now : (changes.at(-1)?.at ?? now);
    return (await deps.boxes.heardAt(tx, facilityId)).map(({ id, name, claimed_at, received_at, gone_at }) => {
      const heard = gone_at ?? received_at;
      const isHeard = heard !== null && now - Number(heard) < SILENT_AFTER;
      return uptimeOf({ boxId: id, name, claimedAt: Number(claimed_at), isHeard }, changes, known, toldUntil);
    });
  };

  return {
    /**
     * Counts what began or happened in `[from, to)` (ms), by hours or days of the facility's clock. Reads a few rows at a
     * time: what comes in meanwhile may or may not be counted.
     */
    read: async (facilityId: FacilityId, period: Period, block: BlockLength) => {
      const { zone, doors, keptFrom, boxes } = await db.read(async (tx) => {
        const timezone = (await deps.organisations.findFacility(tx, facilityId))?.timezone ?? 'UTC';
        const zone = deps.zones.find(timezone);
        if (zone === undefined) throw new Bug('a facility is in no time zone');
        const keep = new Map((await deps.retention.policy(tx)).map(({ name, keepDays }) => [name, keepDays]));
        const keptFrom = (kind: string) => clock.wallMs() - Days(keep.get(kind) ?? 0);
        const boxes = await uptimes(tx, facilityId, period, keptFrom('operator_event'));
        return { zone, doors: await deps.doors.list(tx, facilityId), keptFrom, boxes };
      });
      const starts = blockStarts(zone, period.from / 1_000, period.to / 1_000, block);
      const tally = createTally(starts);
      await inPieces(
        (tx, piece) => deps.unlocks.attemptsAfter(tx, facilityId, { ...period, ...piece }),
        ({ at, finished_at, door_id, outcome }) =>
          tally.unlock({ at: Number(at), doorId: door_id, outcome, finishedAt: finished_at }),
      );
      await inPieces(
        (tx, piece) => deps.eventSearch.decisionsAfter(tx, facilityId, { ...period, ...piece }),
        ({ at, kind, door_id, outcome }) =>
          tally.decision({
            at: Number(at),
            doorId: door_id ?? undefined,
            reason: kind === 'access.denied' ? (outcome ?? '') : undefined,
          }),
      );
      const names = new Map<string, string>(doors.map(({ id, name }) => [id, name]));
      return {
        timezone: zone.name,
        unlocksFrom: Math.max(period.from, keptFrom('unlock_attempt')),
        entriesFrom: Math.max(period.from, keptFrom('door_event')),
        ...tally.counted(period.to, names),
        boxes,
      };
    },
  };
};
