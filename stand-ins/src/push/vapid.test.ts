import { describe, expect, it } from 'vitest';
import { wrongInVapid } from './vapid.ts';

/** The example of RFC 8292, section 2.4. */
const EXAMPLE =
  'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';
const ORIGIN = 'https://push.example.net';
const EXPIRES = 1_453_523_768_000;
const HOUR = 3_600_000;

describe('who sends a push says who they are', () => {
  it('as in the example of the standard', () => {
    expect(wrongInVapid(EXAMPLE, ORIGIN, EXPIRES - HOUR)).toBeUndefined();
  });

  it.each([
    ['another push service', EXAMPLE, 'https://push.example.org', EXPIRES - HOUR, 'for another'],
    ['a token that is over', EXAMPLE, ORIGIN, EXPIRES, 'over'],
    ['one that is good for more than a day', EXAMPLE, ORIGIN, EXPIRES - 25 * HOUR, 'more than a day'],
    ['a signature of another', EXAMPLE.replace('t=eyJ0', 't=eyJ1'), ORIGIN, EXPIRES - HOUR, 'another key'],
    ['no key', EXAMPLE.replace(/k=.*/, 'k=AAAA'), ORIGIN, EXPIRES - HOUR, 'no uncompressed point'],
    ['something else', 'Bearer abc', ORIGIN, EXPIRES - HOUR, 'no uncompressed point'],
  ])('and is found out for %s', (_what, authorization, origin, nowMs, wrong) => {
    expect(wrongInVapid(authorization, origin, nowMs)).toContain(wrong);
  });
});
