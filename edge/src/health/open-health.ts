import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Doors } from '../door/doors.ts';
import type { SqliteJournal } from '../journal/sqlite-journal.ts';
import type { Log } from '../log.ts';
import type { BoxStore } from '../store/box-store.ts';
import { createHealth, type Health, type HealthDeps } from './health.ts';
import { healthRoutes, metricsToken } from './health-routes.ts';
import { createMetrics } from './metrics.ts';
import type { ServiceManager } from './sd-notify.ts';
import { startWatchdog } from './watchdog.ts';

export interface HealthService {
  readonly health: Health;
  /** For the panel's listener. */
  readonly routes: ReturnType<typeof healthRoutes>;
  /** Says that the agent is ready, and pets the watchdog from now on. */
  ready(): void;
  /** Before anything stops. */
  stopping(): void;
}

/** How the agent does: in one word for anybody, in figures for a Prometheus, and by the watchdog for systemd. */
export const openHealth = (deps: {
  readonly dataDir: string;
  readonly version: string;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
  readonly box: BoxStore;
  readonly journal: SqliteJournal;
  readonly doors: Doors;
  readonly clockTrusted: () => boolean;
  readonly linkConnected: () => boolean;
  readonly access: HealthDeps['access'];
  readonly readers: HealthDeps['readers'];
  readonly manager: ServiceManager;
}): HealthService => {
  const { dataDir, random, clock, log, journal, doors, manager } = deps;
  const health = createHealth(deps);
  const metrics = createMetrics({ ...deps, status: health.status });
  const statusLine = () => {
    const { lastSeq, acknowledged, writable } = journal.standing();
    const link = deps.linkConnected() ? 'connected' : 'offline';
    const facts = `${lastSeq - acknowledged} facts wait${writable ? '' : ', the journal cannot be written'}`;
    const store = deps.box.standing().writable ? '' : ', the box store cannot be written';
    return `${health.status()}: ${doors.report().length} doors, ${link}, ${facts}${store}`;
  };
  let watchdog: { close(): void } | undefined;
  return {
    health,
    routes: healthRoutes({ health, metrics, token: metricsToken(dataDir, random, log) }),
    ready: () => {
      manager.ready();
      watchdog = startWatchdog({ manager, answers: health.answers, statusLine, clock, log });
    },
    stopping: () => {
      watchdog?.close();
      manager.stopping();
    },
  };
};
