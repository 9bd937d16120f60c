import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseScenario, ScenarioError } from './scenario.ts';
import { stepTable } from './step-table.ts';
import { STEP_KINDS } from './steps.ts';

const none = (path: string): string => {
  throw new Error(`no such file ${path}`);
};
const parse = (text: string) => parseScenario(text, 'a.yaml', none);
/** What is wrong with it, one line each. */
const wrong = (text: string): string[] => {
  try {
    parse(text);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ScenarioError);
    return (error as Error).message.split('\n');
  }
};

describe('a scenario file', () => {
  it('is a title and steps; the demo building, no gym and nobody in it unless told', () => {
    const scenario = parse(
      'title: A\nsteps:\n  - do: push front\n  - expect: { doors.front.leaf.motion: shut }\n    within: 1 s\n',
    );
    expect(scenario).toMatchObject({ building: undefined, needsGym: false, people: {}, seed: '1', finally: [] });
    expect(scenario.steps.map(({ kind, given }) => [kind.verb, given.within])).toEqual([
      ['do', undefined],
      ['expect', 1_000],
    ]);
  });

  it('may be JSON, and needs a gym if one of its steps or its people do', () => {
    const of = (more: object) => parse(JSON.stringify({ title: 'A', steps: [{ wait: '1 s' }], ...more })).needsGym;
    expect(of({})).toBe(false);
    expect(of({ people: { ada: { card: '04A2' } } })).toBe(true);
    expect(of({ finally: [{ agent: 'start' }] })).toBe(true);
  });

  it('has a building of its own, written out or in a file beside it', () => {
    const building = {
      title: 'B',
      buses: [{ name: 'b' }],
      boards: [{ name: 'one', bus: 'b', address: 1 }],
      doors: [{ name: 'back', title: 'Back', lock: 'strike', wiring: 'no', board: 'one', channel: 0 }],
    };
    const steps = [{ do: 'push back' }];
    const inline = parse(JSON.stringify({ title: 'A', building, steps }));
    expect(inline.building?.doors[0]?.name).toBe('back');
    const asked: string[] = [];
    const beside = parseScenario(JSON.stringify({ title: 'A', building: 'b/one.json', steps }), '/x/a.yaml', (path) => {
      asked.push(path);
      return JSON.stringify(building);
    });
    expect(asked).toEqual(['/x/b/one.json']);
    expect(beside.building).toEqual(inline.building);
  });

  it.each([
    [
      'title: A\nsteps:\n  - do: push front\n  - dance: front\n',
      /^a\.yaml:4: step 2: must begin with one of do, expect,/,
    ],
    ['title: A\nsteps:\n  - { do: push front, wait: 1 s }\n', /^a\.yaml:3: step 1: names both do and wait$/],
    ['title: A\nsteps:\n  - expect: { a: 1 }\n    within: 5\n', /^a\.yaml:3: step 1: expect: within: /],
    ['title: A\nsteps:\n  - expect: { a: 1 }\n    within: 5 parsecs\n', /expect: within: must be a time with its unit/],
    ['title: A\nsteps:\n  - expect: { a: 1 }\n    soon: true\n', /expect: .*soon/],
    ['title: A\nsteps:\n  - noFact: { kind: door.opend }\n', /noFact\.kind: .*"door\.opened"/],
    ['title: A\nsteps:\n  - unlock: front\n    as: b\n    http: 502\n', /as: its answer is looked at by/],
    ['title: A\nsteps:\n  - lose: [box.sqlite]\n    how: emptied\n', /lose: lose\.0: .*"box\.db"/],
    ['title: A\nsteps:\n  - lose: [box.db]\n    how: burnt\n', /lose: how: .*"emptied"/],
    ['title: A\nsteps:\n  - { agent: kill, clock: -20y }\n', /agent: clock: goes with `agent: start` only/],
    ['title: A\nsteps:\n  - { agent: start, clock: yesterday }\n', /agent: clock: must be such as -20y/],
    ['title: A\nsteps:\n  - disk: gone\n', /disk: disk: .*"full"/],
    ['title: A\nsteps:\n  - do: kick front\n', /do: There is no command "kick front"/],
    ['title: A\nsteps:\n  - do: push\n', /do: Which door\?/],
    ['title: A\nsteps:\n  - happens: { text: "(" }\n', /happens\.text: must be a regular expression/],
    ['title: A\nsteps:\n  - wait: 1 s\nfinally:\n  - jump: 1\n', /^a\.yaml:5: finally 1: must begin with/],
    ['title: A\nsteps: []\n', /^a\.yaml: steps: /],
    ['steps:\n  - wait: 1 s\n', /^a\.yaml: title: /],
    ['title: A\nbuilding: nowhere.json\nsteps:\n  - wait: 1 s\n', /building: nowhere\.json cannot be read/],
    ['title: A\nbuilding: { title: B }\nsteps:\n  - wait: 1 s\n', /building: buses: /],
    ['title: A\npeople: { ada: { pin: "12" } }\nsteps:\n  - wait: 1 s\n', /people\.ada\.pin: must be 6 to 12 digits/],
    ['title: A\ntitle: B\nsteps:\n  - wait: 1 s\n', /^a\.yaml:2: Map keys must be unique/],
    ['title: [A\n', /^a\.yaml:\d+: /],
    ['', /^a\.yaml: /],
  ])('that makes no sense is refused by line, step and field: %j', (text, told) => {
    const [first = ''] = wrong(text);
    expect(first).toMatch(told);
  });

  it('tells of every wrong step at once', () => {
    expect(wrong('title: A\nsteps:\n  - a: 1\n  - wait: 1 s\n  - b: 2\n')).toHaveLength(2);
  });

  it('whatever is in it, it is read or refused in one way', () => {
    const words = fc.constantFrom(
      'title',
      'steps',
      'do',
      'expect',
      'push front',
      '- ',
      ': ',
      '\n',
      '  ',
      '{',
      '}',
      '&a',
      '*a',
      '1 s',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string({ maxLength: 8 })), { maxLength: 30 }), (parts) => {
        wrong(parts.join(''));
      }),
      { numRuns: 300 },
    );
  });

  it('of a bomb of aliases is refused before it unfolds', () => {
    const lines = Array.from(
      { length: 12 },
      (_, i) =>
        `a${i}: &a${i} [${Array(9)
          .fill(i === 0 ? '1' : `*a${i - 1}`)
          .join(',')}]`,
    );
    expect(() => parse(lines.join('\n'))).toThrow(ScenarioError);
  });
});

