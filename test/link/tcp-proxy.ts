import { createServer, type Socket, connect as tcpConnect } from 'node:net';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';

/** A wire between two ends that the test can cut, fill with cotton wool (open, but nothing gets through), or make long. */
export interface TcpProxy {
  readonly port: number;
  /** Ends every connection; new ones are let through again. */
  cut(): void;
  /** From now on nothing passes in that direction (nothing is closed either), until `heal`. */
  block(direction: 'up' | 'down' | 'both'): void;
  heal(): void;
  /** From now on each piece takes so long, and the next waits for it. */
  slow(each: Duration): void;
  close(): Promise<void>;
}

export const startTcpProxy = async (targetPort: number | (() => number)): Promise<TcpProxy> => {
  const sockets = new Set<Socket>();
  const blocked = { up: false, down: false };
  let each = Milliseconds(0);
  const wires: { from: Socket; direction: 'up' | 'down' }[] = [];
  const pass = (from: Socket, to: Socket, direction: 'up' | 'down') => {
    sockets.add(from);
    wires.push({ from, direction });
    from.setNoDelay(true);
    from.on('data', async (chunk: Buffer) => {
      if (each > 0) {
        from.pause();
        await sleep(systemClock, each);
        if (!blocked[direction]) from.resume();
      }
      to.write(chunk);
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    if (blocked[direction]) from.pause();
  };
  const server = createServer((near) => {
    const far = tcpConnect(typeof targetPort === 'number' ? targetPort : targetPort(), '127.0.0.1');
    pass(near, far, 'up');
    pass(far, near, 'down');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const setBlocked = (direction: 'up' | 'down', value: boolean) => {
    blocked[direction] = value;
    for (const wire of wires) if (wire.direction === direction) value ? wire.from.pause() : wire.from.resume();
  };
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    block: (direction) => {
      if (direction !== 'down') setBlocked('up', true);
      if (direction !== 'up') setBlocked('down', true);
    },
    heal: () => {
      setBlocked('up', false);
      setBlocked('down', false);
    },
    slow: (duration) => {
      each = duration;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
