import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cutText } from './cut-text.ts';
import { KEPT_BYTES, redactedJson, type Secrets } from './redacted-json.ts';
import { shown, shownFields, withheld } from './shown-fields.ts';

const KEY = `sk_live_${'aB3'.repeat(14)}Z`;
const schema = z.object({
  facility_id: shown(z.unknown()).optional(),
  door: z.string().max(10),
  hours: z.int().optional(),
  state: z.enum(['on', 'off']).nullish(),
  pin: withheld(z.string()).optional(),
  anything: z.unknown(),
  people: z.array(z.object({ name: withheld(z.string()), plan: z.string().nullish() })),
  days: z.record(z.string(), z.string()).optional(),
});
const fields = shownFields([schema], 'in');
const redact = (sent: unknown, secrets: Secrets = new Set()) => {
  const text = typeof sent === 'string' ? sent : JSON.stringify(sent);
  return redactedJson(Buffer.from(text), { isWhole: true, fields, secrets });
};

describe('a part of an exchange', () => {
  it('shows what its schema declares, and neither name nor value of anything else', () => {
    const { text, state } = redact({
      facility_id: 'fac_1',
      door: 'd',
      hours: '4',
      state: null,
      pin: '4711',
      anything: { city: 'Brisbane', deep: [1, true, null, 'x'] },
      people: [{ name: 'Ada <b>Byron</b>', plan: 'gold', 'Ada Byron': 1 }],
      days: { mon: 'Ada' },
      'PIN 4711': true,
    });
    expect(state).toBe('whole');
    expect(text).toBe(
      [
        '{',
        '  "facility_id": "fac_1",',
        '  "door": "d",',
        '  "hours": "4",',
        '  "state": null,',
        '  "pin": [text],',
        '  "anything": [object],',
        '  "people": [',
        '    {',
        '      "name": [text],',
        '      "plan": "gold",',
        '      [not declared]: [number]',
        '    }',
        '  ],',
        '  "days": [object],',
        '  [not declared]: [true or false]',
        '}',
      ].join('\n'),
    );
  });

  it('shows what kind of thing stands where another is due', () => {
    expect(redact({ door: { pin: '4711' }, people: 'Ada Byron', facility_id: ['4711'] }).text).toBe(
      '{\n  "door": [object],\n  "people": [text],\n  "facility_id": [list]\n}',
    );
    for (const [sent, kept] of [
      ['"4711"', '[text]'],
      ['4711', '[number]'],
      ['[4711]', '[list]'],
      ['true', '[true or false]'],
      ['""', '""'],
      ['{}', '{}'],
    ])
      expect(redact(sent).text).toBe(kept);
  });

  it('withholds what any of several forms withholds', () => {
    const two = shownFields(
      [z.union([z.object({ a: z.string() }), z.object({ a: withheld(z.string()), b: z.string() })])],
      'in',
    );
    const { text } = redactedJson(Buffer.from('{"a":"x","b":"y"}'), { isWhole: true, fields: two, secrets: new Set() });
    expect(text).toBe('{\n  "a": [text],\n  "b": "y"\n}');
  });

  it('has no key in it, wherever and however it was written', () => {
    const escaped = `{"door":"${KEY.replace('sk', '\\u0073k')}","facility_id":"x ${KEY} y"}`;
    for (const sent of [{ door: KEY }, { door: `at ${'x'.repeat(480)} ${KEY}` }, escaped, `{"${KEY}": "${KEY}"}`])
      expect(redact(sent).text).not.toMatch(/aB3aB3|sk_live/);
    expect(redact({ door: KEY }).text).toContain('[key]');
  });

  it('takes what was withheld out of what is said about it', () => {
    const secrets: Secrets = new Set();
    redact({ pin: '4711', 'Ada "B"': 1, people: [{ name: 'Grace' }] }, secrets);
    const answer = { door: 'body.4711: Grace has 47112 and Ada "B", Gracefully' };
    expect(redact(answer, secrets).text).toContain(
      '"body.[withheld]: [withheld] has 47112 and [withheld], Gracefully"',
    );
  });

  it('takes it out where a refusal repeats only its beginning, and where there is too much of it to search for each', () => {
    const long = `Ada ${'b'.repeat(100)}`;
    const few: Secrets = new Set();
    redact({ [long]: 1 }, few);
    expect(redact({ facility_id: `${long.slice(0, 60)}… is unknown` }, few).text).toContain('"[withheld]… is unknown"');
    const many: Secrets = new Set();
    redact(Object.fromEntries(Array.from({ length: 401 }, (_, at) => [`Ada ${at}`, 1])), many);
    redact({ pin: 'code_4711' }, many);
    const { text } = redact({ facility_id: 'Ada 7 and', door: 'code_4711', state: 'on' }, many);
    expect(text).toBe('{\n  "facility_id": "[withheld]",\n  "door": "[withheld]",\n  "state": "on"\n}');
  });

  it('takes the beginning of one out where the text that repeats it was cut, wherever that was', () => {
    const secrets: Secrets = new Set();
    const said = 'must not have ';
    redact({ 'Ada Byron, born 1815': 1, 'say "Grace"': 1, pin: 'Ada' }, secrets);
    for (let max = said.length + 4; max <= said.length + 20; max++)
      for (const name of ['Ada Byron, born 1815', 'say \\"Grace\\" to Hopper']) {
        const { text } = redact({ facility_id: cutText(`${said}${name} and more`, max) }, secrets);
        expect(text, `at ${max}`).not.toMatch(/Ada|Byron|born|181|Grace|say/);
      }
    const twice = redact({ facility_id: 'body.Ada B…: must not have say…, Grace…' }, secrets).text;
    expect(twice).toContain('"body.[withheld]…: must not have [withheld]…, Grace…"');
    const many = redact({ facility_id: 'Ada B…'.repeat(31), door: 'x', state: '…' }, secrets).text;
    expect(many).toContain('"facility_id": "[withheld]"');
  });

  it('takes the beginning of a key out, too', () => {
    for (const [max, hex] of [
      [30, KEY],
      [20, KEY],
      [40, '0f'.repeat(32)],
    ] as const)
      expect(redact({ door: cutText(`unknown: ${hex} and more`, max) }).text).toContain('"unknown: [key]…"');
  });

  it('is read in time, however many cuts are searched for however many secrets', () => {
    const secrets: Secrets = new Set();
    redact(Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`${'a'.repeat(30)}${at}`, 1])), secrets);
    const began = performance.now();
    redact({ people: Array.from({ length: 700 }, () => ({ plan: 'aaaaaaaaaaa…' })) }, secrets);
    expect(performance.now() - began).toBeLessThan(500);
  });

  it.each([
    ['', '', 'not_json'],
    ['facility_id=fac_1&pin=4711', '', 'not_json'],
    ['{"door":"d",}', '{\n  "door": "d",', 'not_json'],
    ['{"door":"d"} 4711', '{\n  "door": "d"\n}', 'not_json'],
    ['{"door":"d" "pin":4711}', '{\n  "door": "d"', 'not_json'],
    ['{"anything":{"a":4711,oops}}', '{\n  "anything": [object]', 'not_json'],
    ['{"door":"a\nb"}', '{\n  "door":', 'not_json'],
    ["{'pin':'4711'}", '{', 'not_json'],
    ['[', '[list]', 'not_json'],
    ['{"hours":01}', '{\n  "hours": 0', 'not_json'],
  ])('that is no JSON is shown as far as it was: %j', (sent, text, state) => {
    expect(redact(sent)).toEqual({ text, state });
  });

  it('that is no UTF-8 is not shown at all', () => {
    const bytes = Buffer.concat([Buffer.from('{"door":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    expect(redactedJson(bytes, { isWhole: true, fields, secrets: new Set() })).toEqual({ text: '', state: 'not_json' });
  });

  it('ends at 16 kB, and never within something that it would have withheld', () => {
    const of = (length: number, filler = 'x') => {
      const [head, tail] = ['{"door":"d","pin":"', '"}'];
      return `${head}${filler.repeat(Math.floor((length - head.length - tail.length) / Buffer.byteLength(filler)))}${tail}`;
    };
    expect(Buffer.byteLength(of(KEPT_BYTES))).toBe(KEPT_BYTES);
    expect(redact(of(KEPT_BYTES))).toEqual({ text: '{\n  "door": "d",\n  "pin": [text]\n}', state: 'whole' });
    expect(redact(of(KEPT_BYTES + 1))).toEqual({ text: '{\n  "door": "d",\n  "pin": [text]', state: 'cut' });
    expect(redact(of(KEPT_BYTES + 3))).toEqual({ text: '{\n  "door": "d",\n  "pin":', state: 'cut' });
    expect(redact(of(KEPT_BYTES * 2, '✂'))).toEqual({ text: '{\n  "door": "d",\n  "pin":', state: 'cut' });
    const start = redactedJson(Buffer.from('{"hours":47'), { isWhole: false, fields, secrets: new Set() });
    expect(start).toEqual({ text: '{\n  "hours":', state: 'cut' });
  });

  it('has at most 16 kB of text, however much is made of it, and goes no deeper than bodies may', () => {
    const many = redact({ people: Array.from({ length: 700 }, () => ({ plan: '✂' })) });
    expect(many.state).toBe('cut');
    expect(Buffer.byteLength(many.text)).toBeLessThanOrEqual(KEPT_BYTES);
    expect(redact('['.repeat(10_000))).toEqual({ text: '[list]', state: 'cut' });
    expect(redact(`{"door":${'"'.repeat(9_000)}`).state).toBe('not_json');
  });

  it('holds nothing that a database or a page cannot show', () => {
    const { text } = redact('{"door":"\\u0000\\ud800\\u202e<img>"}');
    expect(text).toBe('{\n  "door": "\\u0000\\ud800\u202e<img>"\n}');
    expect(text.isWellFormed()).toBe(true);
  });
});
