import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { type FuseHandle, type FuseNode, isFolder, POLL } from './buses/fuse/node.ts';
import { createMachine } from './machine.ts';
import { Building } from './world/building.ts';
import { aGpioBuilding } from './world/buildings.kit.ts';
import { createSite } from './world/site.ts';

const opened = (node: FuseNode | undefined, tell: () => void): FuseHandle => {
  if (node === undefined || isFolder(node)) throw new Error('no such file');
  const handle = node.open(tell);
  if (typeof handle === 'string') throw new Error(handle);
  return handle;
};

const aMachine = ({ activeLow = false } = {}) => {
  const building = Building.parse(
    aGpioBuilding({ hat: { relays: [17, 18], activeLow }, bus: { base: 512, lines: 54, label: 'pinctrl-bcm2711' } }),
  );
  const clock = new ManualClock();
  const site = createSite({ clock, building });
  const machine = createMachine({ clock, site });
  const file = (path: string, tell = () => {}): FuseHandle => {
    let node: FuseNode | undefined = machine.folders.gpio;
    for (const part of path.split('/')) node = node && isFolder(node) ? node.entries.get(part) : undefined;
    return opened(node, tell);
  };
  const read = (path: string) => {
    const bytes = file(path).read?.(0, 100);
    return typeof bytes === 'string' ? bytes : Buffer.from(bytes ?? []).toString();
  };
  const write = (path: string, text: string) => file(path).write?.(Buffer.from(text));
  return { clock, site, machine, file, read, write, moment: () => clock.advance(Milliseconds(700)) };
};
const lockOf = ({ site }: ReturnType<typeof aMachine>) => site.doors.get('front')?.state().lock.position;

describe('GPIO lines wired to a building', () => {
  it('say what chip they are of, and from which number on', () => {
    const { read } = aMachine();
    expect(['base', 'label', 'ngpio'].map((name) => read(`gpiochip512/${name}`))).toEqual([
      '512\n',
      'pinctrl-bcm2711\n',
      '54\n',
    ]);
  });

  it('refuse the numbers of a board where the first is not 0', () => {
    const { write } = aMachine();
    expect([write('export', '17'), write('export', 'x'), write('export', '529')]).toEqual([
      'EINVAL',
      'EINVAL',
      undefined,
    ]);
    expect(write('export', '529')).toBe('EBUSY');
  });

  it('move the lock by a relay, and the lock itself says so on another line', async () => {
    const m = aMachine();
    m.write('export', '529');
    m.write('export', '539');
    expect(m.write('gpio529/direction', 'low')).toBeUndefined();
    expect(m.write('gpio539/edge', 'both')).toBeUndefined();
    let told = 0;
    const sense = m.file('gpio539/value', () => {
      told += 1;
    });
    sense.read?.(0, 10);
    expect(sense.poll?.()).not.toBe(POLL.pri);
    m.write('gpio529/value', '1');
    expect(m.read('gpio539/value')).toBe('0\n'); // The lock has its travel time; the order is not the answer.
    await m.moment();
    expect([lockOf(m), m.read('gpio539/value'), told]).toEqual(['unlocked', '1\n', 1]);
    expect((sense.poll?.() ?? 0) & (POLL.pri | POLL.err)).toBe(POLL.pri | POLL.err);
    sense.read?.(0, 10);
    expect((sense.poll?.() ?? 0) & POLL.pri).toBe(0);
    m.write('unexport', '529');
    await m.moment();
    expect([lockOf(m), told]).toEqual(['locked', 2]);
    expect(m.machine.gpio.get('pi')?.trace.frames.map(({ text }) => text)).toContain('line 27: edge, value 1');
  });

  it('leave the lock as it is while nobody drives them, whichever level energises', async () => {
    for (const activeLow of [false, true]) {
      const m = aMachine({ activeLow });
      m.write('export', '529');
      await m.moment();
      expect([lockOf(m), m.read('gpio529/value')]).toEqual(['locked', activeLow ? '1\n' : '0\n']);
      m.write('gpio529/direction', activeLow ? 'high' : 'low');
      await m.moment();
      expect(lockOf(m)).toBe('locked');
      m.write('gpio529/direction', activeLow ? 'low' : 'high');
      await m.moment();
      expect(lockOf(m)).toBe('unlocked');
    }
  });

  it('that are unexported are gone for who still has their files open, and nothing is moved by these', async () => {
    const m = aMachine();
    m.write('export', '529');
    const [value, direction] = [m.file('gpio529/value'), m.file('gpio529/direction')];
    direction.write?.(Buffer.from('high'));
    m.write('unexport', '529');
    await m.moment();
    expect([
      lockOf(m),
      value.read?.(0, 9),
      value.write?.(Buffer.from('1')),
      direction.write?.(Buffer.from('high')),
    ]).toEqual(['locked', 'ENODEV', 'ENODEV', 'ENODEV']);
    m.write('export', '529');
    expect(direction.write?.(Buffer.from('high'))).toBe('ENODEV');
    await m.moment();
    expect([lockOf(m), m.read('gpio529/direction')]).toEqual(['locked', 'in\n']);
  });

  it('lose their relays with the mains, and have them follow again when it is back', async () => {
    const m = aMachine();
    m.write('export', '529');
    m.write('gpio529/direction', 'high');
    await m.moment();
    m.site.cutPower();
    await m.moment();
    expect([lockOf(m), m.machine.boards.get('hat')?.coils, m.read('gpio529/value')]).toEqual([
      'locked',
      [false, false],
      '1\n',
    ]);
    m.site.restorePower();
    await m.moment();
    expect([lockOf(m), m.machine.boards.get('hat')?.coils]).toEqual(['unlocked', [true, false]]);
    expect(m.machine.boards.get('hat')?.reboot().done).toBe(true);
    expect(m.machine.boards.get('hat')?.coils).toEqual([false, false]);
    await m.moment();
    expect(m.machine.boards.get('hat')?.coils).toEqual([true, false]);
  });
});

