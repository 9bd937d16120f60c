import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { offsetsBetween } from '@gatehouse/shared/zones/zone-offsets.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { ListPart } from '../../kit/http/paging.ts';
import type { Facility, OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import type { BoxesService } from '../../sites/boxes/boxes.service.ts';
import { isHeard } from '../../sites/doors/doors.module.ts';
import type { DoorsService } from '../../sites/doors/doors.service.ts';
import type { WarningsService } from '../../sites/warnings/warnings.service.ts';
import type { LockdownsService } from '../lockdowns/lockdowns.service.ts';

export interface FacilitiesDeps {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly organisations: Pick<OrganisationsService, 'facilitiesWithin' | 'findFacility' | 'facilitiesById'>;
  readonly doors: Pick<DoorsService, 'countsAt'>;
  readonly boxes: Pick<BoxesService, 'heardAtEach'>;
  readonly warnings: Pick<WarningsService, 'countOpen'>;
  readonly lockdowns: Pick<LockdownsService, 'countStanding'>;
}
export type FacilitiesService = ReturnType<typeof createFacilitiesService>;

/** A facility and how it does at this moment. */
export type FacilityNow = Awaited<ReturnType<ReturnType<typeof createFacilitiesService>['part']>>['items'][number];

type Asked = Parameters<FacilitiesDeps['organisations']['facilitiesWithin']>;

const NO_DOORS = { total: 0, online: 0, open: 0 };
/** So far back and ahead clocks are told: what anybody looks at. */
const TOLD_AROUND_NOW = Days(2 * 365);

/** Facilities and how they do: what other modules count, of many facilities at once. */
export const createFacilitiesService = ({
  clock,
  organisations,
  doors,
  boxes,
  warnings,
  lockdowns,
}: FacilitiesDeps) => {
  /** In five statements, however many facilities there are. */
  const asTheyDo = async (tx: Tx, facilities: readonly Facility[]) => {
    const ids = facilities.map(({ id }) => id);
    const now = clock.wallMs();
    const ofDoors = await doors.countsAt(tx, ids);
    const heard = Map.groupBy(await boxes.heardAtEach(tx, ids), ({ facility_id }) => facility_id);
    const open = await warnings.countOpen(tx, ids);
    const standing = await lockdowns.countStanding(tx, ids);
    return facilities.map((facility) => {
      const own = heard.get(facility.id) ?? [];
      return {
        facility,
        doors: ofDoors.get(facility.id) ?? NO_DOORS,
        boxes: { total: own.length, online: own.filter((box) => isHeard(box, now)).length },
        warningsOpen: open.get(facility.id) ?? 0,
        lockdowns: standing.get(facility.id) ?? 0,
      };
    });
  };

  return {
    /** A part of the facilities that somebody reaches: all of it, or those that somebody should look at. */
    part: async (
      tx: Tx,
      reach: Asked[1],
      { needsAttention, ...asked }: Asked[2] & { readonly needsAttention?: boolean | undefined },
    ) => {
      const { items, end } = await organisations.facilitiesWithin(tx, reach, asked);
      const all = await asTheyDo(tx, items);
      const fitting = needsAttention === undefined ? all : all.filter((one) => needsLook(one) === needsAttention);
      return { items: fitting, end } satisfies ListPart<(typeof all)[number]>;
    },

    find: async (tx: Tx, id: FacilityId) => {
      const facility = await organisations.findFacility(tx, id);
      const [found] = await asTheyDo(tx, facility === undefined ? [] : [facility]);
      return found;
    },

    /** The same of many: those that there are, by their ids. */
    findEach: async (tx: Tx, ids: readonly FacilityId[]) => {
      const found = await asTheyDo(tx, [...(await organisations.facilitiesById(tx, ids)).values()]);
      return new Map(found.map((one) => [one.facility.id as string, one]));
    },

    /** What clocks show there, from two years ago until in two years. */
    offsetsOf: ({ timezone }: Pick<Facility, 'timezone'>) => {
      const now = clock.wallMs();
      const [from, until] = [now - TOLD_AROUND_NOW, now + TOLD_AROUND_NOW].map((ms) => Math.floor(ms / 1_000));
      return offsetsBetween(bundledZones(), timezone, from ?? 0, until ?? 0);
    },
  };
};

/** Something is wrong, or somebody has made it so that people cannot get in. */
const needsLook = ({
  doors,
  boxes,
  warningsOpen,
  lockdowns,
}: {
  readonly doors: { readonly total: number; readonly online: number };
  readonly boxes: { readonly total: number; readonly online: number };
  readonly warningsOpen: number;
  readonly lockdowns: number;
}): boolean => warningsOpen > 0 || lockdowns > 0 || doors.online < doors.total || boxes.online < boxes.total;
