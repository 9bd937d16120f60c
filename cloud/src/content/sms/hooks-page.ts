import express, { type Request } from 'express';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { Page } from '../../kit/http/express-mount.ts';
import type { Consents } from './consents.ts';
import type { SmsProvider } from './sms-provider.ts';
import { inboundOf, statusWordOf, twiml } from './twilio-words.ts';
import type { createWhatBecame } from './what-became.ts';

const HOOKS_PATH = '/hooks/sms';
const BODY_MAX = '64kb';

interface HooksDeps {
  readonly db: Pick<Database, 'write'>;
  readonly sms?: SmsProvider | undefined;
  readonly consents: Pick<Consents, 'answered'>;
  readonly whatBecame: ReturnType<typeof createWhatBecame>;
}

/**
 * Where the provider of texts says what became of them, and what people answered. Nothing is believed that it has not signed, and
 * nothing harms that comes twice. What an answer says is written down nowhere but with the consent that it ends.
 */
export const hooksPage = ({ db, sms, consents, whatBecame }: HooksDeps): Page => {
  const router = express.Router({ caseSensitive: true, strict: true });
  /** The form's fields, once it is known whose form it is. */
  const signed = async (request: Request): Promise<Readonly<Record<string, string>> | undefined> => {
    const signature = request.get('x-twilio-signature') ?? '';
    if (sms === undefined || signature === '' || typeof request.body !== 'string') return undefined;
    const parameters = Object.fromEntries(new URLSearchParams(request.body));
    const url = `${sms.hooksUrl()}${request.originalUrl}`;
    return (await sms.isSigned({ url, signature, parameters })) ? parameters : undefined;
  };
  router.use(express.text({ type: 'application/x-www-form-urlencoded', limit: BODY_MAX }));
  router.post('/status', async (request, response) => {
    const fields = await signed(request);
    if (fields === undefined) return void response.status(403).end();
    const word = statusWordOf(request.query, fields);
    if (word !== undefined) await db.write((tx) => whatBecame(tx, word));
    response.status(204).end();
  });
  router.post('/inbound', async (request, response) => {
    const fields = await signed(request);
    if (fields === undefined) return void response.status(403).end();
    const sms = inboundOf(fields);
    const answer = sms && (await db.write((tx) => consents.answered(tx, sms)));
    response.set('Content-Type', 'text/xml; charset=utf-8').send(twiml(answer));
  });
  return {
    path: HOOKS_PATH,
    gate: { public: 'The provider of texts has no key of ours: it signs what it sends.' },
    router,
  };
};
