import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { confirms, createWorld, scriptedLink } from '../../testing/world.ts';
import { randomActs } from './testing/random-acts.ts';

describe.each(ENGINES)('what is outstanding on $name', ({ name, open }) => {
  it('is counted as it is listed, whatever is published, varied, signed, archived and moved', {
    timeout: 60_000,
  }, async () => {
    const clock = new ManualClock('2026-03-01T10:30:00.000Z');
    const world = await createWorld(await open(), clock, scriptedLink(confirms).link);
    const { act, prove } = await randomActs(world, clock, name === 'sqlite' ? 7 : 11);
    for (let n = 0; n < 200; n += 1) {
      await act();
      if (n % 10 === 0) await prove();
    }
    await prove();
  });
});
