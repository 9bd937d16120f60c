import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type { GpioBus } from './buses/gpio/bus.ts';
import type { Outcome } from './world/door.ts';
import type { PlanOf } from './world/plans.ts';
import type { Site } from './world/site.ts';

/** A relay board without a processor, on GPIO lines: its coils follow the lines for as long as it has power. */
export interface GpioUnit {
  readonly plan: PlanOf<'gpio'>;
  readonly state: 'running' | 'off';
  readonly coils: readonly boolean[];
  /** Contacts feed straight into the lines: they need no power of the board. */
  readonly inputs: readonly boolean[];
  /** Its power off and on again: its coils drop, then do again what their lines say. */
  reboot(): Outcome;
  close(): void;
}

const OFF_TIME = Milliseconds(300);

export const createGpioUnit = (deps: {
  readonly clock: Clock;
  readonly plan: PlanOf<'gpio'>;
  readonly bus: GpioBus;
  readonly site: Site;
}): GpioUnit => {
  const { clock, plan, bus, site } = deps;
  const terminals = site.terminals(plan.name);
  const coils = plan.relays.map(() => false);
  let powered = true;
  let off: Timer | undefined;

  /** A line that nobody drives is pulled to where its relay rests. */
  const follow = (channel: number, offset: number) => {
    const level = bus.chip.driven(offset);
    const energised = powered && level !== undefined && level !== plan.activeLow;
    if (coils[channel] === energised) return;
    coils[channel] = energised;
    const said = level === undefined ? 'is let go' : `went ${level ? 'high' : 'low'}`;
    terminals.setCoil(channel, energised, powered ? `line ${offset} ${said}` : 'the board lost power');
  };
  const setPower = (on: boolean) => {
    off?.cancel();
    powered = on;
    for (const [channel, offset] of plan.relays.entries()) follow(channel, offset);
    site.report(plan.name, 'board', on ? 'board has power, its coils as the lines say' : 'board without power');
  };
  const reboot = (): Outcome => {
    if (!site.powered) return { done: false, message: 'There is no power to start on.' };
    setPower(false);
    off = clock.after(OFF_TIME, () => setPower(true));
    return { done: true, message: 'The board restarts.' };
  };
  const forget = [
    site.onPower.add(setPower),
    site.onDip.add(({ board, effect }) => {
      if (board === plan.name && effect === 'reboot') reboot();
    }),
  ];
  bus.attach({
    level: (offset) => {
      const input = plan.inputs.indexOf(offset);
      if (input >= 0) return terminals.input(input);
      return plan.relays.includes(offset) ? plan.activeLow : undefined;
    },
    driven: (offset) => {
      const channel = plan.relays.indexOf(offset);
      if (channel >= 0) follow(channel, offset);
    },
  });
  return {
    plan,
    get state() {
      return powered ? 'running' : 'off';
    },
    get coils() {
      return [...coils];
    },
    get inputs() {
      return plan.inputs.map((_, input) => terminals.input(input));
    },
    reboot,
    close: () => {
      for (const stop of forget) stop();
      off?.cancel();
    },
  };
};
