import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { TemperatureReport } from '@gatehouse/shared/wire/temperatures.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { BoxesService } from '../../sites/boxes/boxes.service.ts';
import { environmentRepo } from './environment.repo.ts';
import type { IndoorReadingTable } from './environment.tables.ts';

export interface IndoorDeps {
  readonly clock: Clock;
  readonly boxes: Pick<BoxesService, 'find'>;
}

/** A box tells every 20 minutes at least, and one telling may be lost. */
const SERVES_FOR = Minutes(45);
/** Older ones are still shown as what they are: a sensor that has fallen silent. */
const KEPT_FOR = Hours(24);

/** How warm it is inside. */
export const createIndoor = ({ clock, boxes }: IndoorDeps) => {
  const put = async (tx: Tx, facilityId: FacilityId, sourceId: string, rows: readonly IndoorReadingTable[]) => {
    await environmentRepo(tx).putIndoor(sourceId, rows);
    await environmentRepo(tx).forgetIndoorBefore(facilityId, clock.wallMs() - KEPT_FOR);
  };

  return {
    /** A box says what the sensors beside it measure, all of them at once. */
    boxMeasured: async (tx: Tx, boxId: BoxId, readings: TemperatureReport['readings']): Promise<void> => {
      const box = await boxes.find(tx, boxId);
      if (box === undefined) return;
      const bySensor = new Map(readings.map((reading) => [reading.sensor, reading]));
      const rows = [...bySensor.values()].map(({ sensor, temperatureC, ageSeconds }) => ({
        source_id: boxId,
        sensor,
        facility_id: box.facility_id,
        source: 'box' as const,
        temperature_c: temperatureC,
        observed_at: clock.wallMs() - ageSeconds * 1_000,
      }));
      await put(tx, box.facility_id, boxId, rows);
    },

    /** A device says what it measures now, in the unit in which it is heard. */
    deviceMeasured: (
      tx: Tx,
      { uuid, facilityId }: { readonly uuid: string; readonly facilityId: FacilityId },
      temperatureC: number,
    ): Promise<void> =>
      put(tx, facilityId, uuid, [
        {
          source_id: uuid,
          sensor: '',
          facility_id: facilityId,
          source: 'device',
          temperature_c: temperatureC,
          observed_at: clock.wallMs(),
        },
      ]),

    /** The middle one of what serves, and everything that was measured within a day. */
    indoorAt: async (tx: Tx, facilityId: FacilityId) => {
      const nowMs = clock.wallMs();
      const rows = await environmentRepo(tx).indoorAt(facilityId, nowMs - KEPT_FOR);
      const readings = rows.map(({ source, source_id, sensor, temperature_c, observed_at }) => ({
        source,
        uuid: source_id,
        sensor: sensor === '' ? null : sensor,
        temperatureC: Number(temperature_c),
        observedAt: isoOf(Number(observed_at)),
        serves: nowMs - Number(observed_at) <= SERVES_FOR,
      }));
      const serving = readings.filter(({ serves }) => serves).toSorted((a, b) => a.temperatureC - b.temperatureC);
      const shown = serving[Math.floor((serving.length - 1) / 2)];
      return {
        temperatureC: shown?.temperatureC ?? null,
        source: shown?.source ?? null,
        observedAt: shown?.observedAt ?? null,
        readings,
      };
    },
  };
};
