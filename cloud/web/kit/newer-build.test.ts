import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { expect, it, vi } from 'vitest';
import { watchBuild } from './newer-build.ts';

const setup = () => {
  const clock = new ManualClock();
  const server = { build: 'one' as string | undefined, isThere: true };
  const page = { isVisible: true, changed: () => {} };
  const fetch = vi.fn(async () => {
    if (!server.isThere) throw new TypeError('no route to host');
    return new Response(null, { headers: server.build === undefined ? {} : { 'x-build': server.build } });
  });
  const told = vi.fn();
  const stop = watchBuild(
    {
      ...{ clock, fetch, page: '/ops', build: 'one' },
      isVisible: () => page.isVisible,
      onVisibility: (changed) => {
        page.changed = changed;
        return () => {
          page.changed = () => {};
        };
      },
    },
    told,
  );
  const come = async (): Promise<void> => {
    page.changed();
    await clock.advance(Minutes(0));
  };
  return { clock, server, page, fetch, told, stop, come };
};

it('a page is told once that the console was updated, within a minute', async () => {
  const { clock, server, fetch, told } = setup();
  await clock.advance(Minutes(3));
  expect([fetch.mock.calls.length, told.mock.calls.length]).toEqual([3, 0]);
  server.build = 'two';
  await clock.advance(Minutes(1));
  expect(told).toHaveBeenCalledOnce();
  await clock.advance(Minutes(5));
  expect([fetch.mock.calls.length, told.mock.calls.length]).toEqual([4, 1]);
});

it('a page that nobody sees asks nothing, and at once when somebody comes back to it', async () => {
  const { clock, server, page, fetch, told, come } = setup();
  page.isVisible = false;
  server.build = 'two';
  await clock.advance(Minutes(10));
  expect(fetch).not.toHaveBeenCalled();
  page.isVisible = true;
  await come();
  expect(told).toHaveBeenCalledOnce();
});

it('a server that is away, or says nothing of its build, is no newer one', async () => {
  const { clock, server, told, stop } = setup();
  server.isThere = false;
  await clock.advance(Minutes(2));
  server.isThere = true;
  server.build = undefined;
  await clock.advance(Minutes(2));
  expect(told).not.toHaveBeenCalled();
  stop();
  server.build = 'two';
  await clock.advance(Minutes(2));
  expect(told).not.toHaveBeenCalled();
});
