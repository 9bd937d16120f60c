import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import type { ClockTrust } from '../clock/clock-trust.ts';
import type { EdgeConfig } from '../config.ts';
import type { Uplink } from '../uplink/uplink.ts';
import { createUpdater, type Updater, type UpdaterDeps } from './create-updater.ts';
import { openReleaseHome } from './release-home.ts';
import { isWithin, type UpdateWindow } from './update-window.ts';
import { updateFault, updatesOff } from './updates.ts';

export interface OpenUpdatesDeps
  extends Pick<UpdaterDeps, 'version' | 'cloud' | 'box' | 'journal' | 'doors' | 'clock' | 'random' | 'log'> {
  readonly config: Pick<EdgeConfig, 'updates'>;
  /** The supervisor's folder of releases; absent when this agent was not started from one. */
  readonly releaseHome?: string | undefined;
  /** Ends the agent in order, with this exit code. */
  readonly restart?: UpdaterDeps['restart'];
  readonly uplink: Pick<Uplink, 'tokens' | 'view'>;
  readonly trust: Pick<ClockTrust, 'known'>;
}

/** The box's updates: off unless it is configured for them and runs under the supervisor. */
export const openUpdates = (deps: OpenUpdatesDeps): Updater => {
  const { config, releaseHome, restart, uplink, version, clock } = deps;
  const { updates: settings } = config;
  if (settings === undefined) return noUpdates(version, 'edge.json has no updates');
  if (releaseHome === undefined || restart === undefined) return noUpdates(version, 'it runs without the supervisor');

  const outsideWindow = (): string | undefined => {
    const { window } = settings;
    if (window === undefined) return undefined;
    const zone = bundledZones().find(uplink.view.desired()?.facility.timezone ?? '');
    const known = zone !== undefined && deps.trust.known();
    return known && isWithin(window, zone, clock.wallMs() / 1_000) ? undefined : describeWindow(window, known);
  };
  return createUpdater({
    ...deps,
    settings,
    restart,
    home: openReleaseHome(releaseHome),
    tokens: uplink.tokens,
    linkConnected: () => uplink.view.link().state === 'connected',
    outsideWindow,
  });
};

const describeWindow = ({ from, to }: UpdateWindow, known: boolean): string =>
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
