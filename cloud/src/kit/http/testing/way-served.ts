import type { AnyEndpoint } from '../endpoint.ts';
import { isPublicGate } from '../surfaces.ts';

/** What of a declaration the kit serves differently. */
export const wayServed = ({
  surface,
  method,
  gate,
  hot,
  body,
  rawBody,
  bodyTypes,
  bodyLimit,
  compress,
  success,
  bodyStream,
}: AnyEndpoint): string => {
  const carries =
    bodyStream !== undefined
      ? Object.keys(bodyStream)
      : rawBody !== undefined
        ? 'bytes'
        : body !== undefined
          ? 'json'
          : 'nothing';
  return JSON.stringify([
    surface.name,
    method === 'GET',
    isPublicGate(gate),
    hot,
    carries,
    bodyTypes,
    bodyLimit,
    compress,
    success.bytes ?? success.stream ?? success.socket,
  ]);
};

/** What a client sends with the request for a WebSocket. */
export const upgradeHeaders = ({ success }: AnyEndpoint): Readonly<Record<string, string>> =>
  success.socket === undefined
    ? {}
    : {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
        'sec-websocket-protocol': success.socket.protocols[0],
      };
