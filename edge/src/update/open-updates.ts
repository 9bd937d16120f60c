import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import type { UpdateSettings } from '../config.ts';
import { createUpdater, type Updater, type UpdaterDeps } from './create-updater.ts';
import { openReleaseHome } from './release-home.ts';
import { isWithin, type UpdateWindow } from './update-window.ts';
import { updateFault, updatesOff } from './updates.ts';

export interface OpenUpdatesDeps extends Omit<UpdaterDeps, 'settings' | 'home' | 'outsideWindow'> {
  readonly settings: UpdateSettings | undefined;
  /** The supervisor's folder of releases; `undefined` when this agent was not started from one. */
  readonly homeFolder: string | undefined;
  readonly timezone: () => string | undefined;
  readonly clockTrusted: () => boolean;
}

/** The box's updates: off unless it is configured for them and runs under the supervisor. */
export const openUpdates = (deps: OpenUpdatesDeps): Updater => {
  const { settings, homeFolder, version, clock } = deps;
  if (settings === undefined || homeFolder === undefined)
    return noUpdates(version, settings === undefined ? 'edge.json has no updates' : 'it runs without the supervisor');

  const outsideWindow = (): string | undefined => {
    const { window } = settings;
    if (window === undefined) return undefined;
    const zone = bundledZones().find(deps.timezone() ?? '');
    const known = zone !== undefined && deps.clockTrusted();
    return known && isWithin(window, zone, clock.wallMs() / 1_000) ? undefined : inWords(window, known);
  };
  return createUpdater({ ...deps, settings, home: openReleaseHome(homeFolder), outsideWindow });
};

const inWords = ({ from, to }: UpdateWindow, known: boolean): string =>
  known ? `the hours of ${from} to ${to}` : `a trusted clock, to know ${from} to ${to}`;

const noUpdates = (running: string, why: string): Updater => {
  const standing = updatesOff(running);
  return {
    standing: () => standing,
    check: async () => {
      throw updateFault('updates.off', `This box takes no updates: ${why}.`);
    },
    onChange: () => () => {},
    start: () => {},
    close: () => {},
  };
};
