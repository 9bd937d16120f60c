import type { DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { ScopesService } from '../../access/scopes/scopes.service.ts';
import type { SnapshotsService } from '../../access/snapshots/snapshots.service.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { EventSearchService } from '../../operation/event-search/event-search.service.ts';
import type { UnlocksService } from '../../operation/unlocks/unlocks.service.ts';
import type { WebhooksService } from '../../operation/webhooks/webhooks.service.ts';
import type { Facility } from '../../platform/organisations/organisations.service.ts';
import type { BoxesService } from '../../sites/boxes/boxes.service.ts';
import type { Door } from '../../sites/doors/doors.module.ts';
import type { DoorsService } from '../../sites/doors/doors.service.ts';
import type { WarningKind, WarningsService } from '../../sites/warnings/warnings.service.ts';
import { thingOf } from './warning-words.ts';

export interface FacilityDailyDigestDeps {
  readonly db: Pick<Database, 'read'>;
  readonly warnings: Pick<WarningsService, 'page'>;
  readonly boxes: Pick<BoxesService, 'heardAt'>;
  readonly doors: Pick<DoorsService, 'list'>;
  readonly scopes: Pick<ScopesService, 'listSources' | 'listKeys'>;
  readonly snapshots: Pick<SnapshotsService, 'enforcedAt'>;
  readonly webhooks: Pick<WebhooksService, 'outages'>;
  readonly unlocks: Pick<UnlocksService, 'tally'>;
  readonly eventSearch: Pick<EventSearchService, 'tally'>;
}
export interface DailyDigestPeriod {
  readonly from: number;
  readonly to: number;
  /** Events are counted up to this long before now (ms), so that those in progress are counted by the next digest. */
  readonly settled?: number;
}
/** What happened in a period, as far as it is settled. */
export const countedIn = ({ from, to, settled = 0 }: DailyDigestPeriod) => ({ from: from - settled, to: to - settled });
export type FacilityDailyDigest = Awaited<ReturnType<typeof facilityDailyDigest>>;

/** At most so many of one kind are listed in an e-mail; the others are only counted. */
export const WARNINGS_MAX = 100;
/** Of events no more are looked at, so that the busiest facility is answered fast. */
export const COUNTED_MAX = 100_000;
/** A box says every few seconds that it is there. */
export const SILENT_AFTER = Seconds(60);
/** A box that was away for less in all is not worth a line. */
const AWAY_AT_LEAST = Minutes(5);
/** Boxes have what is newest within seconds; from then on the snapshot counts as old. */
const BEHIND_AFTER = Minutes(15);

/** What the digest tells of doors and boxes itself. */
const TOLD_BESIDE: readonly string[] = [
  'door_forced_open',
  'door_held_open',
  'box_offline',
] satisfies readonly WarningKind[];

/** The state of a facility now, and what has happened since `from`. Contains no names of people. */
export const facilityDailyDigest = async (
  deps: FacilityDailyDigestDeps,
  facility: Facility,
  period: DailyDigestPeriod,
) => {
  const { from, to } = period;
  const id = facility.id;
  const open = (await deps.warnings.page(id, { state: 'open', limit: WARNINGS_MAX })).filter(
    ({ kind }) => !TOLD_BESIDE.includes(kind),
  );
  const keys = await deps.scopes.listKeys(id);
  const hurt = new Map(keys.map(({ partnerId, key, memberCount }) => [`${partnerId}/${key}`, memberCount]));
  const sources = await deps.scopes.listSources(id);
  const rest = await deps.db.read(async (tx) => {
    const doors = await deps.doors.list(tx, id);
    const names = new Map<DoorId, string>(doors.map((door) => [door.id, door.name]));
    const door = (doorId: DoorId) => ({ doorId, name: names.get(doorId) ?? null });
    const { begun, failed } = await deps.unlocks.tally(tx, id, countedIn(period), COUNTED_MAX);
    const { granted, denied, alarms } = await deps.eventSearch.tally(tx, id, countedIn(period), COUNTED_MAX);
    return {
      names,
      boxes: await boxesOf(tx, deps, id, { from, to, doors }),
      unreachableDoors: doors.filter(({ presence }) => presence === 'unreachable').map(({ id }) => door(id)),
      unlocks: { begun, failed: failed.map(({ doorId, ...failure }) => ({ ...door(doorId), ...failure })) },
      doorAlarms: alarms.map(({ doorId, ...alarm }) => ({ ...door(doorId), ...alarm })),
      denied,
      entries: granted,
    };
  });
  const { names, boxes, ...told } = rest;
  const partners = sources.map(({ partnerId, partnerName }) => [partnerId as string, partnerName] as const);
  const named = new Map<string, string | null>([...names, ...boxes.names, ...partners]);
  return {
    facilityId: id as string,
    name: facility.name,
    timezone: facility.timezone,
    from,
    to,
    warnings: open.map(({ id, kind, subject, firstAt, lastAt, count, acknowledgedAt }) => ({
      warningId: id,
      kind,
      subject,
      name: named.get(thingOf(subject)) ?? null,
      isNew: firstAt >= from,
      openSince: firstAt,
      lastAt,
      count,
      acknowledged: acknowledgedAt !== null,
      members: kind === 'scope_key_opens_nothing' ? (hurt.get(subject) ?? null) : null,
    })),
    ...boxes.told,
    ...told,
    sources: sources
      .filter(({ suspended }) => !suspended)
      .map(({ partnerId, partnerName, lastPushAt, refusedSince }) => ({
        partnerId: partnerId as string,
        name: partnerName,
        lastPushAt: lastPushAt ?? null,
        refusedSince: refusedSince ?? null,
      })),
  };
};

const boxesOf = async (
  tx: Tx,
  deps: FacilityDailyDigestDeps,
  id: FacilityId,
  { from, to, doors }: DailyDigestPeriod & { readonly doors: readonly Pick<Door, 'boxId' | 'name'>[] },
) => {
  const heard = await deps.boxes.heardAt(tx, id);
  const enforced = await deps.snapshots.enforcedAt(tx, id);
  const names = new Map<string, string | null>(heard.map(({ id, name }) => [id, name]));
  const silent = heard.filter(({ received_at }) => received_at === null || to - Number(received_at) > SILENT_AFTER);
  const isSilent = new Set<string>(silent.map(({ id }) => id));
  const since = new Map(heard.map(({ id, claimed_at }) => [id, Number(claimed_at)]));
  const outages = await deps.webhooks.outages(tx, id, { from, to }, since);
  return {
    names,
    told: {
      silentBoxes: silent.map(({ id, name, received_at }) => ({
        boxId: id,
        name,
        lastHeardAt: received_at === null ? null : Number(received_at),
        doors: doors.flatMap(({ boxId, name }) => (boxId === id ? [name] : [])),
      })),
      /** Of those that are here now. */
      outages: outages
        .filter(({ boxId, awayMs }) => names.has(boxId) && !isSilent.has(boxId) && awayMs >= AWAY_AT_LEAST)
        .map(({ boxId, times, awayMs }) => ({
          boxId,
          name: names.get(boxId) ?? null,
          times,
          awaySeconds: Math.round(awayMs / 1_000),
        })),
      /** Of those that are here now and do not have the newest rules. */
      boxesBehind: [...enforced]
        .filter(
          ([boxId, { ageSeconds, hashMatches }]) =>
            !isSilent.has(boxId) && (ageSeconds * 1_000 > BEHIND_AFTER || hashMatches === false),
        )
        .map(([boxId, { revision, of, ageSeconds }]) => ({
          boxId: boxId as string,
          name: names.get(boxId) ?? null,
          revision,
          newest: of,
          ageSeconds,
        })),
    },
  };
};
