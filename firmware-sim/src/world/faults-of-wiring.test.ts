import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { Building } from './building.ts';
import { createSite } from './site.ts';

/** One door of each lock on relays 0 to 2; contacts that are on in either state; a fire loop that is on while all is well. */
const building = Building.parse({
  title: 'Wires',
  buses: [{ name: 'line-1' }],
  boards: [
    { name: 'board-1', bus: 'line-1', address: 1 },
    { name: 'board-2', bus: 'line-1', address: 2 },
  ],
  doors: [
    {
      name: 'strike',
      title: 'Strike',
      lock: 'strike',
      wiring: 'no',
      board: 'board-1',
      channel: 0,
      sense: { input: 0 },
      contact: { input: 1, active: 'closed' },
      rex: { input: 2, active: 'released' },
    },
    {
      name: 'magnet',
      title: 'Magnet',
      lock: 'magnet',
      wiring: 'nc',
      board: 'board-1',
      channel: 1,
      sense: { board: 'board-2', input: 5, active: 'locked' },
    },
    { name: 'bolt', title: 'Bolt', lock: 'gate', wiring: 'no', board: 'board-2', channel: 0 },
  ],
  fire: { board: 'board-2', input: 7, active: 'normal' },
});

const aSite = () => {
  const clock = new ManualClock();
  const site = createSite({ clock, building });
  const said: string[] = [];
  site.events.add(({ where, text }) => said.push(`${where}: ${text}`));
  const [one, two] = [site.terminals('board-1'), site.terminals('board-2')];
  const wire = (name: string) => site.wires.get(name)!;
  const door = (name: string) => site.doors.get(name)!;
  const lock = (name: string) => door(name).state().lock.position;
  return { clock, site, said, one, two, wire, door, lock, moment: () => clock.advance(Milliseconds(700)) };
};

describe('the wires of a building', () => {
  it('are one for every lock, every contact that is wired, the fire loop and every line to a bus', () =>
    expect([...aSite().site.wires.keys()]).toEqual([
      'strike.lock',
      'strike.sense',
      'strike.contact',
      'strike.rex',
      'magnet.lock',
      'magnet.sense',
      'bolt.lock',
      'site.fire',
      'board-1.line',
      'board-2.line',
    ]));

  it('cut in the circuit of a lock let a magnet go and make a strike deaf; shorted, the other way round', async () => {
    const { one, wire, lock, moment } = aSite();
    for (const name of ['strike.lock', 'magnet.lock']) wire(name).set('cut');
    one.setCoil(0, true, 'test');
    await moment();
    expect([lock('strike'), lock('magnet')]).toEqual(['locked', 'unlocked']);
    for (const name of ['strike.lock', 'magnet.lock']) wire(name).set('short');
    one.setCoil(0, false, 'test');
    one.setCoil(1, true, 'test');
    await moment();
    expect([lock('strike'), lock('magnet')]).toEqual(['unlocked', 'locked']);
    for (const name of ['strike.lock', 'magnet.lock']) wire(name).set(undefined);
    await moment();
    expect([lock('strike'), lock('magnet')]).toEqual(['locked', 'unlocked']);
  });

  it.each([
    ['strike.sense', 'board-1', 0, false],
    ['strike.contact', 'board-1', 1, true],
    ['strike.rex', 'board-1', 2, true],
    ['magnet.sense', 'board-2', 5, true],
    ['site.fire', 'board-2', 7, true],
  ] as const)(
    '%s carries its contact to %s input %i: at rest %s, off when cut, on when shorted',
    (name, board, input, rest) => {
      const { site, wire, said } = aSite();
      const level = () => site.terminals(board).input(input);
      expect(level()).toBe(rest);
      expect(wire(name).set('cut')).toBe(true);
      expect(level()).toBe(false);
      expect(wire(name).set('short')).toBe(true);
      expect(level()).toBe(true);
      expect(wire(name).set('short')).toBe(false);
      expect(wire(name).set(undefined)).toBe(true);
      expect(level()).toBe(rest);
      expect(said).toHaveLength(3);
      expect(said.at(-1)).toMatch(/mended$/);
    },
  );

  it('a fire alarm opens a loop that is on while all is well, as a cut does', () => {
    const { site, two } = aSite();
    site.setFire(true);
    expect(two.input(7)).toBe(false);
    site.setFire(false);
    expect(two.input(7)).toBe(true);
  });
});

