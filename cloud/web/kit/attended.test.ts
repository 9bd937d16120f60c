import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { expect, it } from 'vitest';
import { attended } from './attended.ts';

it('what a page asks counts as asked by somebody for a minute after the last touch', async () => {
  const clock = new ManualClock();
  const sent: (string | undefined)[] = [];
  let touch = () => undefined as unknown;
  const fetch = attended({
    clock,
    fetch: (_url, { headers }) => {
      sent.push((headers as Record<string, string>)['x-unattended']);
      return Promise.resolve(new Response());
    },
    onTouch: (event, touched) => {
      if (event === 'keydown') touch = touched;
    },
  });
  const ask = () => fetch('/api/session', { headers: { accept: 'application/json' } });
  await ask();
  await clock.advance(Seconds(59));
  await ask();
  await clock.advance(Seconds(1));
  await ask();
  touch();
  await ask();
  expect(sent).toEqual([undefined, undefined, '1', undefined]);
});
