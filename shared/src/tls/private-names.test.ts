import { describe, expect, it } from 'vitest';
import { isPrivateName } from './private-names.ts';

describe('what a box may be called', () => {
  it.each([
    ...['localhost', 'box.local', 'front.desk.local', '127.0.0.1', '10.0.0.1', '172.16.0.1', '172.31.255.255'],
    ...['192.168.1.20', '169.254.3.4', '::1', 'fd12:3456::7', 'fe80::1'],
  ])('%s', (name) => expect(isPrivateName(name)).toBe(true));

  it.each([
    ...['', 'local', 'box', 'box.local.', 'box.local.example.com', 'api.example.com', '*.local', 'a b.local', '-'],
    ...['8.8.8.8', '172.15.0.1', '172.32.0.1', '192.169.0.1', '2001:db8::1', '::', '::ffff:10.0.0.1'],
  ])('not %j', (name) => expect(isPrivateName(name)).toBe(false));
});
