import type { IncomingMessage } from 'node:http';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { PinVerifier } from '@gatehouse/shared/snapshot/entries.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import type { Access } from '../access/access.ts';
import type { Doors } from '../door/doors.ts';
import type { CloudHttps } from '../identity/cloud-https.ts';
import type { Tokens } from '../identity/tokens.ts';
import type { Journal } from '../journal/journal.ts';
import type { Log } from '../log.ts';
import type { BoxStore } from '../store/box-store.ts';
import { caOf } from './ca-certificate.ts';
import type { FactSource } from './fact-pages.ts';
import { createIdentifying } from './identify.ts';
import { createLiveView } from './live-view.ts';
import { createLockOut, LockOutMemory } from './lock-out.ts';
import { loadPanelCertificate } from './panel-certificate.ts';
import { type PanelDeps, panelRoutes } from './panel-routes.ts';
import { servePanel } from './panel-server.ts';
import type { BoxView } from './panel-state.ts';
import { panelViews } from './panel-view.ts';
import { loadPin } from './pin.ts';
import { createSessions } from './sessions.ts';
import { createSignIn } from './sign-in.ts';

const CERTIFICATE_LOOKED_AT_EVERY = Hours(24);

export interface Panel {
  readonly url: string;
  /** Something that the panel shows has changed. */
  changed(): void;
  /** The box was claimed: have the facility's authority certify the panel. */
  renewCertificate(): Promise<void>;
  close(): Promise<void>;
}

export interface PanelStart {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly bootId: string;
  readonly box: BoxStore;
  readonly look: () => BoxView;
  readonly doors: Pick<Doors, 'setMaintenance' | 'setLockdown' | 'resetFire'>;
  readonly wiring: PanelDeps['wiring'];
  readonly journal: FactSource & Pick<Journal, 'record'>;
  readonly access: Pick<Access, 'staff' | 'standing' | 'possibleTime' | 'explainAt' | 'person' | 'sources' | 'ban'>;
  /** The facility that the box belongs to: its authority signs the panel's certificate. */
  readonly facilityId: () => FacilityId | undefined;
  readonly cloud: CloudHttps;
  readonly tokens: Tokens;
  readonly health: PanelDeps['health'];
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
}

/** The staff panel: HTTPS on the box itself, so that it works with no internet. */
export const startPanel = async (deps: PanelStart): Promise<Panel> => {
  const { host, port, dataDir, bootId, box, journal, access, clock, random, log } = deps;
  const state = (body: FactBody) =>
    void journal
      .record(body)
      .catch((error: unknown) => log.error({ err: error }, 'What happened at the panel could not be journalled.'));

  const owner = await loadPin(dataDir, box.slot('panel_pin', PinVerifier), random);
  const identifying = createIdentifying({ staff: access.staff, owner, random });
  const lockOut = createLockOut({
    slot: box.slot('panel_lock_out', LockOutMemory),
    bootId,
    clock,
    onAlarm: (tries) => state({ kind: 'panel.locked_out', data: { tries } }),
  });
  const signIn = createSignIn({
    identifying,
    lockOut,
    onSignedIn: ({ who: { staffId, name } }) => state({ kind: 'panel.signed_in', data: { staffId, name } }),
  });
  const sessions = createSessions({ clock, random, current: identifying.current });
  const certificate = await loadPanelCertificate({
    ...deps,
    onNew: (made) => server.useCertificate(made),
  });
  const views = panelViews(deps);
  const live = createLiveView({ look: views.see, clock });
  const handle = panelRoutes({
    ...deps,
    signIn,
    identifying,
    sessions,
    live,
    views,
    authorities: () => certificate.authorities().flatMap((pem) => caOf(pem) ?? []),
  });
  const isRecognised = (request: IncomingMessage) => sessions.of(request.headers.cookie) !== undefined;
  const server = await servePanel({ host, port }, certificate.current(), { handle, isRecognised, clock });
  let claimed = false;
  const daily = clock.every(CERTIFICATE_LOOKED_AT_EVERY, () => void (claimed && certificate.renew()));
  return {
    url: server.url,
    changed: live.changed,
    renewCertificate: () => {
      claimed = true;
      return certificate.renew();
    },
    close: async () => {
      daily.cancel();
      live.close();
      sessions.close();
      await server.close();
    },
  };
};
