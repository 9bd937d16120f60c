import type { OpenSocket } from './live-line.ts';

/** The browser's own WebSocket, at the host that the page came from. */
export const pageSocket: OpenSocket = (path, protocol, on) => {
  const socket = new WebSocket(`wss://${location.host}${path}`, protocol);
  socket.addEventListener('message', ({ data }) => on.text(String(data)));
  socket.addEventListener('close', ({ code }) => on.closed(code));
  return { send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text), close: () => socket.close() };
};
