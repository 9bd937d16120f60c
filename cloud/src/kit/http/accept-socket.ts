import type { Duplex } from 'node:stream';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { WebSocketServer } from 'ws';
import type { AnswerHeaders } from './call.ts';
import { type Exchange, headersOfEvery } from './exchange.ts';
import { kitFault } from './kit-faults.ts';
import { liveSocket } from './live-socket.ts';
import type { Kit } from './pipeline.ts';
import { type AskAgain, type SocketRule, socketIn } from './sockets.ts';
import { wrongField } from './validate.ts';

/** A request that wants its connection to become something else. */
export interface Upgrade {
  readonly socket: Duplex;
  /** What came behind the request already. */
  readonly head: Buffer;
  /** Lets go of the connection: no HTTP answer follows. */
  release(): void;
}

const VERSION = '13';

/** Refuses what cannot become a WebSocket, and pages of other sites: a browser sends them its cookies. */
export const expectUpgrade = ({ request, upgrade }: Exchange, { protocols, anyOrigin }: SocketRule): void => {
  const { headers } = request;
  const isVersion = headers['sec-websocket-version'] === VERSION;
  if (upgrade === undefined || headers.upgrade?.toLowerCase() !== 'websocket' || !isVersion)
    throw kitFault('upgrade_required', 'This path is a WebSocket.', {
      // `close`: Node has let go of a connection that was to be upgraded.
      headers: { Upgrade: 'websocket', Connection: 'Upgrade, close', 'Sec-WebSocket-Version': VERSION },
    });
  if (!/^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? ''))
    throw wrongField('Sec-WebSocket-Key', 'malformed', 'must be 16 bytes in base64');
  if (!anyOrigin && headers.origin !== undefined && headers.origin !== `https://${headers.host}`)
    throw kitFault('foreign_origin', 'Origin: is not that of this host.');
  if (offered(headers['sec-websocket-protocol'], protocols) === undefined)
    throw wrongField('Sec-WebSocket-Protocol', 'unknown', `must offer ${protocols.join(' or ')}`);
};

const offered = (header: string | undefined, protocols: SocketRule['protocols']): string | undefined => {
  const names = (header ?? '').split(',').map((name) => name.trim());
  return protocols.find((name) => names.includes(name));
};

/** Answers 101, and hands the socket over. Everything that could be refused has been. */
export const acceptSocket = (
  kit: Kit,
  exchange: Exchange,
  { rule, headers, answer, ask }: { rule: SocketRule; headers: AnswerHeaders; answer: unknown; ask: AskAgain },
): void => {
  const { request, upgrade, listener, requestId } = exchange;
  const open = socketIn(answer);
  if (upgrade === undefined || open === undefined) throw new Bug('there is no socket to open');
  upgrade.release();
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: rule.messageBytes,
    handleProtocols: (names) => rule.protocols.find((name) => names.has(name)) ?? false,
  });
  server.on('headers', (lines) => {
    for (const [name, value] of Object.entries({ ...headersOfEvery(exchange), ...headers }))
      for (const each of [value].flat()) lines.push(`${name}: ${each}`);
  });
  server.handleUpgrade(request, upgrade.socket, upgrade.head, (socket) => {
    const live = liveSocket(kit, { socket, listener, rule, requestId, ask, recognised: () => exchange.recognised?.() });
    open(live);
    if (listener.draining) live.close(rule.leavingCode ?? 1001);
  });
};
