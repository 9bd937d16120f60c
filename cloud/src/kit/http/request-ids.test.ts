import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { requestIds } from './request-ids.ts';

describe('request ids', () => {
  it('are well-formed and never repeat, over many blocks of random bytes', () => {
    const next = requestIds(new ManualClock());
    const ids = Array.from({ length: 2_000 }, next);
    expect(new Set(ids).size).toBe(2_000);
    for (const id of ids) expect(id).toMatch(/^req_[0-9a-z]{16}$/);
  });
});
