import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { BoxId, DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Position } from '../../kit/http/position.ts';
import type { Environment } from '../../kit/modules/module.ts';
import { boxesFault } from '../boxes/boxes.faults.ts';
import type { BoxesService } from '../boxes/boxes.service.ts';
import type { DoorsService } from '../doors/doors.module.ts';
import type { JournalService } from '../journal/journal.service.ts';
import { before, PlannedDoor, type PlannedStep, type Step, shows, stepsOf } from './walk-steps.ts';
import { walkTestsFault } from './walk-tests.faults.ts';
import { walkTestsRepo } from './walk-tests.repo.ts';
import type { WalkTestStepTable, WalkTestTable } from './walk-tests.tables.ts';

export interface WalkTestsDeps extends Pick<Environment, 'clock' | 'random'> {
  readonly boxes: Pick<BoxesService, 'findActive'>;
  readonly doors: { readonly settings: Pick<DoorsService['settings'], 'settingsOf'> };
  readonly journal: Pick<JournalService, 'ofDoor'>;
}
export type WalkTestsService = ReturnType<typeof createWalkTestsService>;

export type WalkTest = Selectable<WalkTestTable> & {
  readonly planned: readonly PlannedDoor[];
  readonly steps: readonly Selectable<WalkTestStepTable>[];
};
type Fact = Awaited<ReturnType<JournalService['ofDoor']>>[number];

/** So many of a door’s newest facts are looked at: an unlock with all that comes of it is ten. */
const FACTS_LOOKED_AT = 200;
/** A box’s clock may be behind ours by so much and still say that something happened after the test began. */
const CLOCKS_DIFFER = Minutes(1);

