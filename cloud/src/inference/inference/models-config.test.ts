import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readModelUpstreams } from './inference.module.ts';

const folder = mkdtempSync(join(tmpdir(), 'upstreams-'));
afterAll(() => rmSync(folder, { recursive: true }));
const SECRET = 'sk-upstream-secret';
const fileOf = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const keyFile = fileOf('key', `${SECRET}\n`);
const MODEL = {
  id: 'small-1',
  contextTokens: 8_000,
  prices: [{ fromInputTokens: 0, inputMicros: 150_000, outputMicros: 600_000 }],
};
const UPSTREAM = { name: 'one', url: 'https://models.example/v1', keyFile, models: [MODEL] };
const read = (content: unknown) => {
  const problems: string[] = [];
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return { upstreams: readModelUpstreams({ MODEL_UPSTREAMS_FILE: fileOf('file', text) }, problems), problems };
};

describe('the file of those who answer for models', () => {
  it('is none unless it is named, and fills in what is usual', () => {
    expect(readModelUpstreams({}, [])).toEqual([]);
    expect(read({ upstreams: [UPSTREAM] })).toMatchObject({
      problems: [],
      upstreams: [{ zeroRetention: false, cancelCosts: 'whole', models: [{ kind: 'chat', maxOutputTokens: 4_096 }] }],
    });
  });

  it.each([
    ['no JSON', `{ "key": "${SECRET}" `, 'expected object'],
    ['an address without TLS', { upstreams: [{ ...UPSTREAM, url: 'http://models.example' }] }, 'upstreams 0 url'],
    [
      'a key in the address',
      { upstreams: [{ ...UPSTREAM, url: `https://${SECRET}@models.example` }] },
      'upstreams 0 url',
    ],
    ['no price', { upstreams: [{ ...UPSTREAM, models: [{ ...MODEL, prices: [] }] }] }, 'models 0 prices'],
    ['two of a name', { upstreams: [UPSTREAM, UPSTREAM] }, 'different names'],
    ['a model twice', { upstreams: [{ ...UPSTREAM, models: [MODEL, MODEL] }] }, 'different ids'],
    ['a key where there is none', { upstreams: [{ ...UPSTREAM, keyFile: `${keyFile}-gone` }] }, 'key file of one'],
  ])('is refused with %s, without the values', (_what, content, words) => {
    const { problems } = read(content);
    expect(problems.join()).toContain(words);
    expect(problems.join()).not.toContain(SECRET);
  });

  it('is refused where it is not there', () => {
    const problems: string[] = [];
    readModelUpstreams({ MODEL_UPSTREAMS_FILE: join(folder, 'nowhere') }, problems);
    expect(problems).toEqual(['MODEL_UPSTREAMS_FILE: cannot be read']);
  });
});
