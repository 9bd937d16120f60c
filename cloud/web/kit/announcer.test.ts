import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { expect, it } from 'vitest';
import { createAnnouncer } from './announcer.ts';

it('says one sentence in three seconds, of those that wait the last, and the same one again as well', async () => {
  const clock = new ManualClock();
  const { said, say } = createAnnouncer(clock);
  for (const sentence of ['Locked', 'Unlocked', 'Open']) say(sentence);
  expect(said.value).toBe('Locked');
  await clock.advance(Seconds(3));
  expect(said.value).toBe('Open');
  await clock.advance(Seconds(3));
  say('Open');
  expect(said.value.trim()).toBe('Open');
  expect(said.value).not.toBe('Open');
});
