import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { ReleasesService } from '../releases/releases.service.ts';
import { controllerView } from './documents.ts';
import type { DoorControllersService } from './door-controllers.service.ts';

export interface ListedDeps {
  readonly releases: Pick<ReleasesService, 'listForEach'>;
  readonly doorControllers: Pick<DoorControllersService, 'listAtEach'>;
}

/** The boxes of each facility, as they are listed. */
export const controllersAtEach = async (
  { releases, doorControllers }: ListedDeps,
  tx: Tx,
  facilityIds: readonly FacilityId[],
) => {
  const found = await doorControllers.listAtEach(tx, facilityIds);
  const boxes = found.map(({ box }) => box);
  const offered = await releases.listForEach(tx, boxes, 'stable');
  const views = found.map((one) => ({ at: one.box.facility_id, view: controllerView(one, offered.get(one.box.id)) }));
  return new Map([...Map.groupBy(views, ({ at }) => at)].map(([at, all]) => [at, all.map(({ view }) => view)]));
};