export const createWalkTestsService = ({ clock, random, boxes, doors, journal }: WalkTestsDeps) => {
  const whole = async (tx: Tx, rows: readonly Selectable<WalkTestTable>[]): Promise<WalkTest[]> => {
    const steps = await walkTestsRepo(tx).stepsOf(rows.map(({ id }) => id));
    return rows.map((row) => ({
      ...row,
      planned: plannedIn(row),
      steps: steps.filter(({ walk_test_id }) => walk_test_id === row.id),
    }));
  };
  const find = async (tx: Tx, facilityId: FacilityId, id: string): Promise<WalkTest> => {
    const row = await walkTestsRepo(tx).find(facilityId, id);
    const [test] = row === undefined ? [] : await whole(tx, [row]);
    if (test === undefined) throw walkTestsFault('walk_test_unknown', 'There is no such walk test at this facility.');
    return test;
  };
  const planOf = async (tx: Tx, boxId: BoxId): Promise<PlannedDoor[]> =>
    (await doors.settings.settingsOf(tx, boxId)).map(({ id, config }) => ({
      doorId: id,
      name: config.name,
      steps: stepsOf(config),
    }));

  const noted = (test: WalkTest, doorId: DoorId, step: Step) =>
    test.steps.find((row) => row.door_id === doorId && row.step === step);
  /** From when on something shows the step: since the test began, and since whatever came before it or was tried in vain. */
  const sinceOf = (test: WalkTest, doorId: DoorId, step: Step): number => {
    const earlier = before(step).map((one) => Number(noted(test, doorId, one)?.shown_at ?? 0));
    const own = noted(test, doorId, step);
    const failed = own?.outcome === 'failed' ? Number(own.noted_at) : 0;
    return Math.max(Number(test.begun_at), failed, ...earlier);
  };
  const isShownBy = (test: WalkTest, doorId: DoorId, step: Step, fact: Fact): boolean =>
    fact.box_id === test.box_id &&
    Number(fact.received_at) >= sinceOf(test, doorId, step) &&
    // What a box tells late happened before, and shows nothing of this test.
    (!fact.clockTrusted || fact.wallMs >= Number(test.begun_at) - CLOCKS_DIFFER) &&
    shows(step, FactBody.parse(JSON.parse(fact.body)));

  /** What the box told that shows steps of a door, by step: what was seen of it since, not what is noted already. */
  const shown = async (tx: Tx, test: WalkTest, doorId: DoorId): Promise<ReadonlyMap<Step, Fact>> => {
    const planned = test.planned.find((door) => door.doorId === doorId)?.steps ?? [];
    const facts = await journal.ofDoor(tx, doorId, { after: undefined, limit: FACTS_LOOKED_AT });
    const found = planned.flatMap(({ step, seenBy }): [Step, Fact][] => {
      const fact = seenBy === 'box' ? facts.find((one) => isShownBy(test, doorId, step, one)) : undefined;
      return fact === undefined ? [] : [[step, fact]];
    });
    return new Map(found);
  };
  const underWay = async (tx: Tx, facilityId: FacilityId, id: string): Promise<WalkTest> => {
    const test = await find(tx, facilityId, id);
    if (test.ended_at !== null) throw walkTestsFault('walk_test_ended', 'The walk test has ended.');
    return test;
  };

  return {
    find,
    shown,
    list: async (
      tx: Tx,
      facilityId: FacilityId,
      page: { readonly boxId: BoxId | undefined; readonly after: Position | undefined; readonly limit: number },
    ) => whole(tx, await walkTestsRepo(tx).list(facilityId, page.boxId, page.after, page.limit)),

    /** Whether the door is being tried: by a test of its box that is under way. */
    isUnderWay: async (tx: Tx, facilityId: FacilityId, doorId: DoorId): Promise<boolean> =>
      (await walkTestsRepo(tx).openAt(facilityId)).some((row) => plannedIn(row).some((door) => door.doorId === doorId)),

    /** Begins one, or goes on with the one that is under way. One of other wiring ends, as far as it came. */
    begin: async (
      tx: Tx,
      { facilityId, boxId, by }: { readonly facilityId: FacilityId; readonly boxId: BoxId; readonly by: string },
    ): Promise<WalkTest> => {
      const box = await boxes.findActive(tx, boxId);
      if (box?.facility_id !== facilityId) throw boxesFault('box_unknown', 'There is no such active box.');
      const planned = await planOf(tx, boxId);
      if (planned.length === 0) throw walkTestsFault('walk_test_of_nothing', 'The box drives no doors.');
      const [repo, now, version] = [walkTestsRepo(tx), clock.wallMs(), Number(box.configuration_version)];
      const open = await repo.open(boxId);
      const isOfNow = open?.facility_id === facilityId && Number(open.configuration_version) === version;
      if (open !== undefined && isOfNow) return find(tx, facilityId, open.id);
      if (open !== undefined) await repo.end(open.id, now, by);
      const begun = await repo.begin({
        id: randomId('wlk', random, now),
        facility_id: facilityId,
        box_id: boxId,
        configuration_version: version,
        doors: JSON.stringify(planned),
        begun_at: now,
        begun_by: by,
        ended_at: null,
        ended_by: null,
      });
      // Whoever was faster has begun the same.
      const id = begun?.id ?? (await repo.open(boxId))?.id ?? '';
      return find(tx, facilityId, id);
    },

    /** Notes what came of a step. What a box can see counts as seen by what the box told alone. */
    note: async (
      tx: Tx,
      at: { readonly facilityId: FacilityId; readonly walkTestId: string; readonly by: string },
      said: {
        readonly doorId: DoorId;
        readonly step: Step;
        readonly outcome: WalkTestStepTable['outcome'];
        readonly note?: string | undefined;
      },
    ): Promise<WalkTest> => {
      const test = await underWay(tx, at.facilityId, at.walkTestId);
      const { doorId, step, outcome } = said;
      const planned = plannedStep(test, doorId, step);
      if (planned === undefined) throw walkTestsFault('step_unknown', 'The walk test has no such step at this door.');
      const fact =
        planned.seenBy === 'box' && outcome === 'seen' ? (await shown(tx, test, doorId)).get(step) : undefined;
      if (planned.seenBy === 'box' && outcome === 'seen' && fact === undefined)
        throw walkTestsFault('step_not_shown', 'The box has told of nothing that shows this step.');
      await walkTestsRepo(tx).note({
        walk_test_id: test.id,
        door_id: doorId,
        step,
        outcome,
        noted_at: clock.wallMs(),
        noted_by: at.by,
        shown_at: fact === undefined ? null : Number(fact.received_at),
        epoch: fact?.epoch ?? null,
        seq: fact === undefined ? null : Number(fact.seq),
        note: said.note ?? null,
      });
      return find(tx, at.facilityId, test.id);
    },

    /** Ends it, whatever is open still: that stays on record as not tried. */
    end: async (tx: Tx, facilityId: FacilityId, walkTestId: string, by: string): Promise<WalkTest> => {
      const test = await underWay(tx, facilityId, walkTestId);
      await walkTestsRepo(tx).end(test.id, clock.wallMs(), by);
      return find(tx, facilityId, walkTestId);
    },

    forgetEndedBefore: (tx: Tx, at: number, limit: number): Promise<number> =>
      walkTestsRepo(tx).deleteEndedBefore(at, limit),
  };
};

const plannedIn = (row: Pick<WalkTestTable, 'doors'>): PlannedDoor[] =>
  z.array(PlannedDoor).parse(JSON.parse(row.doors));

const plannedStep = (test: WalkTest, doorId: DoorId, step: Step): PlannedStep | undefined =>
  test.planned.find((door) => door.doorId === doorId)?.steps.find((one) => one.step === step);
