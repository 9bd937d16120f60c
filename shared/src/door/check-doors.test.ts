import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDoors, HARD_RULES, isHard, pointOf, SOFT_RULES, WIRED } from './check-doors.ts';
import { DoorConfig, type Point } from './door-config.ts';
import type { Hardware } from './hardware.ts';
import { settleDoors } from './settle-doors.ts';

const at = (channel: number, bus = 'main', unit = 1): Point => ({ bus, unit, channel });
const aDoor = (n: number, overrides: Partial<DoorConfig> = {}): DoorConfig =>
  DoorConfig.parse({
    doorId: `door_${String(n).padStart(16, '0')}`,
    name: `Door ${n}`,
    profile: 'latch',
    relay: at(n),
    relayEnergisedMeans: 'unlocked',
    evidence: { kind: 'lock-sense', ...at(n * 4), activeMeans: 'unlocked' },
    contact: null,
    rex: null,
    fire: null,
    ...overrides,
  });
const evidence = (channel: number) => ({ kind: 'lock-sense', ...at(channel), activeMeans: 'unlocked' }) as const;
const found = (doors: readonly DoorConfig[], hardware?: Hardware) =>
  checkDoors(doors, { hardware }).map(({ door, field, rule }) => `${door} ${field} ${rule}`);
const board = (relays: number | null, inputs: number | null, unit = 1) => ({ unit, relays, inputs });
const withBoards = (...boards: ReturnType<typeof board>[]): Hardware => ({
  buses: [{ name: 'main', kind: 'gpio', boards, readers: [] }],
  readers: [],
});

describe('what is wrong with the doors of a box', () => {
  it('is nothing where every relay and input is one door’s own', () => {
    expect(found([aDoor(0), aDoor(1), aDoor(2)])).toEqual([]);
  });

  it('is a relay that two doors share, said of both', () => {
    expect(found([aDoor(0), aDoor(1, { relay: at(0) })])).toEqual([
      'Door 0 relay relay_shared',
      'Door 1 relay relay_shared',
    ]);
  });

  it('is not that a relay and an input have the same number: a board counts them apart', () => {
    expect(found([aDoor(0, { relay: at(3), evidence: evidence(3) })])).toEqual([]);
  });

  it('is an exit button, fire input or key switch that is the evidence of any door: nobody may answer for it', () => {
    for (const part of ['rex', 'fire'] as const)
      expect(found([aDoor(0), aDoor(1, { [part]: at(0) })])).toEqual([
        'Door 0 evidence input_is_evidence',
        `Door 1 ${part} input_is_evidence`,
      ]);
    expect(found([aDoor(0, { keySwitch: { ...at(0), mode: 'force-open' } })])).toHaveLength(2);
  });

  it('is one input in two parts of one door', () => {
    expect(found([aDoor(0, { contact: { ...at(0), activeMeans: 'open' } })])).toEqual([
      'Door 0 evidence input_twice',
      'Door 0 contact input_twice',
    ]);
  });

  it('is an input of two doors, unless staff say so of both; a fire loop may always be everybody’s', () => {
    const doors = [aDoor(0), aDoor(1, { contact: { ...at(0), activeMeans: 'open' } })];
    expect(found(doors)).toEqual(['Door 0 evidence input_shared', 'Door 1 contact input_shared']);
    expect(checkDoors(doors, { acknowledged: () => ['input_shared'] })).toEqual([]);
    expect(found([aDoor(0, { fire: at(31) }), aDoor(1, { fire: at(31) })])).toEqual([]);
  });

  it('is a magnet that software lets nobody out of, unless staff say that hardware does', () => {
    const magnet = aDoor(0, { profile: 'magnet' });
    expect(found([magnet])).toEqual(['Door 0 rex magnet_without_exit', 'Door 0 fire magnet_without_fire']);
    expect(checkDoors([magnet], { acknowledged: () => ['magnet_without_exit', 'magnet_without_fire'] })).toEqual([]);
    expect(found([aDoor(0, { profile: 'magnet', rex: at(30), fire: at(31) })])).toEqual([]);
  });

  it('is what the box does not have, as far as it has said so', () => {
    expect(found([aDoor(0)], { buses: [], readers: [] })).toEqual([
      'Door 0 relay bus_missing',
      'Door 0 evidence bus_missing',
    ]);
    expect(found([aDoor(0)], withBoards())).toEqual([
      'Door 0 relay bus_without_boards',
      'Door 0 evidence bus_without_boards',
    ]);
    expect(found([aDoor(0)], withBoards(board(8, 8, 2)))).toEqual([
      'Door 0 relay unit_missing',
      'Door 0 evidence unit_missing',
    ]);
    expect(found([aDoor(2)], withBoards(board(2, 8)))).toEqual([
      'Door 2 relay no_such_relay',
      'Door 2 evidence no_such_input',
    ]);
    expect(found([aDoor(2)], withBoards(board(null, null)))).toEqual([]);
    expect(
      found([aDoor(2)], { buses: [{ name: 'main', kind: 'modbus-rtu', boards: null, readers: [] }], readers: [] }),
    ).toEqual([]);
  });

  it('names the field and the rule in words', () => {
    expect(checkDoors([aDoor(0), aDoor(1, { relay: at(0) })], {})[1]?.message).toBe(
      'relay: must not be the relay of Door 0 (main, unit 1, channel 0)',
    );
  });
});

