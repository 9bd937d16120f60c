import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { ConfigurationReport } from '@gatehouse/shared/wire/configuration-report.ts';
import { wiringHashOf } from '@gatehouse/shared/wire/wiring-hash.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { FactListener } from '../../link/link.ports.ts';
import type { BoxesService } from '../boxes/boxes.service.ts';
import type { DoorSetting, DoorsService } from '../doors/doors.module.ts';
import type { BoxState } from './box-state.ts';
import { wiringRepo } from './wiring.repo.ts';

/** How far the wiring that is wanted of a box counts there. */
export interface WiringStanding {
  /**
   * `not_asked`: the box has not said that it asks anybody, as those of earlier releases do not: it takes a wiring at once.
   * `waiting`: the box goes on as it was confirmed last, until somebody at its panel has looked. `rejected`: somebody has.
   */
  readonly state: 'not_asked' | 'confirmed' | 'waiting' | 'rejected';
  /** When what waits was first wanted, in ms since 1970; null where nothing does. */
  readonly sinceMs: number | null;
  /** The box has said that it waits, or is so: null where there is nothing to say. */
  readonly arrived: boolean | null;
  /** Who has decided, where somebody has: what is taken with a claim nobody confirms. */
  readonly decided: { readonly atMs: number; readonly by: string; readonly staffId: string } | null;
}

/** What a version of a box wants of its wiring, by the name that the box gives back. */
export const wiringOfState = ({ doors }: Pick<BoxState, 'doors'>): string =>
  wiringHashOf({
    doors: doors.map(({ config }) => config),
    acknowledged: Object.fromEntries(doors.map(({ doorId, acknowledged }) => [doorId, acknowledged])),
  });
const wiringOfDoors = (doors: readonly DoorSetting[]): string =>
  wiringHashOf({
    doors: doors.map(({ config }) => config),
    acknowledged: Object.fromEntries(doors.map(({ id, acknowledged }) => [id, acknowledged])),
  });

const saysOf = (report: ConfigurationReport | undefined, wiring: string) => {
  const said = report?.wiring;
  return said && { inForce: said.inForce === wiring, waiting: said.waiting?.hash === wiring ? said.waiting : null };
};

/** What people at panels have decided, and what waits for them. */
export const createWiring = ({
  clock,
  boxes,
  doors,
}: {
  readonly clock: Clock;
  readonly boxes: Pick<BoxesService, 'reported'>;
  readonly doors: Pick<DoorsService, 'settings'>;
}) => {
  const noteDecision: FactListener = async (tx, boxId, facilityId, { wallMs, body }) => {
    if (body.kind !== 'wiring.confirmed' && body.kind !== 'wiring.rejected') return;
    const { decisionId, wiring, by, staffId } = body.data;
    await wiringRepo(tx).note({
      box_id: boxId,
      decision_id: decisionId,
      facility_id: facilityId,
      wiring,
      outcome: body.kind === 'wiring.confirmed' ? 'confirmed' : 'rejected',
      decided_at: wallMs,
      decided_by: by,
      staff_id: staffId,
      received_at: clock.wallMs(),
    });
  };

  return {
    factStored: noteDecision,

    wiringOf: async (
      tx: Tx,
      box: { readonly boxId: BoxId; readonly facilityId: FacilityId },
    ): Promise<WiringStanding> => {
      const { boxId } = box;
      const reported = await boxes.reported(tx, boxId);
      const wiring = wiringOfDoors(await doors.settings.settingsOf(tx, boxId));
      const says = saysOf(reported?.report, wiring);
      if (says === undefined) return { state: 'not_asked', sinceMs: null, arrived: null, decided: null };
      const row = await wiringRepo(tx).newest(box, wiring);
      const decided = row && { atMs: Number(row.decided_at), by: row.decided_by, staffId: row.staff_id };
      // Its journal may be here before its report is.
      const isNews =
        row !== undefined &&
        Number(row.received_at) >= (reported?.reportedAtMs ?? 0) &&
        // Both are the box's clock: what was decided before it began to wait anew says nothing of that.
        Number(row.decided_at) >= (says.waiting?.sinceMs ?? 0);
      if (says.inForce || (isNews && row.outcome === 'confirmed'))
        return {
          state: 'confirmed',
          sinceMs: null,
          arrived: true,
          decided: row?.outcome === 'confirmed' ? (decided ?? null) : null,
        };
      const sinceMs = (await wiringRepo(tx).since(boxId, wiring)) ?? says.waiting?.sinceMs ?? null;
      const arrived = says.waiting !== null;
      const isRejected = says.waiting?.rejected === true || (isNews && row.outcome === 'rejected');
      return isRejected
        ? { state: 'rejected', sinceMs, arrived: true, decided: decided ?? null }
        : { state: 'waiting', sinceMs, arrived, decided: null };
    },
  };
};
