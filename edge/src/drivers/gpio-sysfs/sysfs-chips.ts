import type { GpioSysfsConfig } from './config.ts';
import { type GpioSysfs, ROOT } from './sysfs.ts';

interface SysfsChip {
  readonly label: string;
  /** The number of its first line under /sys/class/gpio: 0, 512, 571 … as kernels please. */
  readonly base: number;
  readonly lines: number;
}

const chipsOf = ({ names, readText, exists }: GpioSysfs): readonly SysfsChip[] => {
  if (!exists(ROOT))
    throw new Error(`this system has no ${ROOT}: its kernel was made without it; use a bus of kind gpio`);
  return names(ROOT)
    .filter((name) => /^gpiochip\d+$/.test(name))
    .map((name) => {
      const text = (file: string) => readText(`${ROOT}/${name}/${file}`).trim();
      return { label: text('label'), base: Number(text('base')), lines: Number(text('ngpio')) };
    });
};

/** The number of a line under /sys/class/gpio. Throws in words. */
export const numberOf = (sysfs: GpioSysfs, label: string, line: number): number => {
  const chips = chipsOf(sysfs);
  const [chip, second] = chips.filter((one) => one.label === label);
  if (chip === undefined) {
    const there = chips.length === 0 ? 'there are none' : `there are ${chips.map((one) => one.label).join(', ')}`;
    throw new Error(`no GPIO chip under ${ROOT} is labelled ${label}; ${there}`);
  }
  if (second !== undefined)
    throw new Error(
      `more than one GPIO chip is labelled ${label}: use a bus of kind gpio, which knows chips by their path`,
    );
  if (line >= chip.lines) throw new Error(`${label} has no line ${line}: its lines are 0 to ${chip.lines - 1}`);
  return chip.base + line;
};

/** Of each chip that a configuration names and this machine does not have, in words. */
export const missingChips = (sysfs: GpioSysfs, { boards }: GpioSysfsConfig): string[] =>
  [...new Set(Object.values(boards).map(({ chip }) => chip))].flatMap((chip) => {
    try {
      numberOf(sysfs, chip, 0);
      return [];
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
  });
