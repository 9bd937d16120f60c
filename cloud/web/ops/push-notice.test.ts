import { describe, expect, it } from 'vitest';
import { noticeOf } from './push-notice.ts';

describe('what a browser is told', () => {
  it('is shown as it was sent, and leads to a page of ours', () => {
    const sent = { title: 'Held open', body: 'Front door', url: '/ops/facilities/fac_1?last=1h#events' };
    expect(noticeOf(() => sent)).toEqual({
      ...{ title: 'Held open', body: 'Front door', path: '/ops/facilities/fac_1?last=1h#events' },
    });
  });

  it.each(['https://elsewhere.example/', '//elsewhere.example/ops', '\\\\elsewhere.example', 7, undefined])(
    'leads nowhere else: %j',
    (url) => {
      expect(noticeOf(() => ({ title: 'x', url })).path).toMatch(/^\/(?!\/)/);
      expect(noticeOf(() => ({ title: 'x', url })).path).not.toContain('elsewhere');
    },
  );

  it('is a word of ours where nothing can be read', () => {
    const unread = noticeOf(() => JSON.parse('not JSON'));
    expect(unread).toEqual({ title: 'Gatehouse', body: '', path: '/ops' });
    expect(noticeOf(() => null)).toEqual(unread);
  });
});
