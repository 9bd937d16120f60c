import { describe, expect, it } from 'vitest';
import type { AiGuardrail, AiKey } from './ai-types.ts';
import { amountFrom0, capOf } from './typed-cap.ts';
import {
  changedOf,
  countOf,
  guardrailOf,
  keyOf,
  NEW_FILTER,
  NEW_GUARDRAIL,
  NEW_KEY,
  typedGuardrail,
  typedKey,
} from './typed-key.ts';

const KEY: AiKey = {
  ...{ keyHash: '5f70', label: 'Chat at the desk', hint: 'sk-gh-v1-4fGh…' },
  ...{ spendCap: { limitCents: 2_000, reset: 'month' }, allowedModels: ['small-1'], rpmLimit: 60, tpmLimit: null },
  guardrailIds: ['grd_0123456789abcdef'],
  contentFilters: [
    { kind: 'pattern', pattern: 'AB-[0-9]+', on: 'input', action: 'block' },
    { kind: 'email', on: 'output', action: 'redact' },
  ],
  ...{ expiresAt: '2026-07-01T00:00:00.000Z', disabled: false },
  madeBy: { kind: 'user', id: 'usr_1', name: 'Sam Example' },
  ...{ madeAt: '2026-01-01T00:00:00.000Z', changedAt: '2026-01-01T00:00:00.000Z', lastUsedAt: null },
};
const GUARDRAIL: AiGuardrail = {
  ...{ guardrailId: 'grd_0123456789abcdef', name: 'No card numbers', everywhere: true, allowedModels: null },
  ...{ maxOutputTokens: 2_000, spendCap: null },
  contentFilters: [{ kind: 'card', on: 'both', action: 'block' }],
};

describe('amounts that may be nothing', () => {
  it('are read to the cent, and never guessed', () => {
    expect(['0', '0.00', '20', '20.5', '100000'].map(amountFrom0)).toEqual([0, 0, 2_000, 2_050, 10_000_000]);
    for (const wrong of ['', '-1', '100000.01', '1,5', 'all', '1.234'])
      expect(amountFrom0(wrong), wrong).toBe(undefined);
  });

  it('are no cap where they are empty, and a cap of nothing where they are 0', () => {
    expect(capOf({ amount: ' ', reset: 'day' })).toBe(null);
    expect(capOf({ amount: '0', reset: 'day' })).toEqual({ limitCents: 0, reset: 'day' });
    expect(capOf({ amount: 'much', reset: 'day' })).toBe(undefined);
  });
});

describe('a key as somebody types it', () => {
  it('is sent as it came, where nothing is changed', () => {
    const { label, spendCap, allowedModels, guardrailIds, contentFilters, rpmLimit, tpmLimit, expiresAt } = KEY;
    const sent = { label, spendCap, allowedModels, guardrailIds, contentFilters, rpmLimit, tpmLimit, expiresAt };
    expect(keyOf(typedKey(KEY))).toEqual(sent);
  });

  it.each([
    ['no label', { label: ' ' }],
    ['no model', { models: { every: false, chosen: new Set<string>() } }],
    ['a count that is none', { rpm: '0' }],
    ['an end that nobody has said', { expires: true, expiresAt: '' }],
    ['an expression that is empty', { filters: [{ ...NEW_FILTER, kind: 'pattern' as const }] }],
    ['a cap that is no amount', { cap: { amount: '1.234', reset: 'day' as const } }],
  ])('is not sent with %s', (_what, wrong) => {
    expect(keyOf({ ...typedKey(KEY), ...wrong })).toBe(undefined);
    expect(keyOf({ ...NEW_KEY, label: 'Chat' })).toBeDefined();
  });

  it('has no expression left over once something else is looked for', () => {
    const filters = [{ ...NEW_FILTER, kind: 'email' as const, pattern: 'AB' }];
    expect(keyOf({ ...NEW_KEY, label: 'Chat', filters })?.contentFilters).toEqual([
      { kind: 'email', on: 'both', action: 'redact' },
    ]);
  });

  it('is changed in what is another, and in nothing else', () => {
    const typed = keyOf({ ...typedKey(KEY), rpm: '', label: 'Chat' });
    expect(typed && changedOf(KEY, typed)).toEqual({ rpmLimit: null, label: 'Chat' });
  });

  it('counts in whole numbers, up to the most there may be', () => {
    expect([countOf('', 5), countOf('5', 5), countOf('6', 5), countOf('1.5', 5)]).toEqual([
      null,
      5,
      undefined,
      undefined,
    ]);
  });
});

describe('a guardrail as somebody types it', () => {
  it('is sent as it came, where nothing is changed', () => {
    const { guardrailId: _id, ...sent } = GUARDRAIL;
    expect(guardrailOf(typedGuardrail(GUARDRAIL))).toEqual(sent);
  });

  it('is not sent without a name', () => {
    expect(guardrailOf(NEW_GUARDRAIL)).toBe(undefined);
    expect(guardrailOf({ ...NEW_GUARDRAIL, name: 'Short answers', outputTokens: '200' })?.maxOutputTokens).toBe(200);
  });
});
