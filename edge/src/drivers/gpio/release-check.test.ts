import { describe, expect, it } from 'vitest';
import { releaseOf, warnOfRelease } from './release-check.ts';

const PI = { '/proc/device-tree/model': 'Raspberry Pi 4 Model B Rev 1.5\0' };
const BCM = '/sys/module/pinctrl_bcm2835/parameters';
const RP1 = '/sys/module/pinctrl_rp1/parameters';
const system = (files: Readonly<Record<string, string>>) => ({ readText: (path: string) => files[path] });

const said = (files: Readonly<Record<string, string>>, label = 'pinctrl-bcm2711') => {
  const lines: string[] = [];
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_: object, text: string) => void lines.push(text),
  };
  warnOfRelease(system(files), label, log);
  return lines;
};

describe('what becomes of outputs that are let go', () => {
  it.each<[string, Readonly<Record<string, string>>, string, string | undefined]>([
    ['a Raspberry Pi as it comes', { ...PI, [`${BCM}/persist_gpio_outputs`]: 'Y\n' }, 'pinctrl-bcm2711', 'stays'],
    ['one with strict_gpiod', { ...PI, [`${BCM}/persist_gpio_outputs`]: 'N\n' }, 'pinctrl-bcm2835', 'falls'],
    ['a Raspberry Pi 5 as it comes', { ...PI, [`${RP1}/persist_gpio_outputs`]: 'Y\n' }, 'pinctrl-rp1', 'stays'],
    ['one whose other driver is strict', { ...PI, [`${BCM}/persist_gpio_outputs`]: 'N\n' }, 'pinctrl-rp1', 'unknown'],
    ['a kernel of early 2024', { ...PI, [`${BCM}/strict_gpiod`]: 'Y\n' }, 'pinctrl-bcm2711', 'falls'],
    ['an older kernel', PI, 'pinctrl-bcm2711', 'unknown'],
    ['an expander on a Raspberry Pi', PI, 'pcf8574', undefined],
    ['another computer', { [`${BCM}/persist_gpio_outputs`]: 'Y\n' }, 'pinctrl-bcm2711', undefined],
  ])('is known of %s', (_what, files, label, release) => {
    expect(releaseOf(system(files), label)).toBe(release);
  });

  it('is warned about with what to do, in the file that this system has', () => {
    const stays = { ...PI, [`${BCM}/persist_gpio_outputs`]: 'Y\n' };
    expect(said({ ...stays, '/boot/config.txt': '' })).toEqual([
      'This system keeps GPIO outputs as they are when the process that drives them is killed: a door could stay released. Write "dtparam=strict_gpiod" into /boot/config.txt and restart this machine.',
    ]);
    expect(said(stays)[0]).toContain('into /boot/firmware/config.txt');
    expect(said(PI)[0]).toContain('does not say what becomes');
  });

  it.each([
    ['dtparam=strict_gpiod\n', true],
    ['dtparam=audio=on\n dtparam=spi=on,strict_gpiod=on\n', true],
    ['#dtparam=strict_gpiod\n', false],
    ['dtparam=strict_gpiod=off\n', false],
  ])('knows %j for a restart that is due: %s', (config, due) => {
    const files = { ...PI, [`${BCM}/persist_gpio_outputs`]: 'Y', '/boot/firmware/config.txt': config };
    expect(said(files)[0]?.includes('is in /boot/firmware/config.txt already: restart this machine')).toBe(due);
  });

  it('is not spoken of where outputs fall', () => {
    expect(said({ ...PI, [`${BCM}/persist_gpio_outputs`]: 'N' })).toEqual([]);
    expect(said({}, 'gpio-sim.0:node0')).toEqual([]);
  });
});
