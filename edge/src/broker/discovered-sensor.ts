import { z } from 'zod';

/** How a sensor's discovery says to read its state: the topic, and what of a payload is the temperature, in °C. */
export interface DiscoveredSensor {
  /** What it calls itself; empty where it says nothing. */
  readonly label: string;
  readonly stateTopic: string;
  readonly celsiusOf: (payload: string) => number | undefined;
}

/** `other`: it measures something else. `refused`: it measures a temperature in a way that is not read here. */
export type Discovery =
  | { readonly kind: 'sensor'; readonly sensor: DiscoveredSensor }
  | { readonly kind: 'other' }
  | { readonly kind: 'refused'; readonly why: string };

/** Home Assistant's abbreviations: firmware uses them to keep packets small. */
const Config = z.looseObject({
  name: z.string().max(200).nullish(),
  '~': z.string().max(200).optional(),
  device_class: z.string().optional(),
  dev_cla: z.string().optional(),
  unit_of_measurement: z.string().optional(),
  unit_of_meas: z.string().optional(),
  state_topic: z.string().max(300).optional(),
  stat_t: z.string().max(300).optional(),
  value_template: z.string().max(300).optional(),
  val_tpl: z.string().max(300).optional(),
});

const CELSIUS: Readonly<Record<string, (value: number) => number>> = {
  '°C': (value) => value,
  '°F': (value) => ((value - 32) * 5) / 9,
  K: (value) => value - 273.15,
};

const STEP = /\.([A-Za-z_]\w*)|\[\s*(?:'([^'\\]*)'|"([^"\\]*)"|(\d{1,4}))\s*\]/g;
/** `{{ value_json.a['b'][0] | float | round(1) }}`, or `{{ value }}`: what firmware writes. It is no template language. */
const TEMPLATE = new RegExp(
  `^\\s*\\{\\{-?\\s*value(?:(_json)((?:${STEP.source})*))?\\s*(?:\\|\\s*(?:float|round|int)(?:\\(\\s*[\\d.]*\\s*\\))?\\s*)*-?\\}\\}\\s*$`,
);

/** Finds the value in a payload, or `undefined` for a template that is not read here. */
const finderOf = (template: string | undefined): ((payload: string) => unknown) | undefined => {
  if (template === undefined) return (payload) => payload;
  const [whole, json, path = ''] = TEMPLATE.exec(template) ?? [];
  if (whole === undefined) return undefined;
  if (json === undefined) return (payload) => payload;
  const steps = [...path.matchAll(STEP)].map(
    ([, name, single, double, index]) => name ?? single ?? double ?? index ?? '',
  );
  return (payload) => {
    let at: unknown = parse(payload);
    for (const step of steps)
      at =
        typeof at === 'object' && at !== null && Object.hasOwn(at, step)
          ? (at as Record<string, unknown>)[step]
          : undefined;
    return at;
  };
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

/** Reads what a client publishes for Home Assistant to discover it (`homeassistant/sensor/…/config`). */
export const readDiscovery = (client: string, text: string): Discovery => {
  const config = Config.safeParse(parse(text));
  if (!config.success) return { kind: 'other' };
  const { data } = config;
  if ((data.device_class ?? data.dev_cla) !== 'temperature') return { kind: 'other' };
  const refused = (why: string): Discovery => ({ kind: 'refused', why });
  const unit = data.unit_of_measurement ?? data.unit_of_meas ?? '';
  const toCelsius = Object.hasOwn(CELSIUS, unit) ? CELSIUS[unit] : undefined;
  if (toCelsius === undefined) return refused('unit_of_measurement: must be °C, °F or K');
  const base = data['~'] ?? '';
  const stateTopic = (data.state_topic ?? data.stat_t ?? '').replace(/^~|~$/, () => base);
  if (!stateTopic.startsWith(`${client}/`)) return refused(`state_topic: must begin with ${client}/`);
  const find = finderOf(data.value_template ?? data.val_tpl);
  if (find === undefined)
    return refused('value_template: must be {{ value }} or a path such as {{ value_json.temperature }}');
  const label = (data.name ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 60);
  return {
    kind: 'sensor',
    sensor: {
      label,
      stateTopic,
      celsiusOf: (payload) => {
        const value = numberOf(find(payload));
        return value === undefined ? undefined : Math.round(toCelsius(value) * 10) / 10;
      },
    },
  };
};
