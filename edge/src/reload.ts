import { isDeepStrictEqual } from 'node:util';
import type { EdgeConfig } from './config.ts';

export interface Reload {
  /** What is in force from now on. */
  readonly applied: readonly string[];
  /** What the file says and only a restart brings. */
  readonly needsRestart: readonly string[];
  readonly config: EdgeConfig;
}

/**
 * Compares the configuration that runs with the file as it is now, and applies what moves no lock: the log's level, and
 * buses that no door uses yet. What a door is driven by is not pulled from under it.
 */
export const reload = (
  running: EdgeConfig,
  file: EdgeConfig,
  apply: {
    setLogLevel(level: EdgeConfig['logLevel']): void;
    /** Takes on a bus that is new or changed. `false` when doors are driven by the one of that name. */
    setBus(name: string, bus: EdgeConfig['buses'][string] | undefined): boolean;
  },
): Reload => {
  const applied: string[] = [];
  const needsRestart: string[] = [];
  const buses = { ...running.buses };
  for (const name of new Set([...Object.keys(running.buses), ...Object.keys(file.buses)])) {
    const next = file.buses[name];
    if (isDeepStrictEqual(next, running.buses[name])) continue;
    if (!apply.setBus(name, next)) {
      needsRestart.push(`buses.${name}`);
      continue;
    }
    applied.push(`buses.${name}`);
    if (next === undefined) delete buses[name];
    else buses[name] = next;
  }
  if (file.logLevel !== running.logLevel) {
    apply.setLogLevel(file.logLevel);
    applied.push('logLevel');
  }
  for (const part of ['cloud', 'readers', 'broker', 'updates', 'simulator'] as const)
    if (!isDeepStrictEqual(file[part], running[part])) needsRestart.push(part);
  const { logLevel: _before, ...rest } = running;
  const level = file.logLevel === undefined ? {} : { logLevel: file.logLevel };
  return { applied, needsRestart, config: { ...rest, ...level, buses } };
};
