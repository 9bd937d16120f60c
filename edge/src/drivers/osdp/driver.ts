import type { BusDriver } from '../driver.ts';
import { openSerialWire } from '../serial/serial-wire.ts';
import { OsdpConfig } from './config.ts';
import { createPanel } from './panel.ts';

/** Readers on RS-485 that speak OSDP v2.2: cards, keys, lamp and buzzer, and the few outputs and inputs that they have. */
export const osdp: BusDriver<OsdpConfig> = {
  kind: 'osdp',
  config: OsdpConfig,
  open: (config, context) => createPanel(openSerialWire(config, context), config, context),
};
