// @module-tag long

import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { confirms, createWorld, scriptedLink } from '../../testing/world.ts';
import { randomActs } from './testing/random-acts.ts';

describe.each(ENGINES)('what is outstanding on $name', ({ name, open }) => {
  it('is counted as it is listed after 10,000 acts', { timeout: 600_000 }, async () => {
    const clock = new ManualClock('2026-01-01T10:30:00.000Z');
    const world = await createWorld(await open(), clock, scriptedLink(confirms).link);
    const { act, prove } = await randomActs(world, clock, name === 'sqlite' ? 1_019 : 2_053);
    for (let n = 0; n < 10_000; n += 1) {
      await act();
      if (n % 50 === 0) await prove();
    }
    await prove();
  });
});
