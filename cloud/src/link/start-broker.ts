import { readFileSync } from 'node:fs';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Logger } from 'pino';
import { type CloudConfig, publicName } from '../config.ts';
import type { Secrets } from '../kit/secrets/secrets.ts';
import type { Broker } from './broker.ts';
import type { DeviceTokens } from './device-tokens.ts';
import { startEmbeddedBroker } from './embedded-broker.ts';
import { connectExternalBroker } from './external-broker.ts';

interface BrokerDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly tokens: DeviceTokens;
  readonly replica: string;
  readonly admits: (subject: string) => Promise<boolean>;
}

/** The cloud's end of the broker: its own, or the external one that the configuration names. `url` is where boxes find it. */
export const startBroker = async (
  config: CloudConfig,
  secrets: Secrets,
  deps: BrokerDeps,
): Promise<{ broker: Broker; url: string }> => {
  const { admits, clock, log, replica, tokens } = deps;
  const { url, caFile } = config.broker;
  if (url !== undefined) {
    const credentials = () => ({ username: `cloud-${replica}`, password: tokens.issue(replica, 'mqtt-cloud').token });
    const ca = caFile === undefined ? {} : { caPem: readFileSync(caFile, 'utf8') };
    return {
      url,
      broker: connectExternalBroker({ admits, clock, log, replica, url, credentials, random: systemRandom, ...ca }),
    };
  }
  const broker = await startEmbeddedBroker({
    ...deps,
    host: config.host,
    port: config.ports.broker,
    portTries: config.portTries,
    trustProxy: config.trustProxy,
    proxyProtocol: config.proxyProtocol,
    keyPem: secrets.server.key,
    certificatePem: secrets.server.cert,
  });
  return { broker, url: `mqtts://${publicName(config)}:${broker.port}` };
};
