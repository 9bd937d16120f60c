import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { createEvdev, type Evdev } from './boards/keyboard/evdev.ts';
import { createKeyboard } from './boards/keyboard/keyboard.ts';
import type { FuseFile } from './buses/fuse/node.ts';
import type { Outcome } from './world/door.ts';
import type { ReaderPlanOf } from './world/plans.ts';
import type { Site } from './world/site.ts';

/** A reader beside a door that pretends to be a USB keyboard of the box. */
export interface KeyboardUnit {
  readonly kind: 'keyboard';
  readonly plan: ReaderPlanOf<'keyboard'>;
  readonly plugged: boolean;
  /** Its file of events while it is plugged in. */
  readonly file: FuseFile | undefined;
  /** How many have it open, and whether one of them has it for itself. */
  readonly readers: number;
  readonly grabbed: boolean;
  /** Somebody holds something to it that reads as this text. */
  present(text: string): Outcome;
  unplug(): Outcome;
  plug(): Outcome;
  close(): void;
}

export const createKeyboardUnit = (deps: {
  readonly clock: Clock;
  readonly plan: ReaderPlanOf<'keyboard'>;
  readonly site: Site;
  /** It was plugged in or pulled out. */
  readonly onPlug: () => void;
}): KeyboardUnit => {
  const { clock, plan, site, onPlug } = deps;
  const report = (text: string) => site.report(plan.name, 'reader', text);
  const device = (): Evdev => createEvdev({ clock, title: `Gatehouse ${plan.name}` });
  let evdev: Evdev | undefined = device();
  const keyboard = createKeyboard(clock, () => evdev);
  const unplug = () => {
    keyboard.stop();
    evdev?.gone();
    evdev = undefined;
  };
  return {
    kind: 'keyboard',
    plan,
    get plugged() {
      return evdev !== undefined;
    },
    get file() {
      return evdev?.file;
    },
    get readers() {
      return evdev?.readers ?? 0;
    },
    get grabbed() {
      return evdev?.grabbed ?? false;
    },
    present: (text) => {
      if (evdev === undefined) return { done: false, message: 'The reader is not plugged in; its lamp stays dark.' };
      if (!keyboard.type(text))
        return { done: false, message: 'It types something already, or a character that no key has was asked for.' };
      report(`types ${text.length} characters`);
      return { done: true, message: 'The reader types it.' };
    },
    unplug: () => {
      if (evdev === undefined) return { done: false, message: 'The reader is out already.' };
      unplug();
      onPlug();
      report('reader pulled out');
      return { done: true, message: 'The reader is out.' };
    },
    plug: () => {
      if (evdev !== undefined) return { done: false, message: 'The reader is plugged in.' };
      evdev = device();
      onPlug();
      report('reader plugged in');
      return { done: true, message: 'The reader is back.' };
    },
    close: unplug,
  };
};