const anyPoint = fc.record({
  bus: fc.constantFrom('main', 'spare'),
  unit: fc.integer({ min: 1, max: 2 }),
  channel: fc.integer({ min: 0, max: 5 }),
});
const anyDoors = (ids: readonly number[]) =>
  fc.tuple(
    ...ids.map((n) =>
      fc
        .record({
          profile: fc.constantFrom('latch', 'magnet', 'gate', 'turnstile'),
          relay: anyPoint,
          evidence: fc.oneof(
            fc.constant({ kind: 'command-only' }),
            anyPoint.map((point) => ({ kind: 'lock-sense', activeMeans: 'unlocked', ...point })),
          ),
          contact: fc.option(anyPoint.map((point) => ({ ...point, activeMeans: 'open' }))),
          rex: fc.option(anyPoint),
          fire: fc.option(anyPoint),
          holdSeconds: fc.integer({ min: 1, max: 60 }),
        })
        .map((wiring) => aDoor(n, wiring as Partial<DoorConfig>)),
    ),
  );
const anyHardware = fc.option(
  fc.record({
    buses: fc
      .subarray(['main', 'spare'])
      .map((names) =>
        names.map((name) => ({ name, kind: 'gpio', boards: [board(4, 6), board(6, null, 2)], readers: [] })),
      ),
    readers: fc.constant<Hardware['readers']>([]),
  }),
  { nil: undefined },
);
const someOf = (ids: readonly number[]) => fc.subarray([...ids]).chain(anyDoors);
/** What a box may be driving already: nothing that anybody would refuse. */
const sound = (doors: readonly DoorConfig[]) => {
  const kept: DoorConfig[] = [];
  for (const door of doors) if (!checkDoors([...kept, door], {}).some(isHard)) kept.push(door);
  return kept;
};
const relaysOf = (doors: readonly DoorConfig[]) => doors.map(({ relay }) => JSON.stringify(relay));

