import { describe, expect, it } from 'vitest';
import { readDiscovery } from './discovered-sensor.ts';

const TEMPERATURE = { device_class: 'temperature', unit_of_measurement: '°C', state_topic: 'lobby/state' };
const discovered = (config: object) => readDiscovery('lobby', JSON.stringify(config));
const sensorOf = (config: object) => {
  const found = discovered(config);
  if (found.kind !== 'sensor') throw new Error(found.kind === 'refused' ? found.why : found.kind);
  return found.sensor;
};

describe('Q8 a temperature sensor in Home Assistant’s form', () => {
  it('says where its state is and what of it is the temperature', () => {
    const plain = sensorOf(TEMPERATURE);
    expect(plain).toMatchObject({ label: '', stateTopic: 'lobby/state' });
    expect(['21.44', ' -3 ', '', 'unavailable', 'nan', '[1]', '1e999'].map(plain.celsiusOf)).toEqual([
      21.4,
      -3,
      ...Array(5).fill(undefined),
    ]);
  });

  it.each([
    ['{{ value }}', '20.5', 20.5],
    ['{{ value | float | round(1) }}', '20.56', 20.6],
    ['{{ value_json.temperature }}', '{"temperature":19}', 19],
    ["{{ value_json['BME280'].Temperature|float(0) }}", '{"BME280":{"Temperature":"18.2"}}', 18.2],
    ['{{value_json["sensors"][1].tC}}', '{"sensors":[{},{"tC":17}]}', 17],
    ['{{ value_json.temperature }}', '{"humidity":40}', undefined],
    ['{{ value_json.constructor.length }}', '{}', undefined],
    ['{{ value_json.temperature }}', 'no JSON', undefined],
  ])('%s of %s is %s', (value_template, payload, expected) =>
    expect(sensorOf({ ...TEMPERATURE, value_template }).celsiusOf(payload)).toBe(expected),
  );

  it('may measure in other units, and abbreviate what it says', () => {
    expect(sensorOf({ ...TEMPERATURE, unit_of_measurement: '°F' }).celsiusOf('70')).toBe(21.1);
    expect(sensorOf({ ...TEMPERATURE, unit_of_measurement: 'K' }).celsiusOf('294.15')).toBe(21);
    const short = {
      '~': 'lobby/sensor/air',
      dev_cla: 'temperature',
      unit_of_meas: '°C',
      stat_t: '~/state',
      name: 'Air',
    };
    expect(sensorOf({ ...short, val_tpl: '{{ value_json.t }}' })).toMatchObject({
      label: 'Air',
      stateTopic: 'lobby/sensor/air/state',
    });
  });

  it.each([
    [{ unit_of_measurement: 'V' }, 'unit_of_measurement'],
    [{ unit_of_measurement: 'constructor' }, 'unit_of_measurement'],
    [{ state_topic: 'desk/state' }, 'state_topic'],
    [{ state_topic: 'lobby2/state' }, 'state_topic'],
    [{ value_template: '{{ states("sensor.x") }}' }, 'value_template'],
    [{ value_template: '{% set x = 1 %}{{ value }}' }, 'value_template'],
  ])('is refused by field and rule: %o', (wrong, field) =>
    expect(discovered({ ...TEMPERATURE, ...wrong })).toEqual({
      kind: 'refused',
      why: expect.stringMatching(new RegExp(`^${field}: must `)),
    }),
  );

  it('is none if it measures something else, or says nothing that can be read', () => {
    expect(discovered({ ...TEMPERATURE, device_class: 'humidity' })).toEqual({ kind: 'other' });
    for (const text of ['', '{', '7', 'null', '[]', '{"device_class":7}'])
      expect(readDiscovery('lobby', text)).toEqual({ kind: 'other' });
  });
});
