export interface BrokerMessage {
  readonly topic: string;
  readonly payload: Buffer;
  /** Nothing that a broker has kept counts: whoever reads it must drop it. */
  readonly retained: boolean;
}

export interface BrokerListeners {
  readonly message: (message: BrokerMessage) => void;
  /** The broker is reachable (again), and everything is subscribed. */
  readonly up?: () => void;
  readonly down?: (why: string) => void;
}

/** Thrown by `publish` when it is certain that nothing was sent. */
export class BrokerDown extends Error {
  override readonly name = 'BrokerDown';
}

/**
 * The cloud's side of a message broker, embedded or external. Everything is QoS 1, never retained, never kept for an
 * absent box: what cannot be delivered now is gone.
 */
export interface Broker {
  /** Hands a message over without waiting for its delivery. Rejects with `BrokerDown` if nothing was sent. */
  publish(topic: string, payload: string): Promise<void>;
  /** Registers the one consumer of all messages from boxes. Messages that came before are lost. */
  listen(listeners: BrokerListeners): void;
  isUp(): boolean;
  /** Closes the connection of a box or device and refuses the tokens it holds by now. */
  endSession(clientId: string): Promise<void>;
  close(): Promise<void>;
}

/** Where a separate broker asks every replica whether somebody may be let in, and where they answer. */
export const ADMITS_TOPIC = 'gh/v1/admin/admits';
export const ADMITTED_TOPIC = 'gh/v1/admin/admitted';

/** Where a replica orders a separate broker to end a session; the payload is its client id. */
export const END_SESSION_TOPIC = 'gh/v1/admin/end-session';