describe('contacts that lie', () => {
  it('a stuck lock sense hides that the lock moved, and tells it when it works again', async () => {
    const { one, door, lock, moment } = aSite();
    door('strike').setContact('sense', 'stuck');
    one.setCoil(0, true, 'test');
    await moment();
    expect([lock('strike'), one.input(0)]).toEqual(['unlocked', false]);
    expect(door('strike').state().sense).toEqual({ reading: 'locked', mode: 'stuck' });
    door('strike').setContact('sense', 'normal');
    expect(one.input(0)).toBe(true);
  });

  it('a lock sense can be stuck at unlocked while the lock holds', () => {
    const { one, door, lock } = aSite();
    door('strike').setContact('sense', 'stuck', 'unlocked');
    expect([lock('strike'), one.input(0)]).toEqual(['locked', true]);
  });

  it('a bouncing button makes and breaks, each time saying so, and rests on what is true', async () => {
    const { clock, one, door, said } = aSite();
    door('strike').setContact('rex', 'bounce');
    said.length = 0;
    door('strike').pressRex(Milliseconds(500));
    await clock.advance(Milliseconds(100));
    expect(said.filter((line) => line.includes('reads')).length).toBeGreaterThan(3);
    expect(one.input(2)).toBe(false);
    await clock.advance(Seconds(1));
    expect(one.input(2)).toBe(true);
  });

  it('a fire contact stuck at normal keeps the alarm from the board, and only from it', () => {
    const { site, two } = aSite();
    site.setFireContact('stuck');
    site.setFire(true);
    expect([site.fire, two.input(7)]).toEqual([true, true]);
    expect(site.fireContact?.reading).toBe('normal');
  });

  it('a door says what it has not got', () => {
    const { door } = aSite();
    expect(door('bolt').setContact('sense', 'stuck')).toEqual({
      done: false,
      message: 'This door has no lock sense wired.',
    });
  });
});

describe('relays', () => {
  it('whose contact is burnt never close: a strike stays locked, a magnet is let go', async () => {
    const { one, door, lock, moment } = aSite();
    door('strike').weld('open');
    door('magnet').weld('open');
    one.setCoil(0, true, 'test');
    await moment();
    expect([lock('strike'), lock('magnet')]).toEqual(['locked', 'unlocked']);
    expect(door('strike').state().coil).toMatchObject({ energised: true, closed: false, welded: 'open' });
    door('strike').weld(undefined);
    await moment();
    expect(lock('strike')).toBe('unlocked');
  });

  it('that are slow follow their coil later, and not at all if it was taken back in time', async () => {
    const { clock, one, door, lock } = aSite();
    door('strike').slowRelay(Milliseconds(400));
    one.setCoil(0, true, 'test');
    await clock.advance(Milliseconds(430));
    expect(lock('strike')).toBe('locked');
    await clock.advance(Milliseconds(20));
    expect(lock('strike')).toBe('unlocked');
    one.setCoil(0, false, 'test');
    await clock.advance(Milliseconds(300));
    one.setCoil(0, true, 'test');
    await clock.advance(Seconds(5));
    expect(door('strike').state().coil.closed).toBe(true);
    expect(clock.pendingTimers).toBe(0);
  });

  it('that are slow follow in their time whatever else happens in the building meanwhile', async () => {
    const { clock, site, one, door, lock } = aSite();
    door('strike').slowRelay(Milliseconds(400));
    one.setCoil(0, true, 'test');
    for (let second = 0; second < 4; second += 1) {
      await clock.advance(Milliseconds(100));
      site.setFire(second % 2 === 0);
    }
    await clock.advance(Milliseconds(45));
    expect(lock('strike')).toBe('unlocked');
    one.setCoil(0, false, 'test');
    await clock.advance(Milliseconds(300));
    door('strike').slowRelay(Milliseconds(0));
    expect(door('strike').state().coil.closed).toBe(false);
    expect(clock.pendingTimers).toBe(1);
  });
});

describe('a dip of the supply', () => {
  it('takes locks their supply for its time, and relays of the boards that suffer so, though their coils stay set', async () => {
    const { clock, site, one, two, door, lock, moment } = aSite();
    one.setCoil(0, true, 'test');
    two.setCoil(0, true, 'test');
    await moment();
    expect([lock('strike'), lock('magnet'), lock('bolt')]).toEqual(['unlocked', 'locked', 'unlocked']);
    const { message } = site.dip(Milliseconds(400), (board) => (board === 'board-1' ? 'relays' : 'none'));
    expect(message).toBe('The supply dips for 400 ms: board-1 drops its relays, board-2 rides through.');
    expect(door('strike').state().coil).toMatchObject({ energised: true, closed: false });
    expect(door('bolt').state().coil).toMatchObject({ energised: true, closed: true });
    await clock.advance(Milliseconds(200));
    expect([lock('strike'), lock('magnet'), lock('bolt')]).toEqual(['locked', 'unlocked', 'unlocked']);
    await clock.advance(Milliseconds(1_000));
    expect([lock('strike'), lock('magnet'), lock('bolt')]).toEqual(['unlocked', 'locked', 'unlocked']);
    expect(site.dipping).toBe(false);
  });

  it('is over when the power goes altogether, and there is none without power', async () => {
    const { site, moment } = aSite();
    site.dip(Seconds(60), () => 'relays');
    site.cutPower();
    expect(site.dipping).toBe(false);
    expect(site.dip(Seconds(1), () => 'none').done).toBe(false);
    await moment();
    site.restorePower();
    expect(site.dipping).toBe(false);
  });
});