describe('for any doors, any hardware and whatever was before', () => {
  const IDS = [1, 2, 3, 4];

  it('whether doors are right does not depend on their order', () => {
    fc.assert(
      fc.property(anyDoors(IDS), anyHardware, (doors, hardware) => {
        const keys = (of: readonly DoorConfig[]) => new Set(found(of, hardware));
        expect(keys([...doors].reverse())).toEqual(keys(doors));
      }),
    );
  });

  it('an acknowledgement takes away its own rule and nothing else', () => {
    fc.assert(
      fc.property(anyDoors(IDS), fc.constantFrom(...SOFT_RULES), (doors, rule) => {
        const all = checkDoors(doors, {});
        const rest = checkDoors(doors, { acknowledged: () => [rule] });
        expect(rest).toEqual(all.filter((one) => one.rule !== rule));
        expect(all.every((one) => [...HARD_RULES, ...SOFT_RULES].includes(one.rule))).toBe(true);
      }),
    );
  });

  it('every problem names a door that is there and a field that it has, or ought to have', () => {
    fc.assert(
      fc.property(anyDoors(IDS), anyHardware, (doors, hardware) => {
        for (const { doorId, field, rule, message } of checkDoors(doors, { hardware })) {
          const door = doors.find((one) => one.doorId === doorId) ?? expect.fail('no such door');
          expect(message.startsWith(`${field}: `)).toBe(true);
          if (rule.startsWith('magnet')) continue;
          expect(WIRED.some((part) => part === field && pointOf(door, part) !== null)).toBe(true);
        }
      }),
    );
  });

  it('a box drives no two doors with one relay, nothing that is not wished or was not before, and says what it refused', () => {
    fc.assert(
      fc.property(someOf(IDS), someOf(IDS), anyHardware, (desired, anyBefore, hardware) => {
        const before = sound(anyBefore);
        const { doors, refused } = settleDoors(desired, before, hardware);
        expect(new Set(relaysOf(doors)).size).toBe(doors.length);
        for (const door of doors) {
          expect([...desired, ...before]).toContainEqual(door);
          expect(desired.map(({ doorId }) => doorId)).toContain(door.doorId);
        }
        for (const wanted of desired)
          if (!doors.includes(wanted)) expect(refused.map(({ doorId }) => doorId)).toContain(wanted.doorId);
        if (!checkDoors(desired, { hardware }).some(isHard))
          expect({ doors, refused }).toEqual({ doors: desired, refused: [] });
      }),
    );
  });

  it('what was settled is settled: the same wish changes nothing more', () => {
    fc.assert(
      fc.property(someOf(IDS), someOf(IDS), anyHardware, (desired, anyBefore, hardware) => {
        const once = settleDoors(desired, sound(anyBefore), hardware);
        expect(settleDoors(once.doors, once.doors, hardware).doors).toEqual(once.doors);
      }),
    );
  });
});

describe('a door that cannot be driven as wished', () => {
  it('stays as it was, and takes with it whoever was to have its relay', () => {
    const [one, two] = [aDoor(0), aDoor(1)];
    const wished = [aDoor(0, { relay: at(9) }), aDoor(1, { relay: at(0) })];
    const settled = settleDoors(wished, [one, two], withBoards(board(8, 8)));
    expect(settled.doors).toEqual([one, two]);
    expect(settled.refused.map(({ door, rule }) => `${door} ${rule}`)).toEqual([
      'Door 0 no_such_relay',
      'Door 0 relay_shared',
      'Door 1 relay_shared',
    ]);
  });

  it('is left out where it was not there, and waits where only its bus is missing', () => {
    const elsewhere = aDoor(2, { relay: at(0, 'spare'), evidence: { kind: 'command-only' } });
    const settled = settleDoors([aDoor(0, { relay: at(9) }), aDoor(1), elsewhere], [], withBoards(board(8, 8)));
    expect(settled.doors.map(({ name }) => name)).toEqual(['Door 1', 'Door 2']);
    expect(settled.refused.map(({ door, rule }) => `${door} ${rule}`)).toEqual([
      'Door 0 no_such_relay',
      'Door 2 bus_missing',
    ]);
  });

  it('is named twice: as it was, once', () => {
    const settled = settleDoors([aDoor(0, { holdSeconds: 9 }), aDoor(0)], [aDoor(0)], undefined);
    expect(settled).toMatchObject({ doors: [aDoor(0)], refused: [{ rule: 'door_twice' }] });
  });
});
