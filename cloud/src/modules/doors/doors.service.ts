import { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import { type BoxId, type DoorId, type FacilityId, newDoorId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type CommandKey, DesiredState } from '@gatehouse/shared/wire/device-api.ts';
import type { z } from 'zod';
import type { Database, Tx } from '../../db/unit-of-work.ts';
import type { BoxesService } from '../boxes/boxes.service.ts';
import type { OrganisationsService } from '../organisations/organisations.service.ts';
import { BEACON_SECONDS, type Door, isForPartners, toDoor } from './door-view.ts';
import { doorsFault } from './doors.faults.ts';
import { doorsRepo } from './doors.repo.ts';
import { createWishes, type WishesDeps } from './wishes.ts';

export interface DoorsDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly boxes: Pick<BoxesService, 'findActive' | 'changed' | 'announce'>;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  readonly commandKeys: readonly CommandKey[];
  readonly warnings: WishesDeps['warnings'];
  /** There are other doors to open here, or records that name doors have to be made anew; takes the facility's row lock. */
  readonly accessChanged: (tx: Tx, facilityId: FacilityId, what: 'doors' | 'records') => Promise<unknown>;
}

/** Compiled records name doors by bits of words of this size, and are as long as that takes. */
const DOORS_A_WORD = 64;

/** A door as device management defines it: how it is wired, timed and called. */
export type NewDoor = Omit<z.input<typeof DoorConfig>, 'doorId'> & {
  readonly facilityId: FacilityId;
  readonly zone?: string;
  readonly location?: string;
  readonly serialNumber?: string;
};
export type DoorsService = ReturnType<typeof createDoorsService>;

export const createDoorsService = (deps: DoorsDeps) => {
  const wishes = createWishes(deps);
  return { ...wishes, ...createDoorRecords(deps, wishes) };
};

const createDoorRecords = (
  { db, clock, random, boxes, organisations, commandKeys, accessChanged }: DoorsDeps,
  wishes: Pick<ReturnType<typeof createWishes>, 'wishesFor'>,
) => ({
  create: async ({ facilityId, zone, location, serialNumber, ...wiring }: NewDoor): Promise<DoorId> => {
    const id = newDoorId(random);
    const config = DoorConfig.parse({ ...wiring, doorId: id });
    await db.write(async (tx) => {
      await accessChanged(tx, facilityId, 'doors');
      await doorsRepo(tx).insert({
        id,
        facility_id: facilityId,
        box_id: null,
        name: config.name,
        zone: zone ?? null,
        location: location ?? null,
        device_serial_number: serialNumber ?? null,
        config: JSON.stringify(config),
      });
      const number = await doorsRepo(tx).number(facilityId, id);
      if (number > 0 && number % DOORS_A_WORD === 0) await accessChanged(tx, facilityId, 'records');
    });
    return id;
  },

  /** Gives doors of a facility to one of its boxes. All or none; the box is told, and so is every box that had one of them. */
  assign: async (facilityId: FacilityId, boxId: BoxId, doorIds: readonly DoorId[]): Promise<void> => {
    const changed = await db.write(async (tx) => {
      const box = await boxes.findActive(tx, boxId);
      if (box?.facility_id !== facilityId) throw doorsFault('box_elsewhere', 'This box is not of this facility.');
      const repo = doorsRepo(tx);
      const others = doorIds.length === 0 ? [] : await repo.boxesOf(facilityId, doorIds, boxId);
      for (const doorId of doorIds)
        if ((await repo.assign(doorId, facilityId, boxId)) === undefined)
          throw doorsFault('door_unknown', `There is no door ${doorId} at this facility.`);
      const revisions: (readonly [BoxId, number | undefined])[] = [];
      for (const id of [...others, boxId].sort()) revisions.push([id, await boxes.changed(tx, id)]);
      return revisions;
    });
    for (const [id, revision] of changed) if (revision !== undefined) boxes.announce(id, revision);
  },

  list: (tx: Tx, facilityId: FacilityId): Promise<Door[]> =>
    doorsRepo(tx)
      .list(facilityId)
      .then((rows) => rows.map((row) => toDoor(row, clock.wallMs()))),

  /** The door, if it is of this facility. */
  find: async (tx: Tx, facilityId: FacilityId, doorId: string): Promise<Door | undefined> => {
    const row = await doorsRepo(tx).find(doorId, facilityId);
    return row && toDoor(row, clock.wallMs());
  },

  /** The door, if it is of this facility and one that partners may see. */
  findForPartner: async (tx: Tx, facilityId: FacilityId, doorId: string): Promise<Door | undefined> => {
    const row = await doorsRepo(tx).find(doorId, facilityId);
    const door = row && toDoor(row, clock.wallMs());
    return door !== undefined && isForPartners(door) ? door : undefined;
  },

  listForPartner: async (tx: Tx, facilityId: FacilityId): Promise<Door[]> => {
    const rows = await doorsRepo(tx).list(facilityId);
    return rows.map((row) => toDoor(row, clock.wallMs())).filter(isForPartners);
  },

  /** Everything that a box should be; `undefined` for one that is not active. */
  desiredState: (boxId: BoxId): Promise<DesiredState | undefined> =>
    db.read(async (tx) => {
      const box = await boxes.findActive(tx, boxId);
      const facility = box && (await organisations.findFacility(tx, box.facility_id as FacilityId));
      if (box === undefined || facility === undefined) return undefined;
      const rows = await doorsRepo(tx).configsOf(boxId);
      return DesiredState.parse({
        v: 1,
        revision: box.desired_revision,
        facility: { id: facility.id, name: facility.name, timezone: facility.timezone },
        beaconSeconds: BEACON_SECONDS,
        commandKeys,
        doors: rows.map((row) => JSON.parse(row.config) as unknown),
        ...(await wishes.wishesFor(tx, boxId)),
      });
    }),
});
