import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { partnersFaults } from '../partners/partners.faults.ts';
import { A_MADE_KEY, MadeKey, type PartnersService } from '../partners/partners.module.ts';
import { consoleEndpoint, signedIn } from './console-surface.ts';

export const createTryKey = consoleEndpoint<{ readonly partners: Pick<PartnersService, 'createTryKey'> }>()({
  id: 'console-try-keys.create',
  method: 'POST',
  path: '/console/v1/try-keys',
  summary: 'Make a key for trying',
  description:
    'A dryrun key for the page that asks: it rehearses everything, and ends after 30 minutes, or with your session if that is sooner. It reaches what your other keys reach, is in no list, and cannot be replaced. A session has three at a time: a fourth ends the first. There are 60 an hour of an account.',
  gate: { contact: 'any' },
  success: {
    status: 201,
    description: 'The key. Its text is never answered again.',
    schema: MadeKey.extend({ endsAt: z.iso.datetime().describe('When it ends at the latest (UTC).') }),
  },
  examples: {
    success: {
      ...A_MADE_KEY,
      key: A_MADE_KEY.key.replace(/^sk_[a-z-]+_/, 'sk_dryrun_'),
      endsAt: '2026-01-01T10:00:00.000Z',
    },
  },
  faults: { too_many_try_keys: partnersFaults.too_many_try_keys },
  answersSecret: true,
  audit: { event: 'console-try-keys.create', target: () => undefined },
  handle: async ({ partners }, _input, { tx, caller, about }) => {
    const { contact, session } = signedIn(caller);
    const { id, text, endsAt } = await partners.createTryKey(tx, contact.partnerId, session);
    about(id);
    return { keyId: id, key: text, endsAt: isoOf(endsAt) };
  },
});
