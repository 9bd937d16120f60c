import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { ConnectPacket } from 'aedes';
import type { BrokerLimits } from './limits.ts';
import type { LocalClient, LocalClients } from './local-clients.ts';
import { DISCOVERY_STATUS, mayPublish, maySense } from './rights.ts';

/** CONNACK return codes (MQTT 3.1.1 section 3.2.2.3). */
const IDENTIFIER_REJECTED = 2;
const SERVER_UNAVAILABLE = 3;
const BAD_CREDENTIALS = 4;
export const NOT_AUTHORISED = 5;
const PASSWORD_CHARACTERS_MAX = 128;

export interface Sessions {
  readonly total: () => number;
  readonly of: (name: string) => number;
  /** Whose session has this client id now. */
  readonly owner: (clientId: string) => string | undefined;
}

export interface Admission {
  /** Who a connection is let in as, or the CONNACK code to refuse it with. */
  admit(connect: ConnectPacket): LocalClient | number;
  /** Keeps a client out for a while. */
  keepOut(name: string): void;
}

export const createAdmission = (deps: {
  readonly clients: LocalClients;
  readonly sessions: Sessions;
  readonly limits: BrokerLimits;
  readonly clock: Pick<Clock, 'monoMs'>;
}): Admission => {
  const { clients, sessions, limits, clock } = deps;
  const outUntilMs = new Map<string, number>();

  /**
   * Sessions are known by client id and a second one ends the first (MQTT-3.1.4-2), so an id must never be a way to end
   * somebody else's. Home Assistant and the like make one up at each start.
   */
  const mayUse = (clientId: string, { name, kind }: LocalClient): boolean => {
    if (clientId === name) return true;
    if (kind !== 'observer' || clients.find(clientId) !== undefined) return false;
    const owner = sessions.owner(clientId);
    return owner === undefined || owner === name;
  };
  const isOut = (name: string): boolean => {
    const untilMs = outUntilMs.get(name);
    if (untilMs === undefined) return false;
    if (untilMs > clock.monoMs()) return true;
    outUntilMs.delete(name);
    return false;
  };
  const hasRoom = ({ name, kind }: LocalClient, clientId: string): boolean => {
    if (sessions.owner(clientId) === name) return true; // It takes the place of the one that it ends.
    const mine = kind === 'observer' ? limits.observerSessions : 1;
    return sessions.total() < limits.sessions && sessions.of(name) < mine;
  };
  const mayLeaveWill = (who: LocalClient, { will }: ConnectPacket): boolean => {
    if (will === undefined || will === null) return true;
    if ((will.qos ?? 0) > 1) return false;
    // It goes nowhere and stays nowhere, and firmware of sensors leaves one unasked.
    if (who.kind === 'sensor') return maySense(who.name, will.topic);
    if (will.retain) return false;
    // Home Assistant says so when it goes. Nobody hears it here, and nobody minds.
    return mayPublish(who, will.topic) || (who.kind === 'observer' && will.topic === DISCOVERY_STATUS);
  };

  return {
    admit: (connect) => {
      // [MQTT-3.1.3-8], and beyond it: nothing may wait here for somebody who is away.
      if (!connect.clean) return connect.clientId === '' ? IDENTIFIER_REJECTED : NOT_AUTHORISED;
      const password = connect.password?.toString('utf8') ?? '';
      if (password.length > PASSWORD_CHARACTERS_MAX) return BAD_CREDENTIALS;
      const who = clients.prove(connect.username ?? '', password);
      if (who === undefined) return BAD_CREDENTIALS;
      if (!mayUse(connect.clientId, who)) return IDENTIFIER_REJECTED;
      if (!mayLeaveWill(who, connect)) return NOT_AUTHORISED;
      if (isOut(who.name) || !hasRoom(who, connect.clientId)) return SERVER_UNAVAILABLE;
      return who;
    },
    keepOut: (name) => void outUntilMs.set(name, clock.monoMs() + limits.floodedOutMs),
  };
};
