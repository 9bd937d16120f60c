import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { PublicKey } from '@gatehouse/shared/wire/device-keys.ts';
import { z } from 'zod';
import { GpioConfig } from './drivers/gpio/config.ts';
import { GpioSysfsConfig } from './drivers/gpio-sysfs/config.ts';
import { LcusConfig } from './drivers/lcus/config.ts';
import { MqttDoorConfig } from './drivers/mqtt-door/config.ts';
import { NumatoConfig } from './drivers/numato/config.ts';
import { OsdpConfig } from './drivers/osdp/config.ts';
import { SerialSettings } from './drivers/serial/settings.ts';
import { NetworkControllerSettings } from './network/settings.ts';
import { formatsOf, type ReaderSettings, ReadersConfig } from './readers/config.ts';
import { SerialLineConfig } from './readers/serial-line/config.ts';
import { UsbKeyboardConfig } from './readers/usb-keyboard/config.ts';
import { UpdateWindow } from './update/update-window.ts';

const CloudUrl = z
  .url({ protocol: /^https$/, error: 'must be an https:// address' })
  .max(300)
  .refine(
    (url) => ['', '/', undefined].includes(URL.parse(url)?.pathname),
    'must have no path: the agent adds its own',
  );

const Bus = z.discriminatedUnion('kind', [
  SerialSettings.extend({
    kind: z.literal('modbus-rtu'),
    /** For adapters and converters that are slower than 150 ms. */
    replyAllowanceMs: z.int().min(10).max(2_000).optional(),
  }),
  /** Door controllers that are clients of the box's own broker, by the unit that doors name. */
  z.strictObject({ kind: z.literal('mqtt'), controllers: MqttDoorConfig.shape.controllers }),
  SerialLineConfig.extend({ kind: z.literal('serial-line') }),
  UsbKeyboardConfig.extend({ kind: z.literal('usb-keyboard') }),
  NumatoConfig.extend({ kind: z.literal('numato') }),
  LcusConfig.extend({ kind: z.literal('lcus') }),
  GpioConfig.safeExtend({ kind: z.literal('gpio') }),
  GpioSysfsConfig.safeExtend({ kind: z.literal('gpio-sysfs') }),
  OsdpConfig.extend({ kind: z.literal('osdp') }),
]);
/** One bus as the box's own file names it: `kind` picks the driver, the rest is that driver's. */
export type BusConfig = z.infer<typeof Bus>;

/** At which units a bus has readers, and what they give: bits, or lines of text. */
const readersOn = (bus: BusConfig): { readonly units: readonly number[]; readonly give: 'bits' | 'lines' } => {
  switch (bus.kind) {
    case 'osdp':
      return { units: Object.keys(bus.devices).map(Number), give: 'bits' };
    case 'gpio':
      return { units: Object.keys(bus.wiegand).map(Number), give: 'bits' };
    case 'serial-line':
    case 'usb-keyboard':
      return { units: [1], give: 'lines' };
    default:
      return { units: [], give: 'bits' };
  }
};

/** Which field of a reader keeps it from ever being heard, and the rule that it breaks. */
const unheard = (
  reader: ReaderSettings,
  bus: BusConfig | undefined,
): readonly [field: string, rule: string] | undefined => {
  if (bus === undefined) return ['bus', `must be a bus of this file, not ${reader.bus}`];
  const { units, give } = readersOn(bus);
  if (units.length === 0) return ['bus', `must be a bus with readers, which ${reader.bus} (${bus.kind}) is not`];
  if (!units.includes(reader.unit)) return ['unit', `must be a reader of ${reader.bus}: ${units.join(', ')}`];
  const understood = formatsOf(reader, bus.kind).some((format) => (give === 'bits' ? 'bits' : 'parts') in format);
  return understood ? undefined : ['formats', `must have one of ${give}: readers on ${reader.bus} give nothing else`];
};

/** The broker for door controllers, readers and observers on the LAN. TLS only. */
const BrokerSettings = z.strictObject({
  /** This machine only, unless told. */
  host: z.string().min(1).max(255).default('127.0.0.1'),
  port: z.int().min(0).max(65_535).default(8883),
  /** Whether Home Assistant finds the doors by itself. It sees them, and commands nothing. */
  homeAssistant: z.boolean().default(false),
});

