import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { FuseFile, FuseFolder } from './buses/fuse/node.ts';
import { type Mounted, serveFuse } from './buses/fuse/serve.ts';
import { createGpioBus, type GpioBus } from './buses/gpio/bus.ts';
import { createGpioFolder } from './buses/gpio/sysfs.ts';
import { createGpioUnit, type GpioUnit } from './gpio-unit.ts';
import { createKeyboardUnit, type KeyboardUnit } from './keyboard-unit.ts';
import type { Site } from './world/site.ts';

/** Where the machine's files are mounted: see `firmware-sim/bin/hardware.sh`. */
export interface MachineMounts {
  readonly gpio?: Mounted | undefined;
  readonly input?: Mounted | undefined;
}

/** What hangs on the machine that the agent runs on, not on a line of its own: GPIO lines and USB keyboards. */
export interface Machine {
  readonly gpio: ReadonlyMap<string, GpioBus>;
  readonly boards: ReadonlyMap<string, GpioUnit>;
  readonly keyboards: ReadonlyMap<string, KeyboardUnit>;
  /** Whether agents can open the files of each. */
  readonly mounted: { readonly gpio: boolean; readonly input: boolean };
  /** Where agents find the keyboards; undefined where nobody can open them. */
  readonly inputPath: string | undefined;
  /** /sys/class/gpio, and a folder like /dev/input/by-id with a file of events for each keyboard, by its name. */
  readonly folders: { readonly gpio: FuseFolder; readonly input: FuseFolder };
  close(): void;
}

export const createMachine = (deps: {
  readonly clock: Clock;
  readonly site: Site;
  readonly mounts?: MachineMounts | undefined;
}): Machine => {
  const { clock, site, mounts = {} } = deps;
  const { buses, boards: plans, readers } = site.building;
  const gpio = new Map(
    buses.filter((plan) => plan.kind === 'gpio').map((plan) => [plan.name, createGpioBus({ clock, plan })]),
  );
  const boards = new Map(
    plans
      .filter((plan) => plan.kind === 'gpio')
      .map((plan) => {
        const bus = gpio.get(plan.bus);
        if (bus === undefined) throw new Bug(`board "${plan.name}" has no bus`);
        return [plan.name, createGpioUnit({ clock, plan, bus, site })];
      }),
  );
  const entries = new Map<string, FuseFile>();
  const keyboards = new Map(
    readers
      .filter((plan) => plan.kind === 'keyboard')
      .map((plan) => {
        const onPlug = () => {
          if (unit.file === undefined) entries.delete(plan.name);
          else entries.set(plan.name, unit.file);
        };
        const unit = createKeyboardUnit({ clock, plan, site, onPlug });
        onPlug();
        return [plan.name, unit];
      }),
  );
  const folders = {
    gpio: createGpioFolder([...gpio.values()]),
    input: { entries },
  };
  const mounted = { gpio: mounts.gpio !== undefined, input: mounts.input !== undefined };
  const servers = (['gpio', 'input'] as const).flatMap((which) => {
    const at = mounts[which];
    if (at === undefined) return [];
    const gone = (why: string) => {
      mounted[which] = false;
      site.report('machine', which, `the files at ${at.path} are gone: ${why}`);
    };
    return [serveFuse(folders[which], at, gone)];
  });
  const forget = site.events.add(() => {
    for (const bus of gpio.values()) bus.look();
  });
  return {
    gpio,
    boards,
    keyboards,
    mounted,
    inputPath: mounts.input?.path,
    folders,
    close: () => {
      forget();
      for (const server of servers) server.close();
      for (const unit of [...boards.values(), ...keyboards.values()]) unit.close();
    },
  };
};
