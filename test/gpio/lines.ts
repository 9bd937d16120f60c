import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const ROOT = '/sys/class/gpio';
const world = (): string => {
  const path = process.env.GPIO_WORLD;
  if (path === undefined) throw new Error('These tests need GPIO lines: start them by test/gpio/run or test/uml/run.');
  return path;
};

/** The first chip of this machine as /sys/class/gpio shows it. */
export const firstChip = (): { readonly base: number; readonly label: string; readonly lines: number } => {
  const name = readdirSync(ROOT).find((entry) => entry.startsWith('gpiochip'));
  const read = (file: string) => readFileSync(`${ROOT}/${name}/${file}`, 'utf8').trim();
  return { base: Number(read('base')), label: read('label'), lines: Number(read('ngpio')) };
};

/** How a line stands, whoever drives it. */
export const levelOf = (offset: number): boolean =>
  readFileSync(`${world()}/sim_gpio${offset}/value`, 'utf8').trim() === '1';

/** Pulls a line up or down from outside: what an input reads while nobody drives it. */
export const pull = (offset: number, up: boolean): void =>
  writeFileSync(`${world()}/sim_gpio${offset}/pull`, up ? 'pull-up' : 'pull-down');