describe('a keyboard reader of the machine', () => {
  const withKeyboard = () => {
    const m = aMachine();
    const unit = m.machine.keyboards.get('wedge')!;
    const entry = m.machine.folders.input.entries.get('wedge');
    let told = 0;
    const tell = () => {
      told += 1;
    };
    return { ...m, unit, open: () => opened(entry, tell), told: () => told };
  };
  /** Keys that went down, as [code, value] of each key event. */
  const keys = (handle: FuseHandle) => {
    const seen: [number, number][] = [];
    for (;;) {
      const bytes = handle.read?.(0, 24 * 64);
      if (bytes === undefined || typeof bytes === 'string') return seen;
      for (let at = 0; at < bytes.length; at += 24) {
        const event = Buffer.from(bytes.subarray(at, at + 24));
        if (event.readUInt16LE(16) === 1) seen.push([event.readUInt16LE(18), event.readInt32LE(20)]);
      }
    }
  };
  const grab = (handle: FuseHandle, on: number) => handle.ioctl?.(0x40044590, Uint8Array.of(on, 0, 0, 0));

  it('types what is held to it, with shift where needed, and Enter', async () => {
    const { unit, open, clock, told } = withKeyboard();
    const handle = open();
    expect(unit.present('7B').done).toBe(true);
    expect(unit.present('8').done).toBe(false);
    await clock.advance(Milliseconds(200));
    expect(keys(handle)).toEqual([
      [8, 1],
      [8, 0],
      [42, 1],
      [48, 1],
      [48, 0],
      [42, 0],
      [28, 1],
      [28, 0],
    ]);
    expect(told()).toBeGreaterThan(0);
    expect(handle.poll?.()).toBe(POLL.out | POLL.outNormal);
    expect(unit.present('\u00fc').done).toBe(false);
  });

  it('belongs to who grabs it, until that one lets go', async () => {
    const { unit, open, clock } = withKeyboard();
    const [mine, other] = [open(), open()];
    expect([typeof grab(mine, 1), grab(other, 1), unit.grabbed, unit.readers]).toEqual(['object', 'EBUSY', true, 2]);
    unit.present('1');
    await clock.advance(Milliseconds(100));
    expect([keys(mine).length, keys(other).length]).toEqual([4, 0]);
    mine.close();
    unit.present('1');
    await clock.advance(Milliseconds(100));
    expect([keys(other).length, unit.grabbed]).toEqual([4, false]);
  });

  it('forgets what nobody reads, and says that it did', async () => {
    const { unit, open, clock } = withKeyboard();
    const handle = open();
    unit.present('1234567890'.repeat(5));
    await clock.advance(Milliseconds(2_000));
    const bytes = handle.read?.(0, 24);
    expect(typeof bytes === 'object' && Buffer.from(bytes).readUInt16LE(18)).toBe(3);
  });

  it('fails for those who have it open when it is pulled out, and is another file when it is back', async () => {
    const { unit, open, machine, clock } = withKeyboard();
    const handle = open();
    unit.present('12345');
    await clock.advance(Milliseconds(20));
    expect(unit.unplug().done).toBe(true);
    expect([handle.read?.(0, 24), handle.poll?.()]).toEqual(['ENODEV', POLL.hup | POLL.err]);
    expect(machine.folders.input.entries.has('wedge')).toBe(false);
    expect([unit.unplug().done, unit.present('1').done]).toEqual([false, false]);
    expect(unit.plug().done).toBe(true);
    expect(machine.folders.input.entries.has('wedge')).toBe(true);
    expect(() => open()).toThrow('ENODEV'); // The entry of before is a device that is gone.
    expect(clock.pendingTimers).toBe(0);
  });
});
