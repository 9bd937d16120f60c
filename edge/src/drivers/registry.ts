import type { BusDriver } from './driver.ts';

/** One line a kind, loaded when first used: a box without serial boards never loads serial bindings. */
const DRIVERS = {
  mqtt: async () => (await import('./mqtt-door/driver.ts')).mqttDoor,
  'modbus-rtu': async () => (await import('./modbus-rtu/driver.ts')).modbusRtu,
  numato: async () => (await import('./numato/driver.ts')).numato,
  lcus: async () => (await import('./lcus/driver.ts')).lcus,
  osdp: async () => (await import('./osdp/driver.ts')).osdp,
  'serial-line': async () => (await import('../readers/serial-line/driver.ts')).serialLine,
  'usb-keyboard': async () => (await import('../readers/usb-keyboard/driver.ts')).usbKeyboard,
  'gpio-sysfs': async () => (await import('./gpio-sysfs/driver.ts')).gpioSysfs,
  gpio: async () => (await import('./gpio/driver.ts')).gpio,
} satisfies Record<string, () => Promise<BusDriver<unknown>>>;

export type DriverKind = keyof typeof DRIVERS;

/** The driver of a kind. What its `config.parse` returns is what its `open` takes. */
export const loadDriver = (kind: DriverKind): Promise<BusDriver<unknown>> => DRIVERS[kind]();
