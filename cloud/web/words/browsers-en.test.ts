import { expect, it } from 'vitest';
import { browserName } from './browsers-en.ts';

const AGENTS = [
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari on an iPhone',
  ],
  ['Firefox/1', 'Firefox'],
  ['curl/8.14.1', 'curl/8.14.1'],
  ['', 'A browser without a name'],
] as const;

it.each(AGENTS)('calls %s what people call it', (userAgent, name) => expect(browserName(userAgent)).toBe(name));
