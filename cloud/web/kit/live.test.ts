import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it, vi } from 'vitest';
import { type News, pollingLive } from './live.ts';

const setup = () => {
  const clock = new ManualClock();
  const page = { visible: true, changed: () => {} };
  const live = pollingLive({
    clock,
    isVisible: () => page.visible,
    onVisibility: (changed) => {
      page.changed = changed;
      return () => {};
    },
  });
  return { clock, page, live };
};
const settled = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

describe('watching by looking again and again', () => {
  it('says how old a picture is by when it was asked for', async () => {
    const { clock, live } = setup();
    const answer = Promise.withResolvers<string>();
    const told = vi.fn<(news: News<string>) => void>();
    const asked = clock.monoMs();
    live.watch({ name: 'door', period: Seconds(2), read: () => answer.promise }, told);
    await clock.advance(Seconds(3));
    answer.resolve('locked');
    await settled();
    expect(told).toHaveBeenCalledWith({ picture: { data: 'locked', askedAt: asked }, error: undefined });
  });

  it('asks again a while after each answer, never twice at once, and not after the end', async () => {
    const { clock, live } = setup();
    const read = vi.fn(async () => 'locked');
    const stop = live.watch({ name: 'door', period: Seconds(2), read }, () => {});
    await settled();
    expect(read).toHaveBeenCalledTimes(1);
    await clock.advance(Seconds(2));
    await settled();
    expect(read).toHaveBeenCalledTimes(2);
    stop();
    await clock.advance(Seconds(20));
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('keeps the last picture and says why there is none newer', async () => {
    const { clock, live } = setup();
    const told = vi.fn<(news: News<string>) => void>();
    const read = vi.fn(async () => 'locked');
    live.watch({ name: 'door', period: Seconds(2), read }, told);
    await settled();
    read.mockRejectedValueOnce(new Error('away'));
    await clock.advance(Seconds(2));
    await settled();
    expect(told.mock.lastCall?.[0]).toMatchObject({ picture: { data: 'locked' }, error: { message: 'away' } });
  });

  it('gives up a look that nobody answers, and goes on', async () => {
    const { clock, live } = setup();
    const read = vi.fn(
      (signal: AbortSignal) =>
        new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(new Error('given up')))),
    );
    live.watch({ name: 'door', period: Seconds(2), read }, () => {});
    await clock.advance(Seconds(10));
    await settled();
    await clock.advance(Seconds(2));
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('asks nothing for a page that nobody sees, and at once when it comes back', async () => {
    const { clock, page, live } = setup();
    const read = vi.fn(async () => 'locked');
    live.watch({ name: 'door', period: Seconds(2), read }, () => {});
    await settled();
    page.visible = false;
    await clock.advance(Seconds(60));
    await settled();
    expect(read).toHaveBeenCalledTimes(1);
    page.visible = true;
    page.changed();
    expect(read).toHaveBeenCalledTimes(2);
  });
});
