import { readFile } from 'node:fs/promises';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import express from 'express';
import type { Page } from '../../kit/http/express-mount.ts';
import type { CardEvents } from './card-events.ts';
import type { CardProvider } from './card-provider.ts';

const BODY_MAX = '512kb';
const APPLE_PATH = '/.well-known/apple-developer-merchantid-domain-association';

interface HooksDeps {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly payproc?: CardProvider | undefined;
  readonly cardEvents: Pick<CardEvents, 'take'>;
}

/**
 * Where the card provider says that something has happened. Nothing is believed that it has not signed, and of what it has, nothing
 * but that it may be worth a look: it is answered once that is on disk.
 */
export const hooksPage = ({ clock, payproc, cardEvents }: HooksDeps): Page => {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use(express.text({ type: 'application/json', limit: BODY_MAX }));
  router.post('/', async (request, response) => {
    const signature = request.get('stripe-signature') ?? '';
    const isSomething = payproc !== undefined && signature !== '' && typeof request.body === 'string';
    const event = isSomething ? await payproc.eventIn(request.body, signature, clock.wallMs()) : undefined;
    if (event === undefined) return void response.status(403).end();
    await cardEvents.take(event);
    response.status(204).end();
  });
  return {
    path: '/hooks/payproc',
    gate: { public: 'The card provider has no key of ours: it signs what it sends.' },
    router,
  };
};

/** What Apple asks of a domain that takes its payments: the provider's file, as it is. */
export const applePage = ({ payproc }: Pick<HooksDeps, 'payproc'>): Page => {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.get('/', async (_request, response) => {
    if (payproc?.appleFile === undefined) return void response.status(404).end();
    response.set('Content-Type', 'text/plain; charset=utf-8').send(await readFile(payproc.appleFile, 'utf8'));
  });
  return {
    path: APPLE_PATH,
    gate: { public: 'Apple asks for it, to see whose domain this is. It is no secret.' },
    router,
  };
};
