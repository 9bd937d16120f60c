import { checkDoors, type DoorProblem, isHard } from '@gatehouse/shared/door/check-doors.ts';
import type { Hardware } from '@gatehouse/shared/door/hardware.ts';
import type { BoxId, DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { afterCommit } from '../../kit/db/after-commit.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { BoxesService } from '../boxes/boxes.service.ts';
import { doorsFault } from '../doors/doors.faults.ts';
import type { DoorSetting, DoorsService } from '../doors/doors.module.ts';
import { type BoxState, changesOf, stateOf } from './box-state.ts';
import { doorControllersFault } from './door-controllers.faults.ts';
import { doorControllersRepo } from './door-controllers.repo.ts';
import { wiringOfState } from './wiring.ts';

export interface ConfigurationDeps {
  readonly clock: Clock;
  readonly boxes: Pick<
    BoxesService,
    'findActive' | 'changed' | 'announce' | 'nextConfiguration' | 'reported' | 'describe'
  >;
  readonly doors: Pick<DoorsService, 'settings'>;
}

/** Where, and by whom. */
export interface Asked {
  readonly facilityId: FacilityId;
  readonly by: string;
}
/** What staff call a box. What is omitted keeps its value. */
export interface BoxWords {
  readonly name?: string | null | undefined;
  readonly serialNumber?: string | null | undefined;
  readonly location?: string | null | undefined;
}
export const wordsOf = ({ name, serialNumber, location }: BoxWords) => ({
  ...(name !== undefined && { name }),
  ...(serialNumber !== undefined && { serial_number: serialNumber }),
  ...(location !== undefined && { location }),
});

export interface Edit extends Asked {
  /** Every box that the change concerns. */
  readonly boxIds: readonly BoxId[];
  /** `staff`: what they have not answered for is refused too. `operator`: only what no box can drive. */
  readonly asked: 'staff' | 'operator';
  readonly restoredFrom?: number;
  readonly work: (tx: Tx) => Promise<void>;
}

/** The one way to change what boxes drive: with their rows locked, checked, and written down as a version of each. */
export const createConfiguration = ({ clock, boxes, doors }: ConfigurationDeps) => {
  const activeBox = async (tx: Tx, facilityId: FacilityId, boxId: BoxId) => {
    const box = await boxes.findActive(tx, boxId);
    if (box?.facility_id !== facilityId)
      throw doorControllersFault('controller_unknown', 'There is no such door controller at this facility.');
    return box;
  };
  const look = async (tx: Tx, { facilityId }: Edit, boxId: BoxId) => {
    const box = await activeBox(tx, facilityId, boxId);
    return { box, state: stateOf(box, await doors.settings.settingsOf(tx, boxId)) };
  };

  const write = async (tx: Tx, edit: Edit, boxId: BoxId, from: BoxState, to: BoxState, revision: number) => {
    const made = { box_id: boxId, revision, made_at: clock.wallMs() };
    const changes = changesOf(from, to);
    if (changes.length === 0) return;
    let version = await boxes.nextConfiguration(tx, boxId);
    // A box that was set up before versions were kept: how it was is one of them.
    if (version === 1 && from.doors.length > 0) {
      const first = { version, made_by: 'before versions were kept', restored_from: null, changes: '[]' };
      await doorControllersRepo(tx).add({
        ...made,
        ...first,
        state: JSON.stringify(from),
        wiring: wiringOfState(from),
      });
      version = await boxes.nextConfiguration(tx, boxId);
    }
    await doorControllersRepo(tx).add({
      ...made,
      version,
      made_by: edit.by,
      restored_from: edit.restoredFrom ?? null,
      changes: JSON.stringify(changes),
      state: JSON.stringify(to),
      wiring: wiringOfState(to),
    });
  };

  const change = async (tx: Tx, edit: Edit): Promise<void> => {
    const boxIds = [...new Set(edit.boxIds)].sort();
    const revisions = new Map<BoxId, number>();
    // The order of their ids, for their row locks; from then on nobody else changes what they drive.
    for (const boxId of boxIds) revisions.set(boxId, (await boxes.changed(tx, boxId)) ?? 0);
    const before = new Map<BoxId, BoxState>();
    for (const boxId of boxIds) before.set(boxId, (await look(tx, edit, boxId)).state);
    await edit.work(tx);
    for (const boxId of boxIds) {
      const [from, revision] = [before.get(boxId), revisions.get(boxId)];
      if (from === undefined || revision === undefined) continue;
      const { state: to } = await look(tx, edit, boxId);
      const hardware = (await boxes.reported(tx, boxId))?.report.hardware;
      refuseNew(from, to, hardware, edit.asked);
      await write(tx, edit, boxId, from, to, revision);
      afterCommit(tx, () => boxes.announce(boxId, revision));
    }
  };

  /** Writes a door, if nobody has changed it since it was read; `expected` is what the caller had seen of it. */
  const put = async (tx: Tx, facilityId: FacilityId, door: DoorSetting, expected = door.version): Promise<void> => {
    if (expected !== door.version || !(await doors.settings.put(tx, facilityId, door)))
      throw outdated(`door ${door.config.name}`, door.version);
  };

  const doorOf = async (tx: Tx, facilityId: FacilityId, doorId: DoorId): Promise<DoorSetting> => {
    const door = await doors.settings.setting(tx, facilityId, doorId);
    if (door === undefined) throw doorsFault('door_unknown', `There is no door ${doorId} at this facility.`);
    return door;
  };

  const boxesOf = async (tx: Tx, facilityId: FacilityId, doorIds: readonly DoorId[]): Promise<BoxId[]> => {
    const found: DoorSetting[] = [];
    for (const doorId of doorIds) found.push(await doorOf(tx, facilityId, doorId));
    return found.flatMap(({ boxId }) => boxId ?? []);
  };

  /** Gives doors to a box, or to none: from no box, or from one whose row is locked, which is told. */
  const give = async (
    tx: Tx,
    facilityId: FacilityId,
    boxId: BoxId | null,
    doorIds: readonly DoorId[],
    locked: readonly BoxId[],
  ): Promise<void> => {
    for (const doorId of doorIds) {
      const door = await doorOf(tx, facilityId, doorId);
      if (door.boxId !== null && !locked.includes(door.boxId)) throw outdated(`door ${door.config.name}`, door.version);
      if (door.boxId !== boxId) await put(tx, facilityId, { ...door, boxId });
    }
  };

  return { activeBox, change, put, give, doorOf, boxesOf };
};
export type Configuration = ReturnType<typeof createConfiguration>;

/** What is wrong with the doors of a box, as far as staff have not answered for it. */
export const problemsOf = ({ doors }: Pick<BoxState, 'doors'>, hardware: Hardware | undefined): DoorProblem[] => {
  const acknowledged = new Map(doors.map((door) => [door.config.doorId, door.acknowledged]));
  return checkDoors(
    doors.map(({ config }) => config),
    { hardware, acknowledged: (doorId) => acknowledged.get(doorId) ?? [] },
  );
};

/** A box may have been set up wrongly before anybody looked: whoever changes something else there is not kept from it. */
export const refuseNew = (
  before: Pick<BoxState, 'doors'>,
  after: Pick<BoxState, 'doors'>,
  hardware: Hardware | undefined,
  asked: Edit['asked'],
): void => {
  const keyIn =
    ({ doors }: Pick<BoxState, 'doors'>) =>
    ({ doorId, field, rule }: DoorProblem) => {
      const config = doors.find((door) => door.doorId === doorId)?.config;
      return JSON.stringify([doorId, field, rule, config?.[field]]);
    };
  const known = new Set(problemsOf(before, hardware).map(keyIn(before)));
  const isNew = (one: DoorProblem) => !known.has(keyIn(after)(one)) && (asked === 'staff' || isHard(one));
  const problems = problemsOf(after, hardware).filter(isNew);
  if (problems.length === 0) return;
  const message = problems.map((one) => `${one.door}: ${one.message}`).join('; ');
  throw doorControllersFault('configuration_refused', message, {
    body: { error: 'configuration_refused', message: message.slice(0, 2_000), problems: problems.slice(0, 50) },
  });
};

export const outdated = (what: string, version: number) => {
  const message = `expectedVersion: the ${what} has version ${version} by now.`;
  return doorControllersFault('configuration_outdated', message, {
    body: { error: 'configuration_outdated', message, version },
  });
};