/** Whose releases the box takes, and when. What is not signed with this key is not even downloaded. */
const UpdateSettings = z.strictObject({
  publicKey: PublicKey,
  channel: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be lower-case letters, digits and hyphens')
    .default('stable'),
  /** At any hour unless told. */
  window: UpdateWindow.optional(),
});

/** Of this machine only: no box that drives a real building has a simulator beside it. */
const SimulatorUrl = z
  .url({
    protocol: /^http$/,
    hostname: /^(127\.0\.0\.1|localhost|\[::1\])$/,
    error: 'must be an http:// address of this machine',
  })
  .max(300);

/** What only the box itself can know: how to reach its cloud, and where its buses are. Doors come from the cloud. */
const EdgeConfig = z
  .strictObject({
    cloud: z.strictObject({ url: CloudUrl, caFile: z.string().min(1).max(400) }),
    buses: z
      .record(z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be lower-case letters, digits and hyphens'), Bus)
      .default({}),
    /** The readers on buses, each beside a door. Those on the LAN are clients of the broker, and are not named here. */
    readers: ReadersConfig.optional(),
    /** How much is logged; `LOG_LEVEL` of the environment, or `info`, unless told. */
    logLevel: z.enum(['debug', 'info', 'warn', 'error']).optional(),
    /** Off unless configured. */
    broker: BrokerSettings.optional(),
    /** Off unless configured. */
    updates: UpdateSettings.optional(),
    /** Tested when staff ask for it, and for nothing else. Off unless configured. */
    networkController: NetworkControllerSettings.optional(),
    /** Where the simulator is controlled whose boards the buses are. Only then does the box simulate failures on demand. */
    simulator: z.strictObject({ url: SimulatorUrl }).optional(),
  })
  .refine(({ buses, broker }) => broker !== undefined || Object.values(buses).every(({ kind }) => kind !== 'mqtt'), {
    path: ['broker'],
    error: 'is missing: a bus of kind mqtt needs it',
  })
  .superRefine(({ buses, readers = {} }, { addIssue }) => {
    for (const [name, reader] of Object.entries(readers)) {
      const wrong = unheard(reader, Object.hasOwn(buses, reader.bus) ? buses[reader.bus] : undefined);
      if (wrong !== undefined) addIssue({ code: 'custom', path: ['readers', name, wrong[0]], message: wrong[1] });
    }
  });
export type EdgeConfig = z.infer<typeof EdgeConfig>;

/** The configuration cannot be used; the message lists every problem with its path, one a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const parseJson = (file: string): unknown => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`Cannot read the configuration ${file}: ${(error as Error).message}`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ConfigError(`The configuration ${file} is not JSON: ${(error as Error).message}`);
  }
};

/** Of a name that may not be one, the rule that it breaks. */
const wordsOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_key' ? `the name ${issue.issues[0]?.message ?? issue.message}` : issue.message;

/** Reads the local configuration. Relative paths in it start at the file's own folder. Throws a `ConfigError`. */
export const loadConfig = (file: string): EdgeConfig => {
  const parsed = EdgeConfig.safeParse(parseJson(file));
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      (issue) => `  ${issue.path.join('.') || '(whole file)'}: ${wordsOf(issue)}`,
    );
    throw new ConfigError(`The configuration ${file} has problems:\n${problems.join('\n')}`);
  }
  const from = dirname(resolve(file));
  const { cloud, buses, readers, logLevel, broker, updates, networkController, simulator } = parsed.data;
  return {
    cloud: { url: cloud.url.replace(/\/$/, ''), caFile: resolve(from, cloud.caFile) },
    buses: Object.fromEntries(
      Object.entries(buses).map(([name, bus]) => [
        name,
        'path' in bus ? { ...bus, path: resolve(from, bus.path) } : bus,
      ]),
    ),
    ...(readers === undefined ? {} : { readers }),
    ...(logLevel === undefined ? {} : { logLevel }),
    ...(broker === undefined ? {} : { broker }),
    ...(updates === undefined ? {} : { updates }),
    ...(networkController === undefined
      ? {}
      : {
          networkController: {
            ...networkController,
            keyFile: resolve(from, networkController.keyFile),
            ...(networkController.caFile !== undefined && { caFile: resolve(from, networkController.caFile) }),
          },
        }),
    ...(simulator === undefined ? {} : { simulator }),
  };
};
