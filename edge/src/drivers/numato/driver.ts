import { keptBus } from '../keeper/kept-bus.ts';
import { NumatoConfig } from './config.ts';

/** USB relay modules of Numato, in a keeper: they switch, and time nothing. */
export const numato = keptBus<NumatoConfig>({ kind: 'numato', config: NumatoConfig });
