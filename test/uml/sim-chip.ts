import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';

const CONFIG = '/sys/kernel/config/gpio-sim';

/** A chip of the kernel's own gpio-sim (Documentation/admin-guide/gpio/gpio-sim.rst), which really comes and goes. */
export interface SimChip {
  readonly label: string;
  /** /dev/gpiochip<n>: another one each time that it is plugged in. */
  path(): string;
  /** How a line stands, whoever drives it. */
  level(offset: number): boolean;
  /** Pulls a line from outside: what it reads while nobody drives it. */
  pull(offset: number, up: boolean): void;
  unplug(): void;
  plugIn(): void;
  remove(): void;
}

let made = 0;

export const createSimChip = (label: string, lines: number): SimChip => {
  made += 1;
  const folder = `${CONFIG}/test-${made}`;
  const pulledUp = new Set<number>();
  let live = false;
  mkdirSync(`${folder}/bank`, { recursive: true });
  writeFileSync(`${folder}/bank/num_lines`, String(lines));
  writeFileSync(`${folder}/bank/label`, label);

  const read = (file: string) => readFileSync(`${folder}/${file}`, 'utf8').trim();
  const world = (offset: number) =>
    `/sys/devices/platform/${read('dev_name')}/${read('bank/chip_name')}/sim_gpio${offset}`;
  const pullNow = (offset: number) =>
    writeFileSync(`${world(offset)}/pull`, pulledUp.has(offset) ? 'pull-up' : 'pull-down');
  const setLive = (to: boolean) => {
    writeFileSync(`${folder}/live`, to ? '1' : '0');
    live = to;
  };
  const plugIn = () => {
    setLive(true);
    for (const offset of pulledUp) pullNow(offset);
  };
  plugIn();
  return {
    label,
    path: () => `/dev/${read('bank/chip_name')}`,
    level: (offset) => readFileSync(`${world(offset)}/value`, 'utf8').trim() === '1',
    pull: (offset, up) => {
      if (up) pulledUp.add(offset);
      else pulledUp.delete(offset);
      if (live) pullNow(offset);
    },
    unplug: () => setLive(false),
    plugIn,
    remove: () => {
      if (live) setLive(false);
      rmdirSync(`${folder}/bank`);
      rmdirSync(folder);
    },
  };
};
