import { readFileSync } from 'node:fs';
import type { Slot } from '../store/box-store.ts';

/** Linux names each run of the kernel (random(4)); another name than last time means that the machine was off. */
const KERNEL_BOOT_FILE = '/proc/sys/kernel/random/boot_id';

const kernelBoot = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
};

/**
 * Whether the machine lost power (or was rebooted) since the agent last ran. Where nothing can tell, it did: then
 * nothing is restored that a power loss would void. `settled` is called once the doors stand, and only then is this
 * boot remembered: an agent killed half-way must find the same answer again.
 */
export const detectPowerLoss = (
  slot: Slot<string>,
  file: string = KERNEL_BOOT_FILE,
): { readonly powerLoss: boolean; settled(): void } => {
  const now = kernelBoot(file);
  const last = slot.load();
  return {
    powerLoss: now === undefined || (last !== undefined && last !== now),
    settled: () => {
      if (now !== undefined && now !== last) slot.keep(now);
    },
  };
};
