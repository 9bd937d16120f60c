import { readFileSync } from 'node:fs';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ENGINES, type TestEngine } from '../../kit/db/engines.ts';
import { serveUnifiedApi, type UnifiedApi } from '../testing/unified-api.ts';
import { doorWall } from './testing/door-wall.ts';

const PAGE = new URL('../../../../docs/unified/subscriptions.md', import.meta.url);
const PROGRAM = new URL('./testing/door-wall.ts', import.meta.url);

describe('the wall of doors that the guide shows', () => {
  const clock = new ManualClock();
  let api: UnifiedApi;
  beforeAll(async () => {
    api = await serveUnifiedApi(await (ENGINES[0] as TestEngine).open(), clock);
  });
  afterAll(async () => {
    await api.world.subscriptions.close();
    await api.world.live.close();
    await api.close();
  });

  it('is this program', () => {
    expect(readFileSync(PAGE, 'utf8')).toContain(`\`\`\`ts\n${readFileSync(PROGRAM, 'utf8')}\`\`\`\n`);
  });

  it('shows how doors are, also after it was cut off', async () => {
    const shown: string[] = [];
    const stop = new AbortController();
    const tokens: string[] = [];
    const running = doorWall({
      url: `wss://localhost:${api.port}/graphql`,
      ca: api.ca,
      facilityId: api.world.facilityId,
      newToken: async () => {
        tokens.push(await api.tokenOf(api.callers.staff.headers, 'read'));
        return tokens.at(-1) ?? '';
      },
      show: (doors) => shown.push(doors.map(({ lock }) => lock).join()),
      pause: async () => undefined,
      signal: stop.signal,
    });
    const sees = (lock: string) =>
      vi.waitFor(async () => {
        await clock.advance(Milliseconds(100));
        if (shown.at(-1) !== lock) throw new Error(shown.join(' '));
      }, 10_000);
    await sees('locked');
    await api.world.beacon({ lock: 'unlocked' });
    await sees('unlocked');
    // Its token is ended: it comes back with another one.
    await api.world.db.write((tx) => api.world.bearerTokens.revoke(tx, api.callers.staff.user.id, tokens.at(-1) ?? ''));
    await vi.waitFor(async () => {
      await clock.advance(Milliseconds(100));
      expect(tokens).toHaveLength(2);
    }, 10_000);
    await api.world.beacon({ lock: 'locked' });
    await sees('locked');
    expect(shown.filter((lock, at) => lock === shown[at - 1])).toEqual([]);
    stop.abort();
    await running;
  });
});
