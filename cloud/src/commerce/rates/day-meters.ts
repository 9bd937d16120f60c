import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Collected } from '../../kit/modules/module.ts';
import { METERED_KEYS, type MeteredKey } from './charge-keys.ts';

/** How much of something a facility had or used on a UTC day (`YYYY-MM-DD`), in thousandths; also of a day that is long over. */
export type Meter = (tx: Tx, facilityId: FacilityId, day: string) => Promise<number>;
/** What a module meters, by charge: of each charge one module at most. */
export type Meters = Readonly<Partial<Record<MeteredKey, Meter>>>;

declare module '../../kit/modules/module.ts' {
  interface ModuleParts<Deps> {
    /** What it has that costs, counted by facility and day. */
    readonly meters?: (deps: Deps) => Meters;
  }
}

/** A facility is one facility on each of its days. */
const FACILITY_DAY: Meters = { pricePerFacilityDay: async () => 1_000 };

/** Everything that is metered, by whichever module has it. */
export const createDayMeters = (collected: Collected) => {
  let known: ReadonlyMap<MeteredKey, Meter> | undefined;
  const meters = (): ReadonlyMap<MeteredKey, Meter> => {
    known ??= new Map(
      [FACILITY_DAY, ...collected('meters')].flatMap((of) =>
        METERED_KEYS.flatMap((key) => (of[key] === undefined ? [] : [[key, of[key]] as const])),
      ),
    );
    return known;
  };
  return {
    isMetered: (key: MeteredKey): boolean => meters().has(key),

    /** In thousandths, by charge. What nothing meters is left out. */
    read: async (tx: Tx, facilityId: FacilityId, day: string): Promise<Partial<Record<MeteredKey, number>>> => {
      const quantities: Partial<Record<MeteredKey, number>> = {};
      for (const [key, meter] of meters()) quantities[key] = await meter(tx, facilityId, day);
      return quantities;
    },
  };
};
export type DayMeters = ReturnType<typeof createDayMeters>;
