import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import type { CloudHttps } from '../identity/cloud-https.ts';
import type { Tokens } from '../identity/tokens.ts';
import type { Log } from '../log.ts';
import type { BoxStore } from '../store/box-store.ts';
import { createLiveView } from './live-view.ts';
import { loadPanelCertificate } from './panel-certificate.ts';
import { panelRoutes } from './panel-routes.ts';
import { servePanel } from './panel-server.ts';
import type { BoxView } from './panel-state.ts';
import { loadPin, PinVerifier, pinMatches } from './pin.ts';
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

/** The staff panel: HTTPS on the box itself, so that it works with no internet. */
export const startPanel = async (deps: {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly bootId: string;
  readonly box: BoxStore;
  readonly look: () => BoxView;
  readonly cloud: CloudHttps;
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
}): Promise<Panel> => {
  const { host, port, dataDir, bootId, box, look, clock, random, log } = deps;
  const verifier = await loadPin(dataDir, box.slot('panel_pin', PinVerifier), random);
  const live = createLiveView({ look, clock });
  const handle = panelRoutes({
    signIn: createSignIn({ db: box.db, bootId, clock, matches: (pin) => pinMatches(pin, verifier) }),
    sessions: createSessions({ clock, random }),
    live,
    look,
    log,
  });
  const certificate = await loadPanelCertificate({
    ...deps,
    onNew: (made) => server.useCertificate(made),
  });
  const server = await servePanel({ host, port }, certificate.current(), handle);
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
      await server.close();
    },
  };
};
