import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { createLeaf } from './leaf.ts';

const ms = Milliseconds;
const aLeaf = () => {
  const clock = new ManualClock();
  const timing = { openTravel: ms(1_000), closeTravel: ms(2_000), closerDelay: ms(3_000) };
  return { clock, leaf: createLeaf({ clock, timing, onChange: () => undefined }) };
};

describe('a leaf', () => {
  it('swings open, stands, and is brought back by its closer', async () => {
    const { clock, leaf } = aLeaf();
    leaf.open(ms(3_000));
    await clock.advance(ms(500));
    expect(leaf).toMatchObject({ motion: 'opening', openness: 0.5, remainingMs: 500, shut: false });
    await clock.advance(ms(500));
    expect(leaf).toMatchObject({ motion: 'open', openness: 1 });
    await clock.advance(ms(3_000));
    expect(leaf.motion).toBe('closing');
    await clock.advance(ms(2_000));
    expect(leaf).toMatchObject({ motion: 'shut', openness: 0, ajar: false });
    expect(clock.pendingTimers).toBe(0);
  });

  it('lets the contact go a little into the swing, and meets it a little before it is shut', async () => {
    const { clock, leaf } = aLeaf();
    leaf.open(ms(0));
    await clock.advance(ms(49));
    expect(leaf.ajar).toBe(false);
    await clock.advance(ms(1));
    expect(leaf.ajar).toBe(true);
    await clock.advance(ms(950 + 1_899));
    expect(leaf.ajar).toBe(true);
    await clock.advance(ms(2));
    expect(leaf).toMatchObject({ ajar: false, shut: false });
  });

  it('stays open while propped, and closes after the prop is gone', async () => {
    const { clock, leaf } = aLeaf();
    leaf.open(ms(100));
    leaf.prop();
    await clock.advance(ms(60_000));
    expect(leaf).toMatchObject({ motion: 'open', propped: true });
    leaf.unprop();
    await clock.advance(ms(2_100));
    expect(leaf).toMatchObject({ motion: 'shut', propped: false });
  });

  it('turns round where it is when pushed while closing', async () => {
    const { clock, leaf } = aLeaf();
    leaf.open(ms(0));
    await clock.advance(ms(2_000));
    expect(leaf).toMatchObject({ motion: 'closing', openness: 0.5 });
    leaf.open(ms(0));
    expect(leaf).toMatchObject({ motion: 'opening', openness: 0.5, remainingMs: 500 });
  });

  it('pulled shut loses its prop', async () => {
    const { clock, leaf } = aLeaf();
    leaf.open(ms(0));
    leaf.prop();
    await clock.advance(ms(5_000));
    leaf.close();
    await clock.advance(ms(2_000));
    expect(leaf).toMatchObject({ motion: 'shut', propped: false });
  });
});
