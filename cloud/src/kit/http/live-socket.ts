import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { RawData, WebSocket } from 'ws';
import type { Listener } from './exchange.ts';
import type { Kit } from './pipeline.ts';
import type { AskAgain, LiveSocket, SocketRule } from './sockets.ts';

/** Who does not answer a ping until the next is gone, though no network says so. */
const HEARTBEAT = Seconds(15);
const WAITING_BYTES = 1_048_576;
/** RFC 6455 section 7.4.1, and 1013 of its registry. */
const GOING_AWAY = 1001;
const UNSUPPORTED_DATA = 1003;
const INTERNAL_ERROR = 1011;
const TRY_AGAIN_LATER = 1013;

/** Makes of an open WebSocket what a handler gets: with heartbeats, a bound on what waits, and an end when the server is to stop. */
export const liveSocket = (
  kit: Pick<Kit, 'clock' | 'log'>,
  {
    socket,
    listener,
    rule,
    requestId,
    ask,
    recognised,
  }: {
    socket: WebSocket;
    listener: Listener;
    rule: SocketRule;
    requestId: string;
    ask: AskAgain;
    recognised: () => void;
  },
): LiveSocket => {
  const closed = new AbortController();
  let answered = true;
  const beat = kit.clock.every(Milliseconds(HEARTBEAT), () => {
    if (!answered) return socket.terminate();
    answered = false;
    socket.ping();
  });
  const end = (): void => (closing ? socket.terminate() : close(rule.leavingCode ?? GOING_AWAY));
  let closing = false;
  const drained: (() => void)[] = [];
  const sent = (): void => {
    if (socket.bufferedAmount === 0) for (const run of drained) run();
  };
  const close = (code = 1000, reason = ''): void => {
    closing = true;
    socket.close(code, reason);
  };
  listener.endless.add(end);
  socket.on('pong', () => {
    answered = true;
  });
  socket.on('error', () => {}); // It is closed after each, with the code for what was wrong.
  socket.on('close', () => {
    beat.cancel();
    listener.endless.delete(end);
    closed.abort();
  });
  const failed = (cause: unknown): void => {
    kit.log.error({ err: cause, request_id: requestId }, 'a message could not be dealt with');
    close(INTERNAL_ERROR);
  };
  return {
    protocol: socket.protocol,
    signal: closed.signal,
    send: (text) => {
      if (socket.readyState !== socket.OPEN) return;
      socket.send(text, sent);
      if (socket.bufferedAmount <= (rule.waitingBytes ?? WAITING_BYTES)) return;
      // A close would wait behind all the rest.
      kit.log.warn({ request_id: requestId, code: TRY_AGAIN_LATER }, 'a client does not read its socket');
      socket.terminate();
    },
    close,
    waiting: () => socket.bufferedAmount,
    onDrained: (run) => void drained.push(run),
    ask,
    recognised,
    hear: (take) => inTurn(socket, take, { failed, refused: () => close(UNSUPPORTED_DATA, 'texts only') }),
  };
};

const inTurn = (
  socket: WebSocket,
  take: (text: string) => Promise<void> | void,
  { failed, refused }: { failed: (cause: unknown) => void; refused: () => void },
): void => {
  let turn = Promise.resolve();
  let waiting = 0;
  let ended = false;
  const end = (by: () => void): void => {
    ended = true;
    by();
  };
  socket.on('message', (data: RawData, isBinary: boolean) => {
    if (isBinary) return end(refused);
    const text = data.toString();
    waiting++;
    socket.pause();
    // What the client said before it went is heard; behind a message that failed, nothing is.
    turn = turn
      .then(() => (ended ? undefined : take(text)))
      .catch((cause) => end(() => failed(cause)))
      .finally(() => {
        waiting--;
        if (waiting === 0) socket.resume();
      });
  });
};
