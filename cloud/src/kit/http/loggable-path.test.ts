import { describe, expect, it } from 'vitest';
import { loggablePath, pathOfNobody } from './loggable-path.ts';

const KEY = `sk_read-only_${'aB3'.repeat(14)}Z`;

describe('a path that is kept', () => {
  it.each([
    ['/partner/v1/facilities', '/partner/v1/facilities'],
    [`/partner/v1/${KEY}/x`, '/partner/v1/[key]/x'],
    [`/${KEY.replaceAll('_', '%5F')}`, '/[key]'],
    [`/${KEY.replace('sk', '%73%6B')}`, '/[key]'],
    [`/media/${'0f'.repeat(32)}`, '/media/[key]'],
    [`/api/users/me/mcp-keys/ghk_${'aB3'.repeat(14)}Z`, '/api/users/me/mcp-keys/[key]'],
    [`/%67%68%64_${'aB3'.repeat(14)}Z`, '/[key]'],
    ['/tasks/sk_1', '/tasks/sk_1'],
  ])('of %s is %s', (path, kept) => expect(loggablePath(path)).toBe(kept));
  it('says neither which member a request was about, nor anything else that a declared path calls one', () => {
    const declared = '/api/access-control/:facilityId/members/:partnerId/:memberId/flags';
    expect(loggablePath('/api/access-control/fac_1/members/ptr_1/M%2F7/flags', declared)).toBe(
      '/api/access-control/fac_1/members/ptr_1/:memberId/flags',
    );
    expect(loggablePath('/partner/v1/members/M-1/access-check', '/partner/v1/members/:member_id/access-check')).toBe(
      '/partner/v1/members/:member_id/access-check',
    );
  });
  it('is bounded, and no part of a key survives at its end', () => {
    const kept = loggablePath(`/${'x'.repeat(490)}${KEY}`);
    expect(kept).toHaveLength(496);
    expect(kept.endsWith('[key]')).toBe(true);
    expect(loggablePath(`/${'y'.repeat(9_000)}`)).toHaveLength(500);
  });
});

describe('a path that no endpoint has', () => {
  it.each([
    ['/partner/v1/facilities/fac_0a/doors', '/partner/v1/facilities/fac_0a/doors'],
    ['/partner/v1/member/M-4711/flags', '/partner/v1/member/[part]/flags'],
    ['/partner/v1/Ada%20Byron', '/partner/v1/[part]'],
    [`/partner/v1/${KEY}/x`, '/partner/v1/[key]/x'],
  ])('of %s keeps %s', (path, kept) => expect(pathOfNobody(path)).toBe(kept));
});
