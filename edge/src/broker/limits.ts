import type { LocalKind } from '@gatehouse/shared/local/client.ts';
import type { FrontLimits } from '@gatehouse/shared/net/front.ts';
import type { Rate } from '@gatehouse/shared/time/budget.ts';
import { LOCAL_CLIENTS_MAX } from './local-clients.ts';

/** How much of the box a local client, or a stranger on the LAN, may take. */
export interface BrokerLimits extends FrontLimits {
  /** Sessions that were let in. */
  readonly sessions: number;
  /** Sessions of one observer; all others have one each. */
  readonly observerSessions: number;
  /** Handshakes of one address. */
  readonly connectsAnAddress: Rate;
  /** Different filters in one session. */
  readonly subscriptions: number;
  /** Bytes of a packet before and after login. */
  readonly connectBytes: number;
  readonly packetBytes: number;
  /** Packets before the answer to CONNECT. */
  readonly packetsBeforeLogin: number;
  readonly packets: Readonly<Record<LocalKind, Rate>>;
  /** How long a client that was cut off for its flood stays out, in ms. */
  readonly floodedOutMs: number;
  /** The longest silence between two packets of a client that was let in, in seconds. */
  readonly keepaliveSeconds: number;
}

export const BROKER_LIMITS: BrokerLimits = {
  sessions: LOCAL_CLIENTS_MAX,
  observerSessions: 3,
  // Connections that are not let in yet: how many, and how long one may say nothing.
  strangers: 40,
  strangersOfANetwork: 16,
  firstByteMs: 3_000,
  connectsAnAddress: { perSecond: 5, burst: 64 },
  // Home Assistant subscribes twice for each kind of thing it knows.
  subscriptions: 256,
  connectBytes: 1_024,
  packetBytes: 16_384,
  packetsBeforeLogin: 8,
  packets: {
    // A door that waits for its lock to move is read about 150 times a second: an acknowledgement and an answer each.
    controller: { perSecond: 600, burst: 1_200 },
    reader: { perSecond: 10, burst: 40 },
    // One with many things to measure discovers each of them when it connects.
    sensor: { perSecond: 10, burst: 200 },
    observer: { perSecond: 50, burst: 400 },
  },
  floodedOutMs: 10_000,
  keepaliveSeconds: 120,
};
