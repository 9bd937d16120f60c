import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { getTimes } from 'suncalc';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import type { DoorsService } from '../../sites/doors/doors.service.ts';
import type { WarningsService } from '../../sites/warnings/warnings.service.ts';
import { environmentRepo } from './environment.repo.ts';
import { createIndoor, type IndoorDeps } from './indoor.ts';
import { type Coordinates, NoWeather, Weather, type WeatherProvider, type WeatherTrouble } from './weather.ts';

export interface EnvironmentDeps extends IndoorDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  readonly doors: Pick<DoorsService, 'list'>;
  readonly warnings: Pick<WarningsService, 'list'>;
  /** None: there is no weather. */
  readonly weather: WeatherProvider | undefined;
  readonly log: { error(detail: unknown, message: string): void };
}
export type EnvironmentService = ReturnType<typeof createEnvironmentService>;

const SERVES_FOR = Minutes(30);
/** While the provider is away. */
const LASTS_FOR = Hours(3);
/** A provider that failed is asked again only then, of this facility. */
const ASK_AGAIN_AFTER = Minutes(1);
/** One that had too many requests is asked nothing at all until then, unless it says when, within an hour. */
const REST_AFTER_TOO_MANY = Minutes(10);
const REST_MOST = Hours(1);

type Reading = { readonly weather: Weather; readonly fetchedAt: number };

/** What it is like at a facility. */
export const createEnvironmentService = (deps: EnvironmentDeps) => {
  const { db, clock, organisations, weather: provider, log } = deps;
  const looking = new Map<FacilityId, Promise<Reading | undefined>>();
  const failed = new Map<FacilityId, { readonly atMs: number; readonly trouble: WeatherTrouble }>();
  let restsUntilMs = Number.NEGATIVE_INFINITY;
  const indoor = createIndoor(deps);

  const ask = async (facilityId: FacilityId, at: Coordinates): Promise<Reading | undefined> => {
    try {
      const weather = await provider?.current(at);
      if (weather === undefined) return undefined;
      const fetchedAt = clock.wallMs();
      const row = { facility_id: facilityId, fetched_at: fetchedAt, reading: JSON.stringify(weather) };
      await db.write((tx) => environmentRepo(tx).put(row));
      failed.delete(facilityId);
      return { weather, fetchedAt };
    } catch (error) {
      const { trouble, retryAfterMs } = error instanceof NoWeather ? error : new NoWeather('unreadable', '');
      failed.set(facilityId, { atMs: clock.monoMs(), trouble });
      if (trouble === 'too_many_requests')
        restsUntilMs = clock.monoMs() + Math.min(retryAfterMs ?? REST_AFTER_TOO_MANY, REST_MOST);
      log.error({ err: error, facilityId }, 'there is no news of the weather');
      return undefined;
    }
  };

  /** The stored reading while it serves, else a new one; while the provider is away, an older one for a while. */
  const look = async (facilityId: FacilityId, at: Coordinates): Promise<Reading | undefined> => {
    const row = await db.read((tx) => environmentRepo(tx).find(facilityId));
    const kept = row && { weather: Weather.parse(JSON.parse(row.reading)), fetchedAt: Number(row.fetched_at) };
    const age = kept === undefined ? Number.POSITIVE_INFINITY : clock.wallMs() - kept.fetchedAt;
    if (age >= 0 && age < SERVES_FOR) return kept;
    const nowMs = clock.monoMs();
    const resting =
      nowMs < restsUntilMs || nowMs - (failed.get(facilityId)?.atMs ?? Number.NEGATIVE_INFINITY) < ASK_AGAIN_AFTER;
    if (nowMs < restsUntilMs) failed.set(facilityId, { atMs: nowMs, trouble: 'too_many_requests' });
    const fresh = resting ? undefined : await ask(facilityId, at);
    return fresh ?? (age >= 0 && age < LASTS_FOR ? kept : undefined);
  };

  /** Looked for once however many want it: whoever comes meanwhile waits for the same. */
  const readingAt = (facilityId: FacilityId, at: Coordinates): Promise<Reading | undefined> => {
    const running = looking.get(facilityId);
    if (running !== undefined) return running;
    const begun = look(facilityId, at).finally(() => looking.delete(facilityId));
    looking.set(facilityId, begun);
    return begun;
  };

  const environmentOf = async (facilityId: FacilityId) => {
    const facility = await db.read((tx) => organisations.findFacility(tx, facilityId));
    const { latitude, longitude } = facility ?? { latitude: null, longitude: null };
    const at = latitude === null || longitude === null ? undefined : { latitude, longitude };
    const reading = at && provider && (await readingAt(facilityId, at));
    return {
      weather: reading === undefined ? null : { ...reading.weather, observedAt: isoOf(reading.fetchedAt) },
      weatherSource: provider?.name ?? null,
      weatherTrouble: failed.get(facilityId)?.trouble ?? null,
      sun: at === undefined ? null : sunOf(at, clock.wallMs()),
      indoor: await db.read((tx) => indoor.indoorAt(tx, facilityId)),
      located: at !== undefined,
    };
  };

  return {
    boxMeasured: indoor.boxMeasured,
    deviceMeasured: indoor.deviceMeasured,

    /** Weather, sun and indoor temperature, as far as there is a source for each. */
    environmentOf,

    /** What a screen at the entrance shows: how the doors stand, what is open to be looked at, what it is like outside. */
    summaryOf: async (facilityId: FacilityId) => {
      const doors = await db.read((tx) => deps.doors.list(tx, facilityId));
      const warnings = await deps.warnings.list(facilityId);
      const boxes = [...new Set(doors.flatMap(({ boxId }) => boxId ?? []))];
      return {
        facilityId,
        at: isoOf(clock.wallMs()),
        doors: {
          total: doors.length,
          online: doors.filter(({ online }) => online).length,
          unlocked: doors.filter(({ lock }) => lock === 'unlocked').length,
          inAlarm: doors.filter(({ alarms }) => alarms.length > 0).length,
          inMaintenance: doors.filter(({ maintenance }) => maintenance.mode !== 'off').length,
        },
        boxes: {
          total: boxes.length,
          online: boxes.filter((id) => doors.some((door) => door.boxId === id && door.online)).length,
        },
        openWarnings: warnings.length,
        environment: await environmentOf(facilityId),
      };
    },
  };
};

const sunOf = ({ latitude, longitude }: Coordinates, nowMs: number) => {
  const { sunrise, sunset, alwaysUp, alwaysDown } = getTimes(new Date(nowMs), latitude, longitude);
  return {
    sunrise: sunrise?.toISOString() ?? null,
    sunset: sunset?.toISOString() ?? null,
    allDay: alwaysUp === true ? ('up' as const) : alwaysDown === true ? ('down' as const) : null,
  };
};
