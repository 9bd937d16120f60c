import { supervisedBus } from '../pulse-supervisor/supervised-bus.ts';
import { GpioConfig } from './config.ts';

export const gpio = supervisedBus<GpioConfig>({
  kind: 'gpio',
  config: GpioConfig,
  readers: ({ wiegand }) => Object.keys(wiegand).map(Number),
});
