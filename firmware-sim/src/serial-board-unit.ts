import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { BoardFirmware } from './boards/firmware.ts';
import { createLcusBoard } from './boards/lcus/board.ts';
import { createNumatoBoard } from './boards/numato/board.ts';
import { createWaveshareBoard } from './boards/waveshare/board.ts';
import type { BusDevice } from './buses/pty/bus.ts';
import { createSerialPlace } from './serial-device.ts';
import { createMainsFed, type MainsFed } from './world/mains-fed.ts';
import type { PlanOf } from './world/plans.ts';
import type { Site } from './world/site.ts';

/** The plans of relay boards on serial lines. */
export type SerialBoardPlan = PlanOf<'waveshare'> | PlanOf<'numato'> | PlanOf<'lcus'>;

/** A board screwed to the wall of a site: it lives and dies with the mains, hangs, and can be rebooted by hand. */
export interface SerialBoardUnit extends Pick<MainsFed, 'state' | 'reboot' | 'hang' | 'close'> {
  readonly plan: SerialBoardPlan;
  readonly firmware: BoardFirmware;
  /** What the bus hears of it: nothing while it hangs or its line is broken. */
  readonly device: BusDevice;
}

export interface SerialBoardUnitDeps {
  readonly clock: Clock;
  readonly plan: SerialBoardPlan;
  /** What it is set to when it leaves the factory. */
  readonly baud: number;
  /** What its line is set to, for boards to which any speed is right. */
  readonly lineBaud: () => number;
  readonly site: Site;
  readonly send: (frame: Uint8Array, baud: number) => void;
}

export const createSerialBoardUnit = ({
  clock,
  plan,
  baud,
  lineBaud,
  site,
  send,
}: SerialBoardUnitDeps): SerialBoardUnit => {
  const fed = createMainsFed({
    clock,
    site,
    name: plan.name,
    noun: 'board',
    afterStart: 'every coil at rest',
    onOff: () => firmware.powerOff(),
    onOn: () => firmware.powerOn(),
  });
  const place = createSerialPlace({ clock, site, plan, fed: () => fed });
  const terminals = site.terminals(plan.name);
  const say = (frame: Uint8Array, at: number) => {
    if (place.reachable()) send(frame, at);
  };
  const make = (): BoardFirmware => {
    if (plan.kind === 'numato') return createNumatoBoard({ terminals, baud: lineBaud, send: say });
    if (plan.kind === 'lcus') return createLcusBoard({ terminals, baud });
    const { address, inputs } = plan;
    return createWaveshareBoard({ clock: fed.clock, address, hasInputs: inputs, baud, terminals, send: say });
  };
  const firmware = make();
  return {
    plan,
    firmware,
    device: place.device(firmware),
    get state() {
      return fed.state;
    },
    reboot: fed.reboot,
    hang: fed.hang,
    close: fed.close,
  };
};
