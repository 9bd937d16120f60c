import { supervisedBus } from '../pulse-supervisor/supervised-bus.ts';
import { LcusConfig } from './config.ts';

/** USB relay boards that are told and say nothing, in a pulse supervisor: they time nothing either. */
export const lcus = supervisedBus<LcusConfig>({ kind: 'lcus', config: LcusConfig });
