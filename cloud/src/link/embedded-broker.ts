import { parseTopic } from '@gatehouse/shared/wire/message.ts';
import { type Broker, BrokerDown, type BrokerListeners } from './broker.ts';
import { type BrokerServerOptions, startBrokerServer } from './broker-server.ts';

export interface EmbeddedBroker extends Broker {
  /** Where boxes connect. */
  readonly port: number;
}

/** The broker inside the cloud's own process: boxes come by TLS, the cloud's side needs no socket. */
export const startEmbeddedBroker = async (
  options: Omit<BrokerServerOptions, 'onMessage'> & { readonly replica: string },
): Promise<EmbeddedBroker> => {
  let listeners: BrokerListeners | undefined;
  let up = true;
  const server = await startBrokerServer({
    ...options,
    onMessage: (message) => {
      const parsed = parseTopic(message.topic);
      const mine = parsed?.direction === 'up' || (parsed?.direction === 'reply' && parsed.replica === options.replica);
      if (mine) listeners?.message(message);
    },
  });
  return {
    port: server.port,
    publish: async (topic, payload) => {
      if (!up) throw new BrokerDown('the broker is closed');
      server.publish(topic, payload);
    },
    listen: (given) => {
      listeners = given;
      given.up?.();
    },
    isUp: () => up,
    endSession: server.endSession,
    close: async () => {
      up = false;
      listeners = undefined;
      await server.close();
    },
  };
};
