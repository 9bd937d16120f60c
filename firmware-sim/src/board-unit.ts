import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { createWaveshareBoard, type WaveshareBoard } from './boards/waveshare/board.ts';
import type { BusDevice } from './buses/pty/bus.ts';
import { createMainsFed, type MainsFed } from './world/mains-fed.ts';
import type { PlanOf } from './world/plans.ts';
import type { Site } from './world/site.ts';

/** A board screwed to the wall of a site: it lives and dies with the mains, hangs, and can be rebooted by hand. */
export interface BoardUnit extends Pick<MainsFed, 'state' | 'reboot' | 'hang' | 'close'> {
  readonly plan: PlanOf<'waveshare'>;
  readonly firmware: WaveshareBoard;
  /** What the bus hears of it: nothing while it hangs or its line is broken. */
  readonly device: BusDevice;
}

export interface BoardUnitDeps {
  readonly clock: Clock;
  readonly plan: PlanOf<'waveshare'>;
  readonly baud: number;
  readonly site: Site;
  readonly send: (frame: Uint8Array, baud: number) => void;
}

export const createBoardUnit = ({ clock, plan, baud, site, send }: BoardUnitDeps): BoardUnit => {
  const reachable = () => fed.state !== 'hung' && site.wires.get(`${plan.name}.line`)?.fault === undefined;
  const fed = createMainsFed({
    clock,
    site,
    name: plan.name,
    noun: 'board',
    afterStart: 'every coil at rest',
    onOff: () => firmware.powerOff(),
    onOn: () => firmware.powerOn(),
  });
  const firmware = createWaveshareBoard({
    clock: fed.clock,
    address: plan.address,
    baud,
    terminals: site.terminals(plan.name),
    send: (frame, at) => {
      if (reachable()) send(frame, at);
    },
  });
  return {
    plan,
    firmware,
    device: {
      get baud() {
        return firmware.baud;
      },
      receive: (bytes, startMs) => {
        if (reachable()) firmware.receive(bytes, fed.clock.monoMs() - (clock.monoMs() - startMs));
      },
    },
    get state() {
      return fed.state;
    },
    reboot: fed.reboot,
    hang: fed.hang,
    close: fed.close,
  };
};
