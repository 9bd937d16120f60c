import type { PlatformCases } from '../../../testing/platform-case.ts';
import { PLAIN } from './a-mail-kind.ts';

const HELLO = { kind: PLAIN, to: 'sam@example.com', values: { subject: 'Hello', body: 'Hello.' } };

export const mailCases: PlatformCases = {
  'mail.list': async ({ world }) => {
    const { db, mail } = world;
    const after = await db.write((tx) => mail.send(tx, HELLO));
    return { query: { limit: '2', after } };
  },
  'mail.read': async ({ world }) => {
    const { db, mail } = world;
    const mailId = await db.write((tx) => mail.send(tx, HELLO));
    return { params: { mailId } };
  },
};
