import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { Environment } from '../../kit/modules/module.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import type { DayFacts } from './conditions.ts';
import { countryOf } from './country-of.ts';
import { dayLogsRepo, type LogRow } from './day-logs.repo.ts';
import type { DayMeters } from './day-meters.ts';
import { addToRollups } from './day-rollups.ts';
import type { PinnedVersions, RateBlocks } from './rate-blocks.ts';
import { type Carry, type DayLine, rateDay } from './rate-day.ts';
import type { ClosedDay, PaidFor, Payer } from './rates.ports.ts';
import { resolveRates } from './resolved-rates.ts';
import { dayAfter, dayAt, dayBefore, daysBetween, monthOf, startOf } from './utc-days.ts';

export interface DayLogsDeps extends Pick<Environment, 'clock' | 'random' | 'log'> {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  readonly rateBlocks: Pick<RateBlocks, 'pin' | 'levelsOf'>;
  readonly dayMeters: DayMeters;
  readonly payerOf: (tx: Tx, of: PaidFor) => Promise<Payer>;
  readonly billingDayClosed: (tx: Tx, closed: readonly ClosedDay[]) => Promise<void>;
}

/** How long after its end a day is closed: until then what was counted late still counts. */
const CLOSED_AFTER = Minutes(20);
const FACILITIES_AT_ONCE = 100;

/** A closed log, as far as it is rated. */
export interface ClosedLog {
  readonly day: string;
  readonly facts: DayFacts;
  readonly lines: readonly DayLine[];
  readonly micros: number;
}
export const closedLog = ({ day, facts, lines, micros }: LogRow): ClosedLog => {
  if (facts === null || lines === null || micros === null) throw new Bug(`the log of ${day} is open`);
  return { day, facts: JSON.parse(facts), lines: JSON.parse(lines), micros: Number(micros) };
};

/** The log of every facility and day: begun as the day begins, and closed soon after it has ended. */
export const createDayLogs = (deps: DayLogsDeps) => {
  const { db, clock, random, log } = deps;

  const open = async (
    tx: Tx,
    place: { readonly facilityId: FacilityId; readonly orgId: OrgId },
    day: string,
  ): Promise<void> => {
    const versions = await deps.rateBlocks.pin(tx, place, startOf(day));
    await dayLogsRepo(tx).open({
      id: randomId('log', random, startOf(day)),
      facility_id: place.facilityId,
      org_id: place.orgId,
      day,
      versions: JSON.stringify(versions),
      state: 'open',
      opened_at: clock.wallMs(),
    });
  };

  const factsOf = async (tx: Tx, { facility_id, org_id, day }: LogRow): Promise<DayFacts> => {
    const facility = await deps.organisations.findFacility(tx, facility_id);
    const first = (await dayLogsRepo(tx).firstDay(facility_id)) ?? day;
    return {
      quantities: await deps.dayMeters.read(tx, facility_id, day),
      facilitiesOfOrganisation: await dayLogsRepo(tx).countFacilities(org_id),
      country: countryOf(facility?.place_data ?? null),
      ageDays: daysBetween(first, day),
    };
  };

  /** What the day before has left, where that is of the same month. */
  const carryOf = async (tx: Tx, { facility_id, day }: LogRow): Promise<Carry> => {
    const before = dayBefore(day);
    if (monthOf(before) !== monthOf(day)) return {};
    const carry = (await dayLogsRepo(tx).find(facility_id, before))?.carry ?? null;
    return carry === null ? {} : (JSON.parse(carry) as Carry);
  };

  /** Closes the oldest open day of a facility up to `until`, and says so. Resolves with whether there was one. */
  const closeOldest = (facilityId: FacilityId, until: string): Promise<boolean> =>
    db.write(async (tx) => {
      const row = await dayLogsRepo(tx).oldestOpen(facilityId, until);
      if (row === undefined) return false;
      const levels = await deps.rateBlocks.levelsOf(tx, JSON.parse(row.versions) as PinnedVersions);
      const facts = await factsOf(tx, row);
      const rated = rateDay(row.day, resolveRates(levels), facts, await carryOf(tx, row));
      const payer = await deps.payerOf(tx, { facilityId: row.facility_id, orgId: row.org_id });
      const isOurs = await dayLogsRepo(tx).close(row.id, {
        facts: JSON.stringify(facts),
        lines: JSON.stringify(rated.lines),
        carry: JSON.stringify(rated.carry),
        micros: rated.micros,
        payer_key: payer.payerKey,
        billed: payer.billed ? 1 : 0,
        method: payer.method,
        closed_at: clock.wallMs(),
      });
      // Another replica was first, in whose unit all that follows is done.
      if (!isOurs) return true;
      if (payer.billed) await addToRollups(tx, row, rated.lines, payer);
      const closed = { facilityId: row.facility_id, day: row.day, ...payer, micros: rated.micros };
      await deps.billingDayClosed(tx, [{ ...closed, logId: row.id }]);
      return true;
    });

  return {
    /**
     * Opens every day up to today that a facility has no log of, since its newest one; of a facility without any, today. The
     * versions are those of the day's beginning, however late this is.
     */
    openDue: async (signal: AbortSignal): Promise<void> => {
      const today = dayAt(clock.wallMs());
      for (let after = ''; ; ) {
        const places = await db.read((tx) => dayLogsRepo(tx).facilitiesAfter(after, FACILITIES_AT_ONCE));
        for (const { facilityId, orgId, newest } of places) {
          for (let day = newest === null ? today : dayAfter(newest); day <= today; day = dayAfter(day)) {
            signal.throwIfAborted();
            await db.write((tx) => open(tx, { facilityId, orgId }, day));
          }
        }
        const last = places.at(-1);
        if (last === undefined || places.length < FACILITIES_AT_ONCE) return;
        after = last.facilityId;
      }
    },

    /** Closes every open day that ended 20 minutes ago or longer, each facility's in their order. One that cannot be closed stops no other. */
    closeDue: async (signal: AbortSignal): Promise<void> => {
      const until = dayBefore(dayAt(clock.wallMs() - CLOSED_AFTER));
      let failed = 0;
      for (let after = ''; ; ) {
        const facilities = await db.read((tx) => dayLogsRepo(tx).facilitiesWithOpen(until, after, FACILITIES_AT_ONCE));
        for (const facilityId of facilities) {
          signal.throwIfAborted();
          try {
            while (await closeOldest(facilityId, until)) signal.throwIfAborted();
          } catch (error) {
            signal.throwIfAborted();
            failed += 1;
            log.error({ err: error, facilityId }, 'the days of a facility cannot be closed');
          }
        }
        const last = facilities.at(-1);
        if (last === undefined || facilities.length < FACILITIES_AT_ONCE) break;
        after = last;
      }
      if (failed > 0) throw new Error(`the days of ${failed} facilities cannot be closed`);
    },
  };
};
export type DayLogs = ReturnType<typeof createDayLogs>;
