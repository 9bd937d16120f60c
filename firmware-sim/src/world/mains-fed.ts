import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type { Outcome } from './door.ts';
import type { Site } from './site.ts';
import { createStoppableClock } from './stoppable-clock.ts';

/** `hung`: the processor stands still; its outputs stay as they are and none of its timers runs. */
export type ProcessorState = 'running' | 'hung' | 'booting' | 'off';

/** A processor on the wall of a site: it lives and dies with the mains, suffers its dips, and can be rebooted by hand. */
export interface MainsFed {
  /** What its firmware must run by: it stands still while the processor hangs. */
  readonly clock: Clock;
  readonly state: ProcessorState;
  /** Power off and on again: outputs drop, and it answers after its boot time. */
  reboot(): Outcome;
  hang(): Outcome;
  close(): void;
}

export interface MainsFedDeps {
  readonly clock: Clock;
  readonly site: Site;
  readonly name: string;
  /** What people call it: `board`, `controller`. */
  readonly noun: string;
  /** What a start leaves behind, for the log: `every coil at rest`. */
  readonly afterStart: string;
  readonly onOff: () => void;
  readonly onOn: () => void;
  readonly onHang?: () => void;
}

const BOOT_TIME = Milliseconds(300);

export const createMainsFed = (deps: MainsFedDeps): MainsFed => {
  const { site, name, noun, afterStart, onOff, onOn } = deps;
  const own = createStoppableClock(deps.clock);
  const report = (text: string) => site.report(name, noun, `${noun} ${text}`);
  let state: ProcessorState = 'running';
  let booting: Timer | undefined;

  const off = (why: string) => {
    booting?.cancel();
    state = 'off';
    own.start();
    onOff();
    report(why);
  };
  const boot = () => {
    state = 'booting';
    booting = deps.clock.after(BOOT_TIME, () => {
      state = 'running';
      onOn();
      report(`started, ${afterStart}`);
    });
  };
  const reboot = (): Outcome => {
    if (!site.powered) return { done: false, message: 'There is no power to start on.' };
    off('restarts');
    boot();
    return { done: true, message: `The ${noun} restarts.` };
  };
  const hang = (): Outcome => {
    if (state !== 'running') return { done: false, message: `The ${noun} does not run; it cannot hang.` };
    state = 'hung';
    own.stop();
    deps.onHang?.();
    report('hangs: outputs stay as they are, its timers stand still');
    return { done: true, message: `The ${noun} hangs until it is rebooted.` };
  };
  const forget = [
    site.onPower.add((on) => (on ? boot() : off('without power'))),
    site.onDip.add(({ board, effect }) => {
      if (board !== name) return;
      if (effect === 'reboot') reboot();
      if (effect === 'hang') hang();
    }),
  ];
  return {
    clock: own,
    get state() {
      return state;
    },
    reboot,
    hang,
    close: () => {
      for (const stop of forget) stop();
      booting?.cancel();
      own.start();
      onOff();
    },
  };
};
