import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { type EnvironmentEndpointDeps, readEnvironment, readSmartClub } from './environment.endpoints.ts';

import { type IndoorEndpointDeps, postTemperatures } from './indoor.endpoints.ts';

export { createEnvironmentService } from './environment.service.ts';
export { openMeteo } from './open-meteo.ts';
export type { WeatherProvider } from './weather.ts';

export const environmentModule = (deps: EnvironmentEndpointDeps & IndoorEndpointDeps): Module => ({
  name: 'environment',
  owns: ['weather_reading', 'indoor_reading'],
  faults: {},
  endpoints: [mount(readEnvironment, deps), mount(readSmartClub, deps), mount(postTemperatures, deps)],
});
