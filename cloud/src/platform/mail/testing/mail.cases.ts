import type { PlatformCases } from '../../../testing/platform-case.ts';

export const mailCases: PlatformCases = {
  'mail.list': async ({ world }) => {
    const { db, mail } = world;
    const after = await db.write((tx) => mail.send(tx, { to: 'sam@example.com', subject: 'Hello', text: 'Hello.' }));
    return { query: { limit: '2', after } };
  },
  'mail.read': async ({ world }) => {
    const { db, mail } = world;
    const mailId = await db.write((tx) => mail.send(tx, { to: 'sam@example.com', subject: 'Hello', text: 'Hello.' }));
    return { params: { mailId } };
  },
};
