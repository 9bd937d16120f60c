import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGpioChip, kernelNumber } from './chip.ts';

const aChip = () => {
  const outside = new Set<number>();
  const drives: [number, boolean | undefined][] = [];
  const edges: number[] = [];
  const chip = createGpioChip({
    label: 'pinctrl-test',
    base: 512,
    lines: 8,
    level: (offset) => outside.has(offset),
    onDrive: (offset) => drives.push([offset, chip.driven(offset)]),
    onEdge: (offset) => edges.push(offset),
  });
  const pull = (offset: number, high: boolean) => {
    if (high) outside.add(offset);
    else outside.delete(offset);
    chip.look();
  };
  const line = (offset: number) => {
    if (!chip.exported.has(offset)) expect(chip.export(offset)).toBeUndefined();
    return chip.exported.get(offset)!;
  };
  return { chip, drives, edges, pull, line };
};

/** What drivers/gpio/gpiolib-sysfs.c of Linux 6.1 does; test/uml holds the same against that kernel itself. */
describe('GPIO lines as the kernel keeps them', () => {
  it('exports a line once, and only one that is there', () => {
    const { chip } = aChip();
    expect(chip.export(3)).toBeUndefined();
    expect(chip.export(3)).toBe('EBUSY');
    expect([chip.export(8), chip.export(-1), chip.unexport(4)]).toEqual(['EINVAL', 'EINVAL', 'EINVAL']);
    expect(chip.unexport(3)).toBeUndefined();
    expect(chip.export(3)).toBeUndefined();
  });

  it('listens until it is told to drive, and never glitches on the way to high', () => {
    const { line, drives, chip } = aChip();
    const one = line(2);
    expect([one.direction(), one.value(), chip.driven(2)]).toEqual(['in\n', '0\n', undefined]);
    expect(one.setValue('1')).toBe('EPERM');
    expect(one.setDirection('high\n')).toBeUndefined();
    expect([one.direction(), one.value()]).toEqual(['out\n', '1\n']);
    expect(drives).toEqual([[2, true]]);
    expect(one.setDirection('up')).toBe('EINVAL');
    one.setDirection('out');
    expect(drives).toEqual([
      [2, true],
      [2, false],
    ]);
  });

  it('lets a line go when it is unexported or listens again', () => {
    const { line, drives, chip } = aChip();
    line(1).setDirection('high');
    line(1).setDirection('in');
    line(1).setDirection('high');
    chip.unexport(1);
    expect(drives).toEqual([
      [1, true],
      [1, undefined],
      [1, true],
      [1, undefined],
    ]);
  });

  it('turns values around for active-low lines, but not what high and low mean as directions', () => {
    const { line, drives, pull } = aChip();
    const relay = line(1);
    relay.setActiveLow('1');
    relay.setDirection('high');
    expect([relay.value(), drives.at(-1)]).toEqual(['0\n', [1, true]]);
    relay.setValue('1\n');
    expect([relay.value(), drives.at(-1)]).toEqual(['1\n', [1, false]]);
    const contact = line(2);
    contact.setActiveLow('1');
    expect(contact.value()).toBe('1\n');
    pull(2, true);
    expect([contact.value(), contact.activeLow()]).toEqual(['0\n', '1\n']);
  });

  it.each([
    ['none', false, [0, 0]],
    ['rising', false, [1, 0]],
    ['falling', false, [0, 1]],
    ['both', false, [1, 1]],
    ['rising', true, [0, 1]],
    ['falling', true, [1, 0]],
  ] as const)('edge %s, active-low %s: tells of what was asked for', (edge, activeLow, [up, down]) => {
    const { line, pull, edges } = aChip();
    const one = line(4);
    one.setActiveLow(activeLow ? '1' : '0');
    expect(one.setEdge(edge)).toBeUndefined();
    expect(one.edge()).toBe(`${edge}\n`);
    const before = one.edges;
    pull(4, true);
    expect(one.edges - before).toBe(up);
    pull(4, true);
    pull(4, false);
    expect(one.edges - before).toBe(up + down);
    expect(edges).toHaveLength(up + down);
  });

  it('cannot interrupt on a line that it drives', () => {
    const { line } = aChip();
    line(5).setDirection('low');
    expect(line(5).setEdge('both')).toBe('EIO');
    expect(line(5).edge()).toBe('none\n');
    expect(line(5).setEdge('sideways')).toBe('EINVAL');
    line(5).setDirection('in');
    expect(line(5).setEdge('both')).toBeUndefined();
    expect(line(5).setDirection('high')).toBe('EIO');
    expect(line(5).direction()).toBe('in\n');
    line(5).setEdge('none');
    expect(line(5).setDirection('high')).toBeUndefined();
  });

  it.each([
    ['17', 17],
    ['17\n', 17],
    ['0x11', 17],
    ['021', 17],
    ['0', 0],
    ['-1', -1],
    ['08', undefined],
    ['', undefined],
    ['1 ', undefined],
    ['1\n\n', undefined],
    ['one', undefined],
  ])('reads the number %j as the kernel does', (text, number) => expect(kernelNumber(text)).toBe(number));

  it('takes any text without harm', () => {
    const { line } = aChip();
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), (text) => {
        const one = line(6);
        for (const set of [one.setDirection, one.setValue, one.setEdge, one.setActiveLow])
          expect([undefined, 'EINVAL', 'EPERM', 'EIO']).toContain(set(text));
        kernelNumber(text);
      }),
      { numRuns: 5_000 },
    );
  });
});
