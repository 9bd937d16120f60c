import { describe, expect, it, vi } from 'vitest';
import { takeArrival } from './arrival.ts';

const PATHS = {
  signIn: '/ops/sign-in',
  signInReturn: '/ops/sign-in/return',
  signInInvite: '/ops/sign-in/invite',
  home: '/ops',
};
const take = (pathname: string, { hash = '', search = '' } = {}) => {
  const replaceState = vi.fn();
  return {
    arrival: takeArrival({ pathname, hash, search }, { replaceState }, PATHS),
    replaced: replaceState.mock.calls,
  };
};
const HOME = [[null, '', '/ops']];

describe('what signs in', () => {
  it('leaves the address as soon as it is read, with what it carries or without', () => {
    expect(take('/ops/sign-in', { hash: '#AbC-_9' })).toEqual({ arrival: { token: 'AbC-_9' }, replaced: HOME });
    expect(take('/ops/sign-in/')).toEqual({ arrival: {}, replaced: HOME });
    expect(take('/ops/sign-in/return', { search: '?code=c%20d&state=s' })).toEqual({
      arrival: { answer: { state: 's', code: 'c d' } },
      replaced: HOME,
    });
    expect(take('/ops/sign-in/return', { search: '?code=c&state=s&iss=https%3A%2F%2Fa' }).arrival.answer?.iss).toBe(
      'https://a',
    );
  });

  it('is no answer where the provider lets nobody in', () => {
    expect(take('/ops/sign-in/return', { search: '?error=access_denied&state=s' }).arrival).toEqual({ answer: null });
  });

  it('may say whose provider is offered', () => {
    expect(take('/ops/sign-in', { search: '?organisation=org_1' }).arrival).toEqual({ organisationId: 'org_1' });
  });

  it('may name an invite, which signs nobody in', () => {
    expect(take('/ops/sign-in/invite', { hash: '#AbC-_9' })).toEqual({
      arrival: { invite: 'AbC-_9' },
      replaced: HOME,
    });
    expect(take('/ops/sign-in/invite').arrival).toEqual({ invite: '' });
  });

  it('is at no other address', () => {
    expect(take('/ops', { hash: '#AbC-_9', search: '?code=c&state=s' })).toEqual({ arrival: {}, replaced: [] });
  });
});
