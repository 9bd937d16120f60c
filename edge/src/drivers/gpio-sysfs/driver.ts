import { supervisedBus } from '../pulse-supervisor/supervised-bus.ts';
import { GpioSysfsConfig } from './config.ts';

export const gpioSysfs = supervisedBus<GpioSysfsConfig>({ kind: 'gpio-sysfs', config: GpioSysfsConfig });
