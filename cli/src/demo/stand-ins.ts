import { createServer, type Server, type Socket } from 'node:net';
import { listen } from '@gatehouse/shared/net/listen.ts';
import { z } from 'zod';
import { PROGRAMS } from '../process-files.ts';
import { type Child, type ChildOptions, startChild } from './child.ts';

export interface StandInsOptions<Name extends string>
  extends Pick<ChildOptions<z.ZodType>, 'logDir' | 'clock' | 'signal'> {
  /** A port of each service that is to be played: the first to try, and how many further ones where it is taken. */
  readonly ports: Readonly<Record<Name, { readonly port: number; readonly tries?: number }>>;
}

export interface StandIns<Name extends string> {
  readonly ports: Readonly<Record<Name, number>>;
  close(): Promise<void>;
}

/**
 * Listens on loopback for services of others. One process plays all of them; it is started by the first call of any, and again
 * by the next one should it have died. Until somebody calls, a service costs a port.
 */
export const openStandIns = async <Name extends string>(options: StandInsOptions<Name>): Promise<StandIns<Name>> => {
  const { ports, ...base } = options;
  let host: Promise<Child<unknown>> | undefined;
  const started = (): Promise<Child<unknown>> => {
    if (host !== undefined) return host;
    const forget = () => {
      host = undefined;
    };
    host = startChild({ ...base, name: 'stand-ins', file: PROGRAMS.standIns, args: [], ready: z.object({}) });
    void host.then((child) => child.onCrash(forget), forget);
    return host;
  };
  const servers: Server[] = [];
  const open = async ([name, { port, tries = 0 }]: readonly [string, { port: number; tries?: number }]) => {
    const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (socket: Socket) => {
      socket.on('error', () => undefined);
      started().then(
        (child) => child.hand({ to: name }, socket),
        () => socket.destroy(),
      );
    });
    servers.push(server);
    return [name, await listen(server, { host: '127.0.0.1', port, tries })] as const;
  };
  const entries = Object.entries<(typeof ports)[Name]>(ports);
  const bound = Object.fromEntries(await Promise.all(entries.map(open))) as Record<Name, number>;
  return {
    ports: bound,
    close: async () => {
      for (const server of servers) server.close();
      await host?.then(
        (child) => child.stop(),
        () => undefined,
      );
    },
  };
};
