import type { DoorProblem } from '@gatehouse/shared/door/check-doors.ts';
import type { BoxId, DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Beacon } from '@gatehouse/shared/wire/beacon.ts';
import type { ConfigurationReport } from '@gatehouse/shared/wire/configuration-report.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { BoxesService } from '../boxes/boxes.service.ts';
import { type DoorsService, isHeard } from '../doors/doors.module.ts';
import type { WarningsService } from '../warnings/warnings.service.ts';
import { stateOf } from './box-state.ts';
import { problemsOf } from './configuration.ts';
import { doorControllersRepo } from './door-controllers.repo.ts';

/** One way in which a box is not as it should be. */
export interface Difference {
  /** `not_applied`: it is online and has not taken the newest version. `refused`: it said so. `undrivable`: it has not what a door needs. */
  readonly kind: 'not_applied' | 'refused' | 'undrivable';
  readonly doorId: DoorId | null;
  readonly field: string | null;
  readonly rule: string | null;
  readonly message: string;
}

/** Long enough for a box that is being set up, or that is fetching what is new. */
const LASTS = Minutes(10);

type Box = NonNullable<Awaited<ReturnType<BoxesService['find']>>>;

/** What a box should be beside what it says that it is. */
export const createDifferences = (deps: {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly boxes: Pick<
    BoxesService,
    'find' | 'findActive' | 'activeAtEach' | 'presence' | 'reported' | 'knownBoxes' | 'noteDiffers'
  >;
  readonly doors: Pick<DoorsService, 'settings' | 'countsOf'>;
  readonly warnings: Pick<WarningsService, 'keep' | 'close'>;
}) => {
  const { db, clock, boxes, doors, warnings } = deps;

  const compare = async (tx: Tx, box: Box) => {
    const boxId = box.id;
    const repo = doorControllersRepo(tx);
    const newest = await repo.ofRevision(boxId, Number.MAX_SAFE_INTEGER);
    const presence = await boxes.presence(tx, boxId);
    const beacon = presence === undefined ? undefined : (JSON.parse(presence.beacon) as Beacon);
    const online = presence !== undefined && isHeard(presence, clock.wallMs());
    const reported = await boxes.reported(tx, boxId);
    const state = stateOf(box, await doors.settings.settingsOf(tx, boxId));
    const applied = beacon && (await repo.ofRevision(boxId, beacon.configRevision));
    const problems = problemsOf(state, reported?.report.hardware);
    const refused =
      reported !== undefined && reported.report.revision >= Number(newest?.revision ?? 0)
        ? reported.report.refused
        : [];
    const wanted = Number(newest?.version ?? 0);
    const behind = online && newest !== undefined && (beacon?.configRevision ?? 0) < Number(newest.revision);
    const differences: Difference[] = [
      ...(behind ? [notApplied(Number(applied?.version ?? 0), wanted)] : []),
      ...refused.map(refusal),
      // What the box has said itself is not said twice.
      ...problems
        .filter(({ doorId, rule }) => !refused.some((one) => one.doorId === doorId && one.rule === rule))
        .flatMap(undrivable),
    ];
    const over = box.status !== 'active';
    return { box, newest, presence, online, reported, applied, problems, differences: over ? [] : differences };
  };

  /** What a look finds is noted with its time, so that only what the next looks find too is told. */
  const judge = async (tx: Tx, boxId: BoxId): Promise<void> => {
    const box = await boxes.findActive(tx, boxId);
    if (box === undefined) return;
    const { differences } = await compare(tx, box);
    const facilityId = box.facility_id;
    const subject = { kind: 'box_configuration_differs', facilityId, subject: boxId } as const;
    if (differences.length === 0) {
      await boxes.noteDiffers(tx, boxId, null);
      return warnings.close(tx, [subject]);
    }
    if (box.differs_since === null) await boxes.noteDiffers(tx, boxId, clock.wallMs());
    if (clock.wallMs() - Number(box.differs_since ?? clock.wallMs()) < LASTS) return;
    const words = differences.map(({ message }) => message).join(' ');
    const message = `The door controller ${box.name ?? boxId} is not as it should be: ${words}`.slice(0, 1_000);
    await warnings.keep(tx, [{ ...subject, message }]);
  };
  /** Most boxes are as they should be, and were at the last look: nothing is written of them. */
  const isQuiet = async (tx: Tx, boxId: BoxId): Promise<boolean> => {
    const box = await boxes.findActive(tx, boxId);
    return box === undefined || (box.differs_since === null && (await compare(tx, box)).differences.length === 0);
  };

  return {
    /** The active boxes of facilities, with what was last heard of each and how many doors it drives. */
    listAtEach: async (tx: Tx, facilityIds: readonly FacilityId[]) => {
      const active = await boxes.activeAtEach(tx, facilityIds);
      const driven = await doors.countsOf(
        tx,
        active.map(({ id }) => id),
      );
      return active.map((box) => ({ box, online: isHeard(box, clock.wallMs()), driven: driven.get(box.id) ?? 0 }));
    },

    /** A box of whichever facility, what it should be, what it says, and how that differs. */
    compare: async (tx: Tx, boxId: BoxId) => {
      const box = await boxes.find(tx, boxId);
      return box && compare(tx, box);
    },

    /** Looks at every box: warns of differences that last, and closes the warnings of those that are over. */
    lookAtDifferences: async (): Promise<void> => {
      for (const boxId of await boxes.knownBoxes())
        if (!(await db.read((tx) => isQuiet(tx, boxId)))) await db.write((tx) => judge(tx, boxId));
    },

    /** The versions of a box, the newest first, from the one before `before` on. */
    versions: (tx: Tx, boxId: BoxId, page: { readonly before?: number | undefined; readonly limit: number }) =>
      doorControllersRepo(tx).list(boxId, page),
    /** The version that a desired state of this number brought; `undefined` before versions were kept. */
    versionOfRevision: async (tx: Tx, boxId: BoxId, revision: number): Promise<number | undefined> => {
      const row = await doorControllersRepo(tx).ofRevision(boxId, revision);
      return row && Number(row.version);
    },
    version: (tx: Tx, boxId: BoxId, version: number) => doorControllersRepo(tx).find(boxId, version),
  };
};

/** What only the box can know of itself. */
const HARDWARE_RULES = new Set<string>([
  'bus_missing',
  'bus_without_boards',
  'unit_missing',
  'no_such_relay',
  'no_such_input',
]);

const notApplied = (follows: number, wanted: number): Difference => ({
  kind: 'not_applied',
  doorId: null,
  field: null,
  rule: null,
  message: `The box follows version ${follows}; version ${wanted} is wanted.`,
});
const undrivable = ({ doorId, door, field, rule, message }: DoorProblem): Difference[] =>
  HARDWARE_RULES.has(rule) ? [{ kind: 'undrivable', doorId, field, rule, message: `${door}: ${message}` }] : [];
const refusal = ({ doorId, door, field, rule, message }: ConfigurationReport['refused'][number]): Difference => ({
  kind: 'refused',
  doorId: uncheckedId<DoorId>(doorId),
  field,
  rule,
  message: `${door}: ${message}`,
});
