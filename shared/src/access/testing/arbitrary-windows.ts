import fc from 'fast-check';
import { type AccessHours, type AccessWindow, type Block, WEEKDAYS } from '../window.ts';

/*
 * Sound windows for properties: times that bunch at the edges of days and hours, zones that change their clocks in odd ways, and
 * instants near those changes.
 */

export const ODD_ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Antarctica/Troll',
  'America/St_Johns',
  'Africa/Monrovia',
  'Europe/Dublin',
  'Pacific/Chatham',
  'Asia/Gaza',
  'America/Sao_Paulo',
] as const;

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

const aDay = (): fc.Arbitrary<readonly Block[]> =>
  fc
    .tuple(fc.constantFrom(1, 5, 15, 30, 60), fc.uniqueArray(fc.integer({ min: 0, max: 1_440 }), { maxLength: 16 }))
    .map(([step, points]) => {
      const edges = [...new Set(points.map((point) => point - (point % step)))].sort((a, b) => a - b);
      const blocks: Block[] = [];
      for (let i = 0; i + 1 < edges.length; i += 2) blocks.push([clock(edges[i] ?? 0), clock(edges[i + 1] ?? 0)]);
      return blocks;
    });

export const someHours = (): fc.Arbitrary<AccessHours> => {
  const whole: Block[] = [['00:00', '24:00']];
  const day = fc.oneof(aDay(), fc.constant([]), fc.constant(whole));
  return fc.record(Object.fromEntries(WEEKDAYS.map((name) => [name, day]))) as unknown as fc.Arbitrary<AccessHours>;
};

/** 1965 to 2100 and beyond, and again and again around the changes of 2026. */
export const anInstant = (): fc.Arbitrary<number> =>
  fc.oneof(
    fc.integer({ min: 0, max: 4_200_000_000 }),
    fc.integer({ min: 1_767_225_600, max: 1_798_761_600 }),
    fc.integer({ min: 0, max: 9_999_999_999 }),
    fc
      .tuple(
        fc.constantFrom(1_774_746_000, 1_792_890_000, 1_775_314_800, 1_793_505_600, 1_772_953_200, 1_325_239_200),
        fc.constantFrom(-7_200, -3_600, -1_800, -60, -1, 0, 1, 60, 1_799, 1_800, 3_599, 3_600, 7_200),
      )
      .map(([at, by]) => at + by),
  );

const name = (): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc.constantFrom('default', 'gym', 'pool', 'é', '🏊', 'z'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
    )
    .filter((text) => text.length > 0 && !text.includes('\0') && text.isWellFormed());

const base = (id: string) => ({
  external_id: fc.constant(id),
  timezone: fc.constantFrom(...ODD_ZONES),
  scope_key: fc.oneof(fc.constantFrom('default', 'gym', 'pool'), name()),
});

export const aWindow = (id: string): fc.Arbitrary<AccessWindow> =>
  fc.oneof(
    fc
      .tuple(
        fc.record(
          { ...base(id), kind: fc.constant('absolute' as const), label: name() },
          { requiredKeys: ['external_id', 'timezone', 'scope_key', 'kind'] },
        ),
        anInstant(),
        fc.integer({ min: 1, max: 7_776_000 }),
      )
      .map(([window, from, span]) => ({
        ...window,
        from: Math.min(from, 9_999_999_998),
        to: Math.min(from + span, 9_999_999_999),
      })),
    fc
      .tuple(
        fc.record({ ...base(id), kind: fc.constant('weekly' as const), access_hours: someHours() }),
        fc.option(anInstant(), { nil: undefined }),
        fc.option(fc.integer({ min: 1, max: 40_000_000 }), { nil: undefined }),
      )
      .map(([window, from, span]) => ({
        ...window,
        ...(from === undefined ? {} : { active_from: Math.min(from, 9_999_999_998) }),
        ...(span === undefined ? {} : { active_until: Math.min((from ?? 1_780_000_000) + span, 9_999_999_999) }),
      })),
  ) as fc.Arbitrary<AccessWindow>;

/** Windows of one member, each with a name of its own. */
export const aSnapshot = (maxLength = 12): fc.Arbitrary<AccessWindow[]> =>
  fc
    .uniqueArray(name(), { maxLength })
    .chain((ids) => fc.tuple(...ids.map((id) => aWindow(id))) as unknown as fc.Arbitrary<AccessWindow[]>);
