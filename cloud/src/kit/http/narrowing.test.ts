import { describe, expect, it } from 'vitest';
import { type Act, actsOf, requireAct } from './narrowing.ts';

const by = (...acts: Act[]) => ({ narrowing: { acts: new Set(acts) } });
const byInput = {
  method: 'POST',
  act: { among: ['write', 'grave:roles'], of: ({ grave }: { grave: boolean }) => (grave ? 'grave:roles' : 'write') },
} as const;
const codeOf = (run: () => void): string | undefined => {
  try {
    run();
    return undefined;
  } catch (fault) {
    return (fault as { code: string }).code;
  }
};

describe('what a call is to a token', () => {
  it.each([
    ['a GET reads', { method: 'GET' }, ['read']],
    ['a POST that only reads', { method: 'POST', readsOnly: true }, ['read']],
    ['a GET that writes', { method: 'GET', writes: true }, ['write']],
    ['whatever else changes something', { method: 'DELETE' }, ['write']],
    ['what is named is that', { method: 'POST', act: 'unlock' }, ['unlock']],
    ['what its input decides may be several', byInput, ['write', 'grave:roles']],
  ] as const)('%s', (_what, endpoint, acts) => expect(actsOf(endpoint as never)).toEqual(acts));
});

describe('a token that is narrower than its user', () => {
  it('lets through what it names, and `write` nothing graver', () => {
    expect(codeOf(() => requireAct(by('read'), { method: 'GET' }))).toBeUndefined();
    expect(codeOf(() => requireAct(by('write'), { method: 'PUT' }))).toBeUndefined();
    for (const act of ['unlock', 'money', 'grave:roles'] as const)
      expect(codeOf(() => requireAct(by('read', 'write'), { method: 'PUT', act }))).toBe('insufficient_scope');
  });
  it('is asked once more where the input decides, and refused at once where no input would do', () => {
    const endpoint = byInput as never;
    expect(codeOf(() => requireAct(by('read'), endpoint))).toBe('insufficient_scope');
    expect(codeOf(() => requireAct(by('write'), endpoint))).toBeUndefined();
    expect(codeOf(() => requireAct(by('write'), endpoint, { grave: false }))).toBeUndefined();
    expect(codeOf(() => requireAct(by('write'), endpoint, { grave: true }))).toBe('insufficient_scope');
    expect(codeOf(() => requireAct(by('grave:roles'), endpoint, { grave: true }))).toBeUndefined();
  });
  it('is nothing where there is no token', () =>
    expect(codeOf(() => requireAct({}, byInput as never))).toBeUndefined());
});
