import { keptBus } from '../keeper/kept-bus.ts';
import { LcusConfig } from './config.ts';

/** USB relay boards that are told and say nothing, in a keeper: they time nothing either. */
export const lcus = keptBus<LcusConfig>({ kind: 'lcus', config: LcusConfig });
