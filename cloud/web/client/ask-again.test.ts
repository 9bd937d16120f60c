import { describe, expect, it, vi } from 'vitest';
import { createQuestion } from '../kit/question.ts';
import { askingAgain } from './ask-again.ts';
import { createClient } from './client.ts';
import type { Operations } from './platform-api.gen.ts';
import { RefusedError } from './request-errors.ts';

const RELEASE = 'POST /api/access-control/{facilityId}/lockdowns/{lockdownId}/release';
const PATH = { facilityId: 'fac_0123456789abcdef', lockdownId: 'lkd_0123456789abcdef' };
const BODY = { reason: 'All clear', ifSeen: 'Xr2kT7wZ0bQmLd4a' };
const refuse = (status: number, error: string) => [status, { error, message: 'No.' }] as const;

const setup = (...answers: readonly (readonly [status: number, body: object])[]) => {
  const left = [...answers];
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => {
    const [status, body] = left.shift() ?? [200, {}];
    return new Response(JSON.stringify(body), { status });
  });
  const client = createClient<Operations>({ fetch, onSignedOut: () => {}, onServerTime: () => {} });
  const back = createQuestion();
  const proof = createQuestion();
  const ask = askingAgain<Operations>(client.ask, ({ status, code }) => {
    if (status === 401) return back.ask();
    return code === 'step_up_required' ? proof.ask() : undefined;
  });
  const end = (idempotencyKey: string) => ask(RELEASE, { path: PATH, body: BODY }, { idempotencyKey });
  return { fetch, back, proof, end };
};
const opened = (question: { readonly isOpen: { readonly value: boolean } }) =>
  vi.waitFor(() => expect(question.isOpen.value).toBe(true));

describe('asking again', () => {
  it('sends the same with the same key once somebody has come back, and once they have proven who they are', async () => {
    const { fetch, back, proof, end } = setup(refuse(401, 'unauthorized'), refuse(403, 'step_up_required'));
    const ended = end('k1');
    await opened(back);
    back.settle(true);
    await opened(proof);
    proof.settle(true);
    await ended;
    expect(fetch).toHaveBeenCalledTimes(3);
    expect(new Set(fetch.mock.calls.map((call) => JSON.stringify(call))).size).toBe(1);
    expect(fetch.mock.calls[2]?.[1].headers).toMatchObject({ 'idempotency-key': 'k1' });
    expect([back.isOpen.value, proof.isOpen.value]).toEqual([false, false]);
  });

  it('asks whoever sits there once for all that wait', async () => {
    const { fetch, proof, end } = setup(refuse(403, 'step_up_required'), refuse(403, 'step_up_required'));
    const both = Promise.all([end('k1'), end('k2')]);
    await opened(proof);
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
    proof.settle(true);
    await both;
    expect(fetch).toHaveBeenCalledTimes(4);
  });

  it('throws the refusal where nobody proves anything, and every other refusal at once', async () => {
    const { fetch, proof, end } = setup(refuse(403, 'step_up_required'), refuse(403, 'forbidden'));
    const ended = end('k1').catch((error) => error);
    await opened(proof);
    proof.settle(false);
    expect(await ended).toBeInstanceOf(RefusedError);
    expect(await ended).toMatchObject({ refusal: { code: 'step_up_required' } });
    await expect(end('k2')).rejects.toMatchObject({ refusal: { code: 'forbidden' } });
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});
