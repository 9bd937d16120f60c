import { expect, it } from 'vitest';
import { basic } from '../../testing/partner-api.ts';
import { describeAtConsole } from './testing/console-suite.ts';

describeAtConsole('requests', (at) => {
  const ask = (path: string) => at.ask('GET', `/requests${path}`);
  const aKey = () =>
    at.api.world.db.write((tx) => at.api.world.partners.createOwnKey(tx, at.api.world.partnerId, 'live', 'x'));

  it('finds every refusal by the id that it named, and of a batch what was not taken', async () => {
    const { text: key, id: keyId } = await aKey();
    const refused = await at.api.send({
      path: '/partner/v1/access-control/doors/door_0000000000000000?facility_id=fac_0000000000000000',
      headers: basic(key),
    });
    expect(refused.status).toBe(404);
    expect((await ask(`/${refused.json.request_id}`)).json).toMatchObject({
      status: 404,
      endpoint: 'doors.read',
      method: 'GET',
      path: '/partner/v1/access-control/doors/door_0000000000000000',
      keyId,
      remarks: [],
    });
    const batch = await at.api.send({
      method: 'POST',
      path: '/partner/v1/check-ins',
      headers: basic(key),
      body: { check_ins: [{ member_id: 'M-1001', timestamp: '2026-01-05T06:30:00Z' }] },
    });
    const read = await ask(`/${batch.headers['x-request-id']}`);
    expect(read.json).toMatchObject({ status: 200, remarks: [{ index: 0, path: null }] });
    expect(read.text).not.toContain(key);
  });

  it('lists those that were asked for, by status, endpoint and key', async () => {
    const [one, other] = [await aKey(), await aKey()];
    await at.api.ping(one.text);
    await at.api.ping(other.text);
    await at.api.send({ path: '/partner/v1/access-control/doors/door_0?facility_id=x', headers: basic(one.text) });
    const idsOf = async (query: string) =>
      ((await ask(query)).json.data as { endpoint: string | null; keyId: string }[]).map(({ endpoint, keyId }) => [
        endpoint,
        keyId === one.id ? 'one' : 'other',
      ]);
    expect(await idsOf('?endpoint=auth.ping&limit=10')).toHaveLength(2);
    expect(await idsOf(`?keyId=${other.id}`)).toEqual([['auth.ping', 'other']]);
    expect(await idsOf(`?keyId=${one.id}&status=2`)).toEqual([['auth.ping', 'one']]);
    expect((await ask('')).json.data.every(({ path }: { path: string }) => path.startsWith('/partner/'))).toBe(true);
  });

  it('knows nothing of what another account has sent', async () => {
    const { key } = await at.api.aRival();
    const { headers: told } = await at.api.ping(key.text);
    const theirs = await ask(`/${told['x-request-id']}`);
    const none = await ask('/req_0000000000000000');
    expect([theirs.status, none.status]).toEqual([404, 404]);
    const plain = (answer: typeof none) => answer.text.replaceAll(String(answer.headers['x-request-id']), '…');
    expect(plain(theirs)).toBe(plain(none));
    expect((await ask('?endpoint=auth.ping')).json.data).toEqual([]);
  });
});
