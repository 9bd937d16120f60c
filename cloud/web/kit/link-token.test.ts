import { describe, expect, it, vi } from 'vitest';
import { takeLinkToken } from './link-token.ts';

const take = (pathname: string, hash: string) => {
  const replaceState = vi.fn();
  return {
    token: takeLinkToken({ pathname, hash }, { replaceState }, { signIn: '/ops/sign-in', home: '/ops' }),
    replaced: replaceState.mock.calls,
  };
};

describe('the link that signs in', () => {
  it('leaves the address as soon as it is read, with what it carries or without', () => {
    expect(take('/ops/sign-in', '#AbC-_9')).toEqual({ token: 'AbC-_9', replaced: [[null, '', '/ops']] });
    expect(take('/ops/sign-in/', '')).toEqual({ token: undefined, replaced: [[null, '', '/ops']] });
  });

  it('is at no other address', () => {
    expect(take('/ops', '#AbC-_9')).toEqual({ token: undefined, replaced: [] });
  });
});
