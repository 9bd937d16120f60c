import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { createWaveshareBoard, type WaveshareBoard } from './boards/waveshare/board.ts';
import type { Outcome } from './world/door.ts';
import type { PlanOf } from './world/plans.ts';
import type { Site } from './world/site.ts';

/** A board screwed to the wall of a site: it lives and dies with the mains, and can be rebooted by hand. */
export interface BoardUnit {
  readonly plan: PlanOf<'waveshare'>;
  readonly firmware: WaveshareBoard;
  /** Power off and on again: coils drop, and it answers after its boot time. */
  reboot(): Outcome;
  close(): void;
}

export interface BoardUnitDeps {
  readonly clock: Clock;
  readonly plan: PlanOf<'waveshare'>;
  readonly baud: number;
  readonly site: Site;
  readonly send: (frame: Uint8Array, baud: number) => void;
}

const BOOT_TIME = Milliseconds(300);

export const createBoardUnit = ({ clock, plan, baud, site, send }: BoardUnitDeps): BoardUnit => {
  const firmware = createWaveshareBoard({
    clock,
    address: plan.address,
    baud,
    terminals: site.terminals(plan.name),
    send,
  });
  let booting: Timer | undefined;
  const off = () => {
    booting?.cancel();
    firmware.powerOff();
    site.report(plan.name, 'board', 'board without power');
  };
  const boot = () => {
    booting = clock.after(BOOT_TIME, () => {
      firmware.powerOn();
      site.report(plan.name, 'board', 'board started, every coil at rest');
    });
  };
  const forget = site.onPower.add((on) => (on ? boot() : off()));
  return {
    plan,
    firmware,
    reboot: () => {
      if (!site.powered) return { done: false, message: 'There is no power to start on.' };
      off();
      boot();
      return { done: true, message: 'The board restarts.' };
    },
    close: () => {
      forget();
      booting?.cancel();
      firmware.powerOff();
    },
  };
};
