import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it, vi } from 'vitest';
import { createAsking } from './asking.ts';
import { createTokenKeeper } from './token-keeper.ts';

const TOLD = {
  'ratelimit-policy': '"endpoint";q=50;w=1, "graphql";q=100;w=60',
  ratelimit: '"endpoint";r=49;t=1, "graphql";r=93;t=42',
  'x-request-id': 'req_1',
};
const answered = (body: object, status = 200, headers: Readonly<Record<string, string>> = TOLD) =>
  Response.json(body, { status, headers });
const ANSWER = { data: { me: null }, extensions: { cost: { worst: 12, actual: 3, limit: 10_000 } } };

/** Somebody with a token who asks once, and what came of it. */
const asked = async (
  answer: () => Promise<Response>,
  { online = true, hasToken = true, changes = false }: { online?: boolean; hasToken?: boolean; changes?: boolean } = {},
) => {
  const fetch = vi.fn<typeof globalThis.fetch>(answer);
  const token = createTokenKeeper({
    clock: new ManualClock(),
    fetch: async () => Response.json({ access_token: 'ght_text', expires_in: 900, scope: 'read' }),
  });
  if (hasToken) await token.trade({ keyId: 'k', key: 'ghk_k', scope: '' });
  const asking = createAsking({ token, fetch, isOnline: () => online });
  const shown = await asking.ask({ query: '{ me { id } }' }, changes);
  return { shown, fetch, heard: asking.heard.value, holding: token.holding.value };
};

describe('a document that the explorer runs', () => {
  it('is sent with the token in a header, and tells what it cost and what is left of the minute', async () => {
    const { shown, fetch, heard } = await asked(async () => answered(ANSWER));
    expect(shown).toEqual(ANSWER);
    const [path, init] = fetch.mock.calls[0] ?? [];
    expect([path, init?.credentials]).toEqual(['/graphql', 'omit']);
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer ght_text');
    expect(heard).toEqual({
      left: { requests: 93, of: 100, inSeconds: 42 },
      cost: { worst: 12, actual: 3 },
      trouble: undefined,
      requestId: 'req_1',
    });
  });

  it('is not sent without a token, and not while the browser is offline', async () => {
    for (const options of [{ hasToken: false }, { online: false }]) {
      const { shown, fetch, heard } = await asked(async () => answered(ANSWER), options);
      expect(fetch).not.toHaveBeenCalled();
      expect(shown.errors).toEqual([{ message: heard.trouble }]);
      expect(heard.trouble).toBeTruthy();
    }
  });

  it('gives the token up where that is not taken any more', async () => {
    const { holding, heard } = await asked(async () => answered({ error: 'unauthenticated' }, 401));
    expect(holding).toEqual({ is: 'refused' });
    expect(heard.trouble).toMatch(/Get another/);
  });

  it('says for how long to wait where there were too many', async () => {
    const { heard } = await asked(async () => answered({}, 429, { ...TOLD, 'retry-after': '17' }));
    expect(heard.trouble).toBe('Too fast: more in 17 seconds.');
  });

  it('is shown as refused with its status, and by which request', async () => {
    const { shown, heard } = await asked(async () => answered({ errors: [{ message: 'no' }] }, 400));
    expect(shown.errors).toEqual([{ message: 'no' }]);
    expect([heard.trouble, heard.requestId]).toEqual(['Refused with 400.', 'req_1']);
  });

  it('may have been carried out where no answer came, if it changes something', async () => {
    const lost = async () => Promise.reject(new TypeError('failed to fetch'));
    expect((await asked(lost, { changes: true })).heard.trouble).toMatch(/may have been carried out/);
    expect((await asked(lost)).heard.trouble).toMatch(/Run it again/);
  });

  it('shows what is no answer of the API as what it is', async () => {
    const { shown } = await asked(async () => new Response('<html>', { status: 502 }));
    expect(shown.errors).toEqual([{ message: 'What answered was not the API.' }]);
  });
});