describe('the steps that there are', () => {
  it('each have a verb of their own, which is a member of theirs, and help', () => {
    expect(new Set(STEP_KINDS.map(({ verb }) => verb)).size).toBe(STEP_KINDS.length);
    for (const { verb, schema, help } of STEP_KINDS) {
      expect(Object.keys(schema.shape)).toContain(verb);
      expect(help.length).toBeGreaterThan(20);
    }
  });
});

describe('the guide', () => {
  it('has every step with its members and its help, and no other', () => {
    const guide = readFileSync(new URL('../../../docs/testing-with-the-simulator.md', import.meta.url), 'utf8');
    const [, table = ''] =
      /made from firmware-sim\/src\/scenario\/steps\.ts[^\n]*\n([\s\S]*?)<!-- end -->/.exec(guide) ?? [];
    expect(table.trim().split('\n').slice(2)).toEqual(stepTable());
  });
});

describe('the library of scenarios', () => {
  const folder = fileURLToPath(new URL('../../scenarios/', import.meta.url));
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  it('is made of files that make sense, each with a title of its own and what people say of it', () => {
    const scenarios = files.map((name) =>
      parseScenario(readFileSync(folder + name, 'utf8'), folder + name, (path) => readFileSync(path, 'utf8')),
    );
    expect(new Set(scenarios.map(({ title }) => title)).size).toBe(files.length);
    for (const { file, about } of scenarios) expect(about.length, file).toBeGreaterThan(40);
  });
});
