import type { Server } from 'node:net';

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** How many further ports to try when one is taken. 0 insists on `port`. */
  readonly tries?: number;
}

/** Binds `server`, moving on to the next port while one is taken. Resolves with the port it got. */
export const listen = async (server: Server, { host, port, tries = 0 }: ListenOptions): Promise<number> => {
  for (let candidate = port; ; candidate++) {
    const failure = await bind(server, host, candidate);
    if (failure === undefined) {
      const address = server.address();
      return typeof address === 'object' && address !== null ? address.port : candidate;
    }
    const taken = failure.code === 'EADDRINUSE' && candidate - port < tries;
    if (!taken) throw failure;
  }
};

const bind = (server: Server, host: string, port: number): Promise<NodeJS.ErrnoException | undefined> =>
  new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => {
      server.removeListener('listening', bound);
      resolve(error);
    };
    const bound = () => {
      server.removeListener('error', failed);
      resolve(undefined);
    };
    server.once('error', failed).once('listening', bound).listen(port, host);
  });
