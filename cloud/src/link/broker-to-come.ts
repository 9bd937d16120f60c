import { type Broker, BrokerDown, type BrokerListeners } from './broker.ts';

/**
 * A broker for those who are made before it can start: it asks them whom to admit. Until it is there it is down.
 */
export const brokerToCome = (): Broker & { readonly is: (broker: Broker) => void } => {
  let real: Broker | undefined;
  let listeners: BrokerListeners | undefined;
  const there = (): Broker => {
    if (real === undefined) throw new BrokerDown('the device link is not up yet');
    return real;
  };
  return {
    publish: async (topic, payload) => there().publish(topic, payload),
    endSession: async (clientId) => there().endSession(clientId),
    isUp: () => real?.isUp() ?? false,
    listen: (to) => {
      listeners = to;
      real?.listen(to);
    },
    close: async () => real?.close(),
    is: (broker) => {
      real = broker;
      if (listeners !== undefined) broker.listen(listeners);
    },
  };
};
