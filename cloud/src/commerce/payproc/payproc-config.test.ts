import { describe, expect, it } from 'vitest';
import { readPayproc } from './payproc.module.ts';

const GOOD = {
  PAYPROC_KEY_FILE: '/run/secrets/key',
  PAYPROC_PUBLISHABLE_KEY: 'pk_test_0123456789',
  PAYPROC_HOOK_SECRET_FILE: '/run/secrets/hook',
};

describe('the settings of the card provider', () => {
  it('are none, or all of it', () => {
    const problems: string[] = [];
    expect(readPayproc({}, problems)).toBeUndefined();
    expect(readPayproc(GOOD, problems)).toMatchObject({ url: 'https://api.stripe.com', keyFile: '/run/secrets/key' });
    expect(problems).toEqual([]);
  });

  it.each([
    [{ ...GOOD, PAYPROC_KEY_FILE: undefined }, 'all or none'],
    [{ ...GOOD, PAYPROC_PUBLISHABLE_KEY: 'sk_test_0123456789' }, 'must be pk_test_… or pk_live_…'],
    [{ ...GOOD, PAYPROC_API_URL: 'http://elsewhere.example' }, 'http only on this machine'],
    [{ ...GOOD, PAYPROC_API_URL: 'https://user@elsewhere.example/' }, 'nothing after it'],
  ])('name what is wrong, without the values', (env, words) => {
    const problems: string[] = [];
    readPayproc(env, problems);
    expect(problems.join()).toContain(words);
    expect(problems.join()).not.toContain('0123456789');
  });
});
