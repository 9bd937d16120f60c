import { accessSync, constants, readFileSync } from 'node:fs';
import type { BusConfig, EdgeConfig } from '../config.ts';
import { missingChips } from '../drivers/gpio/chips.ts';
import { openLinuxKernel } from '../drivers/gpio/linux-kernel.ts';
import { loadSysfs } from '../drivers/gpio-sysfs/sysfs.ts';
import { missingChips as missingSysfsChips } from '../drivers/gpio-sysfs/sysfs-chips.ts';

const whyNot = (path: string, mode: number): string | undefined => {
  try {
    accessSync(path, mode);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EACCES' || code === 'EPERM'
      ? `this user may not open ${path}: see its group`
      : `there is no ${path}`;
  }
};

const missingOn = async (bus: BusConfig): Promise<readonly string[]> => {
  if (bus.kind === 'gpio') {
    const kernel = openLinuxKernel();
    try {
      return missingChips(kernel, bus);
    } finally {
      await kernel.shutDown();
    }
  }
  if (bus.kind === 'gpio-sysfs')
    return loadSysfs().then(
      (sysfs) => missingSysfsChips(sysfs, bus),
      (error: Error) => [error.message],
    );
  if (!('path' in bus)) return [];
  const keyboard = bus.kind === 'usb-keyboard';
  return [whyNot(bus.path, keyboard ? constants.R_OK : constants.R_OK | constants.W_OK)].filter(
    (why) => why !== undefined,
  );
};

/**
 * What a configuration names that this machine does not have, a line each, beginning with the field. Nothing is written
 * to any line, and no relay moves.
 */
export const missingFromMachine = async ({ cloud, buses }: EdgeConfig): Promise<string[]> => {
  const missing: string[] = [];
  const authority = whyNot(cloud.caFile, constants.R_OK);
  if (authority !== undefined) missing.push(`cloud.caFile: ${authority}`);
  else if (!readFileSync(cloud.caFile, 'utf8').includes('-----BEGIN CERTIFICATE-----'))
    missing.push(`cloud.caFile: ${cloud.caFile} holds no certificate in PEM`);
  for (const [name, bus] of Object.entries(buses))
    for (const why of await missingOn(bus)) missing.push(`buses.${name}: ${why}`);
  return missing;
};
