import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { type Clock, sleep, type Timer } from '@gatehouse/shared/time/clock.ts';
import { Hours, Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import type { Access } from '../access/access.ts';
import type { EdgeConfig } from '../config.ts';
import type { CloudHttps } from '../identity/cloud-https.ts';
import type { Tokens } from '../identity/tokens.ts';
import type { Log } from '../log.ts';
import { loadPanelCertificate } from '../panel/panel-certificate.ts';
import { createMqttReaders } from '../readers/mqtt/mqtt-readers.ts';
import type { BoxStore } from '../store/box-store.ts';
import { startTemperatureReports } from '../uplink/temperature-reports.ts';
import type { Observed } from './home-assistant.ts';
import type { LocalBroker } from './local-broker.ts';
import type { LocalClients } from './local-clients.ts';
import { createLocalHub } from './local-hub.ts';
import type { LocalPort } from './local-port.ts';
import { createPresenceFacts } from './presence-facts.ts';
import { createRetained } from './retained.ts';
import { createStateTopics } from './state-topics.ts';
import { createTemperatures } from './temperatures.ts';

const BIND_AGAIN_AFTER = Seconds(5);
const CERTIFICATE_LOOKED_AT_EVERY = Hours(24);
/** For the last words to leave. */
const GOODBYE = Milliseconds(50);

/** The local broker and all that lives on it. Its port is there at once; the broker itself comes last and may come late. */
export interface LocalService {
  readonly port: LocalPort;
  /** The TCP port on which it listens; undefined while it cannot have it. */
  listening(): number | undefined;
  start(deps: LocalServiceStart): Promise<RunningLocalService>;
  /** Ends every session. After the doors have come to rest: some of their boards are clients here. */
  close(): Promise<void>;
}

export interface LocalServiceStart {
  readonly dataDir: string;
  /** The facility that the box belongs to: its authority signs the broker's certificate. */
  readonly facilityId: () => FacilityId | undefined;
  readonly cloud: CloudHttps;
  readonly tokens: Pick<Tokens, 'current' | 'drop'>;
  readonly look: () => Observed;
  readonly present: Access['present'];
}

export interface RunningLocalService {
  /** Doors or the box changed. */
  changed(): void;
  /** The box was claimed: have the facility's authority certify the broker, now and whenever it is time. */
  renewCertificate(): Promise<void>;
  /** Takes nothing from readers any more, and tells observers that the box goes. */
  goodbye(): void;
}

export const openLocalService = (deps: {
  readonly settings: NonNullable<EdgeConfig['broker']>;
  readonly box: Pick<BoxStore, 'slot'>;
  readonly clients: LocalClients;
  readonly record: (fact: FactBody) => void;
  readonly clock: Clock;
  readonly log: Log;
}): LocalService => {
  const { settings, clients, clock, log } = deps;
  const hub = createLocalHub({ log });
  let broker: LocalBroker | undefined;
  let again: Timer | undefined;
  let closed = false;
  return {
    port: hub,
    listening: () => broker?.port,
    start: async ({ dataDir, facilityId, cloud, tokens, look, present }) => {
      const retained = createRetained();
      const states = createStateTopics({
        look,
        retained,
        clock,
        homeAssistant: settings.homeAssistant,
        discovered: deps.box.slot('home_assistant_topics', z.array(z.string().max(200)).max(1_000)),
      });
      const readers = createMqttReaders({
        local: hub,
        readers: () => clients.list().filter(({ kind }) => kind === 'reader'),
        present,
        clock,
        log,
      });
      const stopListening = clients.onChanged(readers.refresh);
      const temperatures = createTemperatures({ clock, log });
      const stopForgetting = clients.onRemoved(temperatures.forget);
      const claimedNow = () => facilityId() !== undefined;
      const { readings } = temperatures;
      const stopTelling = startTemperatureReports({ cloud, tokens, claimed: claimedNow, readings, clock, log });
      const onPresence = createPresenceFacts({ clock, record: deps.record, log });
      const { startLocalBroker } = await import('./local-broker.ts');
      const certificate = await loadPanelCertificate({
        dataDir,
        of: 'broker',
        host: settings.host,
        facilityId,
        clock,
        cloud,
        tokens,
        log,
        onNew: (made) => broker?.useCertificate(made),
      });
      let claimed = false;
      const daily = clock.every(CERTIFICATE_LOOKED_AT_EVERY, () => void (claimed && certificate.renew()));

      /** A port that somebody else has is no reason to keep the doors waiting: it is tried again. */
      const bring = async (): Promise<void> => {
        again = undefined;
        try {
          const at = { host: settings.host, port: settings.port };
          const up = await startLocalBroker({
            at,
            certificate: certificate.current(),
            clients,
            hub,
            retained,
            clock,
            log,
            onSensed: temperatures.heard,
            onPresence,
          });
          if (closed) return await up.close();
          broker = up;
          log.info({ host: settings.host, port: broker.port }, 'The local broker serves.');
        } catch (error) {
          log.error({ err: error, ...settings }, 'The local broker cannot listen. It is tried again.');
          if (!closed) again = clock.after(BIND_AGAIN_AFTER, () => void bring());
        }
      };
      await bring();
      return {
        changed: states.changed,
        renewCertificate: () => {
          claimed = true;
          return certificate.renew();
        },
        goodbye: () => {
          daily.cancel();
          stopListening();
          stopForgetting();
          stopTelling();
          readers.close();
          states.offline();
          states.close();
        },
      };
    },
    close: async () => {
      closed = true;
      again?.cancel();
      // What was said last is still on its way.
      if (broker !== undefined) await sleep(clock, GOODBYE);
      await broker?.close();
    },
  };
};
