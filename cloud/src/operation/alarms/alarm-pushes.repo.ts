import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { ZoneTables } from '@gatehouse/shared/zones/zone-tables.ts';
import type { Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { AlarmPushTable } from './alarms.tables.ts';

/** From one minute of the day to another, by the clocks of the facility; over midnight where the second is smaller. */
export interface QuietHours {
  readonly from: number;
  readonly until: number;
}
export interface AlarmPush {
  readonly userId: string;
  readonly facilityId: FacilityId;
  readonly kinds: readonly string[];
  readonly quiet: QuietHours | null;
  readonly setAt: number;
}

const DAY_MINUTES = 1_440;

/** Whether a minute of the day lies in there. */
export const isQuiet = (quiet: QuietHours | null, minute: number): boolean => {
  if (quiet === null) return false;
  const { from, until } = quiet;
  return from < until ? from <= minute && minute < until : minute >= from || minute < until;
};

/** Who is told of alarms in their browsers: each user’s own choice, facility by facility. */
export const createAlarmPushes = ({
  clock,
  zones,
}: {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly zones: Pick<ZoneTables, 'find'>;
}) => ({
  of: async (tx: Tx, userId: string): Promise<readonly AlarmPush[]> =>
    (await tx.selectFrom('alarm_push').where('user_id', '=', userId).selectAll().orderBy('facility_id').execute()).map(
      pushOf,
    ),

  at: async (tx: Tx, facilityId: FacilityId): Promise<ReadonlyMap<string, AlarmPush>> =>
    new Map(
      (await tx.selectFrom('alarm_push').where('facility_id', '=', facilityId).selectAll().execute()).map((row) => [
        row.user_id,
        pushOf(row),
      ]),
    ),

  put: async (tx: Tx, { userId, facilityId, kinds, quiet }: Omit<AlarmPush, 'setAt'>): Promise<void> => {
    const row = {
      kinds: JSON.stringify(kinds),
      quiet_from: quiet?.from ?? null,
      quiet_until: quiet?.until ?? null,
      set_at: clock.wallMs(),
    };
    await tx
      .insertInto('alarm_push')
      .values({ user_id: userId, facility_id: facilityId, ...row })
      .onConflict((c) => c.columns(['user_id', 'facility_id']).doUpdateSet(row))
      .execute();
  },

  remove: async (tx: Tx, userId: string, facilityId: FacilityId): Promise<void> => {
    await tx.deleteFrom('alarm_push').where('user_id', '=', userId).where('facility_id', '=', facilityId).execute();
  },

  /** Of a user who is deleted. */
  forget: async (tx: Tx, userId: string): Promise<void> => {
    await tx.deleteFrom('alarm_push').where('user_id', '=', userId).execute();
  },

  /** The minute of the day at a place now. A zone that nobody knows any more counts as UTC. */
  minuteAt: (timezone: string): number => {
    const nowS = clock.wallMs() / 1_000;
    const offset = zones.find(timezone)?.offsetAt(nowS) ?? 0;
    const minute = Math.floor((nowS + offset) / 60) % DAY_MINUTES;
    return (minute + DAY_MINUTES) % DAY_MINUTES;
  },
});
export type AlarmPushes = ReturnType<typeof createAlarmPushes>;

const pushOf = (row: Selectable<AlarmPushTable>): AlarmPush => ({
  userId: row.user_id,
  facilityId: row.facility_id,
  kinds: JSON.parse(row.kinds) as string[],
  quiet: row.quiet_from === null || row.quiet_until === null ? null : { from: row.quiet_from, until: row.quiet_until },
  setAt: row.set_at,
});
