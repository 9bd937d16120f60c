import { keptBus } from '../keeper/kept-bus.ts';
import { GpioSysfsConfig } from './config.ts';

export const gpioSysfs = keptBus<GpioSysfsConfig>({ kind: 'gpio-sysfs', config: GpioSysfsConfig });
