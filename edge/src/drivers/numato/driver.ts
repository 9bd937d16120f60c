import { supervisedBus } from '../pulse-supervisor/supervised-bus.ts';
import { NumatoConfig } from './config.ts';

/** USB relay modules of Numato, in a pulse supervisor: they switch, and time nothing. */
export const numato = supervisedBus<NumatoConfig>({ kind: 'numato', config: NumatoConfig });
