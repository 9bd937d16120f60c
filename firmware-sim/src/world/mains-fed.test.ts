import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { demoBuilding } from './demo-building.ts';
import { createMainsFed } from './mains-fed.ts';
import { createSite } from './site.ts';

const aProcessor = () => {
  const clock = new ManualClock();
  const site = createSite({ clock, building: demoBuilding });
  const did: string[] = [];
  const fed = createMainsFed({
    clock,
    site,
    name: 'board-1',
    noun: 'board',
    afterStart: 'every coil at rest',
    onOff: () => did.push('off'),
    onOn: () => did.push('on'),
  });
  return { clock, site, did, fed };
};

describe('a processor on the wall', () => {
  it('goes with the mains and comes back after its boot time', async () => {
    const { clock, site, did, fed } = aProcessor();
    site.cutPower();
    expect([fed.state, did]).toEqual(['off', ['off']]);
    expect(fed.reboot().done).toBe(false);
    site.restorePower();
    expect(fed.state).toBe('booting');
    await clock.advance(Milliseconds(299));
    expect(did).toEqual(['off']);
    await clock.advance(Milliseconds(1));
    expect([fed.state, did]).toEqual(['running', ['off', 'on']]);
  });

  it('that hangs moves nothing and lets no timer run until it is rebooted', async () => {
    const { clock, did, fed } = aProcessor();
    fed.clock.after(Seconds(1), () => did.push('pulse ended'));
    expect(fed.hang().done).toBe(true);
    await clock.advance(Seconds(60));
    expect([fed.state, did]).toEqual(['hung', []]);
    expect(fed.hang()).toEqual({ done: false, message: 'The board does not run; it cannot hang.' });
    expect(fed.reboot().done).toBe(true);
    expect(did).toEqual(['off']);
    await clock.advance(Milliseconds(300));
    expect([fed.state, did]).toEqual(['running', ['off', 'on']]);
  });

  it('suffers a dip as it was drawn for it, and not what was drawn for another', async () => {
    const { clock, site, fed } = aProcessor();
    site.dip(Milliseconds(100), (board) => (board === 'board-1' ? 'none' : 'hang'));
    expect(fed.state).toBe('running');
    site.dip(Milliseconds(100), () => 'reboot');
    expect(fed.state).toBe('booting');
    await clock.advance(Milliseconds(300));
    site.dip(Milliseconds(100), () => 'hang');
    expect(fed.state).toBe('hung');
  });

  it('that was let go hears no more of the mains', () => {
    const { site, did, fed } = aProcessor();
    fed.close();
    site.cutPower();
    expect(did).toEqual(['off']);
  });
});
