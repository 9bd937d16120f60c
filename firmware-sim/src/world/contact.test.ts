import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { createContact } from './contact.ts';

const aContact = () => {
  const clock = new ManualClock();
  const seen: string[] = [];
  const contact = createContact<'open' | 'closed'>({
    clock,
    initially: 'closed',
    onChange: (reading) => seen.push(reading),
  });
  return { clock, seen, contact };
};

describe('a door contact', () => {
  it('follows the leaf', () => {
    const { contact, seen } = aContact();
    contact.follow('open');
    contact.follow('open');
    contact.follow('closed');
    expect(seen).toEqual(['open', 'closed']);
  });

  it('that bounces makes and breaks, and rests on what the leaf says', async () => {
    const { clock, contact, seen } = aContact();
    contact.setMode('bounce');
    contact.follow('open');
    await clock.advance(Milliseconds(100));
    expect(seen.length).toBeGreaterThan(3);
    expect(contact.reading).toBe('open');
    expect(clock.pendingTimers).toBe(0);
  });

  it('that is stuck says nothing new, and tells the truth when repaired', () => {
    const { contact, seen } = aContact();
    contact.setMode('stuck');
    contact.follow('open');
    expect(seen).toEqual([]);
    contact.setMode('normal');
    expect(seen).toEqual(['open']);
  });

  it('can be stuck in the reading that is asked for', () => {
    const { contact } = aContact();
    contact.setMode('stuck', 'open');
    expect(contact.reading).toBe('open');
  });
});
