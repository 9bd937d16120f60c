import { keptBus } from '../keeper/kept-bus.ts';
import { GpioConfig } from './config.ts';

export const gpio = keptBus<GpioConfig>({
  kind: 'gpio',
  config: GpioConfig,
  readers: ({ wiegand }) => Object.keys(wiegand).map(Number),
});
