import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { PLAIN, SECRET } from './testing/a-mail-kind.ts';

let api: PlatformApi;
beforeAll(async () => {
  const sqlite = ENGINES.find(({ name }) => name === 'sqlite');
  api = await servePlatformApi((await sqlite?.open()) ?? expect.fail('no engine'), new ManualClock());
});
afterAll(() => api.close());

const CODE = 'Your code is 493027.';
const sent = (to: string, sensitive: boolean) =>
  api.world.db.write((tx) =>
    sensitive
      ? api.world.mail.send(tx, { kind: SECRET, to, values: { code: CODE } })
      : api.world.mail.send(tx, { kind: PLAIN, to, values: { subject: 'Hello', body: CODE } }),
  );
const read = async (mailId: string, { headers }: { readonly headers: Readonly<Record<string, string>> }) =>
  (await api.send({ path: `/api/admin/mailbox/${mailId}`, headers })).json;

it('what lets its reader in is read by its addressee and by super admins, and by no other global admin', async () => {
  const { superAdmin, globalAdmin } = api.callers;
  const theirs = await sent(superAdmin.user.email, true);
  expect(await read(theirs, globalAdmin)).toMatchObject({ sensitive: true, subject: 'Hello', text: null, html: null });
  expect(await read(theirs, superAdmin)).toMatchObject({ sensitive: true, text: CODE, html: `<p>${CODE}</p>` });
  const own = await sent(globalAdmin.user.email.toUpperCase(), true);
  expect(await read(own, globalAdmin)).toMatchObject({ text: CODE });
  expect(await read(await sent(superAdmin.user.email, false), globalAdmin)).toMatchObject({
    sensitive: false,
    text: CODE,
  });
  const list = await api.send({ path: '/api/admin/mailbox', headers: globalAdmin.headers });
  expect(list.text).not.toContain('493027');
});
