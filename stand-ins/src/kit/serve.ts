import { createServer } from 'node:net';
import { listen } from '@gatehouse/shared/net/listen.ts';
import type { StandIn } from './stand-in.ts';

/** Listens on loopback for one stand-in, in this process: for tests of what calls it, on a clock of theirs. */
export const serveStandIn = async <Own extends StandIn>(standIn: Own) => {
  const server = createServer(standIn.accept);
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  return {
    ...standIn,
    port,
    url: `${standIn.base}:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        standIn.close();
      }),
  };
};
export type ServedStandIn<Own extends StandIn> = Awaited<ReturnType<typeof serveStandIn<Own>>>;
