import type { IncomingHttpHeaders } from 'node:http';
import { controlFault } from './control.faults.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

const hostName = (host: string): string | undefined =>
  /^(\[[0-9a-f:]+\]|[^:]+)(?::\d+)?$/i.exec(host)?.[1]?.toLowerCase();

/**
 * Refuses what a web page elsewhere could send: another Host (a name rebound to this machine) or another Origin.
 * `bound` is the host that the server was told to listen on. Throws the fault.
 */
export const refuseForeigners = (headers: IncomingHttpHeaders, bound: string): void => {
  const name = hostName(headers.host ?? '');
  if (name === undefined || !(LOOPBACK.has(name) || name === bound.toLowerCase()))
    throw controlFault('foreign_host', 'This simulator answers to its own address only.');
  const { origin } = headers;
  if (origin !== undefined && origin !== `http://${headers.host}`)
    throw controlFault('foreign_host', 'Another site may not control this simulator.');
};
