import { Socket } from 'node:net';
import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { createHost } from './kit/host.ts';
import type { StandIn } from './kit/stand-in.ts';
import { PROVIDERS } from './providers.ts';

/**
 * Plays outside services for the process that started it, which listens, and hands over connections: `{to: 'weather', number}` with
 * a socket, and is told `{type: 'took', number}`. `page` is for people, and for tests.
 */
const host = createHost(PROVIDERS, systemClock);
let page: Promise<StandIn> | undefined;
const pageOf = (): Promise<StandIn> => {
  page ??= import('./kit/page.ts').then(({ createPage }) => createPage(host));
  return page;
};

onStop(host.close);
process.on('message', (message: { readonly to?: unknown; readonly number?: unknown }, socket: unknown) => {
  if (message.number !== undefined) process.send?.({ type: 'took', number: message.number });
  if (!(socket instanceof Socket)) return; // Whoever called has gone before it could be handed over.
  const to = String(message.to);
  const taken = to === 'page' ? pageOf().then(({ accept }) => accept(socket)) : host.accept(to, socket);
  taken.catch((error: unknown) => {
    socket.destroy();
    console.error(`${to}:`, error);
  });
});
announceReady({});
