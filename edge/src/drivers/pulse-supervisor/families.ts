import type { SwitchFamily } from './switch-bus.ts';

/** One line a family, loaded in its pulse supervisor only: the agent never loads what touches the hardware. */
const FAMILIES = {
  numato: async () => (await import('../numato/family.ts')).numatoFamily,
  lcus: async () => (await import('../lcus/family.ts')).lcusFamily,
  'gpio-sysfs': async () => (await import('../gpio-sysfs/family.ts')).loadSysfsFamily(),
  gpio: async () => (await import('../gpio/family.ts')).gpioFamily,
} satisfies Record<string, () => Promise<SwitchFamily<unknown>>>;

/** The family of a kind. Rejects for a kind that is none. */
export const loadFamily = async (kind: string): Promise<SwitchFamily<unknown>> => {
  const load = Object.entries<() => Promise<SwitchFamily<unknown>>>(FAMILIES).find(([name]) => name === kind)?.[1];
  if (load === undefined) throw new Error(`there is no family of boards named ${kind}`);
  return load();
};
