import { Milliseconds, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it, vi } from 'vitest';
import { RefusedError, UnreachableError } from '../client/request-errors.ts';
import { createTokenKeeper } from './token-keeper.ts';

const KIM = { keyId: 'key-1', key: 'ghk_secret', scope: 'read' };
const issued = (body: object = {}) =>
  Response.json({ access_token: 'ght_text', token_type: 'Bearer', expires_in: 900, scope: 'read', ...body });

const setup = (answer: () => Promise<Response> = async () => issued()) => {
  const clock = new ManualClock();
  const fetch = vi.fn<typeof globalThis.fetch>(answer);
  return { clock, fetch, keeper: createTokenKeeper({ clock, fetch }) };
};

describe('a token in the explorer', () => {
  it('is traded for a key, which is sent once and kept nowhere', async () => {
    const { keeper, fetch, clock } = setup();
    await keeper.trade(KIM);
    const [path, init] = fetch.mock.calls[0] ?? [];
    expect([path, init?.method, init?.credentials]).toEqual(['/oauth/token', 'POST', 'omit']);
    expect(Object.fromEntries(init?.body as URLSearchParams)).toEqual({
      grant_type: 'client_credentials',
      client_id: 'key-1',
      client_secret: 'ghk_secret',
      scope: 'read',
    });
    expect(keeper.holding.value).toEqual({
      is: 'held',
      text: 'ght_text',
      scope: 'read',
      endsAtMs: clock.wallMs() + Minutes(15),
    });
    expect(JSON.stringify(keeper)).not.toContain('ghk_');
  });

  it('is held until it ends, and a newer one until that ends', async () => {
    const { keeper, clock } = setup();
    await keeper.trade(KIM);
    await clock.advance(Minutes(10));
    await keeper.trade(KIM);
    await clock.advance(Milliseconds(Minutes(15) - 1));
    expect(keeper.holding.value.is).toBe('held');
    await clock.advance(Seconds(1));
    expect(keeper.holding.value).toEqual({ is: 'ended' });
  });

  it('is given up where it was refused, but not for the refusal of an earlier one', async () => {
    const { keeper } = setup();
    await keeper.trade(KIM);
    keeper.refused('ght_earlier');
    expect(keeper.holding.value.is).toBe('held');
    keeper.refused('ght_text');
    expect(keeper.holding.value).toEqual({ is: 'refused' });
  });

  it('is forgotten when somebody says so', async () => {
    const { keeper } = setup();
    await keeper.trade(KIM);
    keeper.forget();
    expect(keeper.holding.value).toEqual({ is: 'none' });
  });

  it('is not there where the key is wrong, or nothing answers', async () => {
    const wrong = setup(async () =>
      Response.json({ error: 'invalid_client', error_description: 'no' }, { status: 401 }),
    );
    await expect(wrong.keeper.trade(KIM)).rejects.toThrow(RefusedError);
    const silent = setup(async () => Promise.reject(new TypeError('failed to fetch')));
    await expect(silent.keeper.trade(KIM)).rejects.toThrow(UnreachableError);
    for (const { keeper } of [wrong, silent]) expect(keeper.holding.value).toEqual({ is: 'none' });
  });
});
