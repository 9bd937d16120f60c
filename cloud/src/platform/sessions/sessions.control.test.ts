import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { servePlatformApi } from '../../testing/platform-api.ts';
import { PAGE, somebody } from './testing/signing-in.ts';

it('the order for a sign-in link names who may sign in, and its link lets them in once', async () => {
  const sqlite = ENGINES.find(({ name }) => name === 'sqlite');
  const api = await servePlatformApi((await sqlite?.open()) ?? expect.fail('no engine'), new ManualClock());
  try {
    const orders = Object.assign({}, ...api.world.collected('operator'));
    const order = (email: string) => orders['sign-in-link'].run({ email, by: 'test' });
    const { user } = await somebody(api);
    const { link } = await order(user.email);
    expect(link).toMatch(/^https:\/\/console\.example\/ops\/sign-in#[\w-]{43}$/);
    const token = link.split('#')[1];
    const signIn = () => api.send({ method: 'POST', path: '/api/session/link', headers: PAGE, body: { token } });
    expect(await signIn()).toMatchObject({ status: 200, json: { user: { email: user.email } } });
    expect(await signIn()).toMatchObject({ status: 401, json: { error: 'code_ended' } });
    await expect(order('stranger@example.com')).rejects.toMatchObject({ code: 'invalid_request' });
    const rightless = await api.aCaller('rightless');
    await expect(order(rightless.user.email)).rejects.toMatchObject({ code: 'invalid_request' });
  } finally {
    await api.close();
  }
});
