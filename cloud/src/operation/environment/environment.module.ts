import { defineModule } from '../../kit/modules/module.ts';
import { hear } from '../../kit/modules/ports.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { boxesModule } from '../../sites/boxes/boxes.module.ts';
import { deviceMeasured } from '../../sites/devices/devices.ports.ts';
import { doorsModule } from '../../sites/doors/doors.module.ts';
import { warningsModule } from '../../sites/warnings/warnings.module.ts';
import { readEnvironment, readFacilitySummary } from './environment.endpoints.ts';
import { createEnvironmentService } from './environment.service.ts';
import { postTemperatures } from './indoor.endpoints.ts';
import type { WeatherProvider } from './weather.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** Where the weather comes from, if from anywhere. */
    readonly weather?: WeatherProvider | undefined;
  }
}

export { openMeteo } from './open-meteo.ts';
export type { WeatherProvider } from './weather.ts';

export const environmentModule = defineModule('environment', {
  needs: [boxesModule, organisationsModule, doorsModule, warningsModule],
  owns: {
    weather_reading: 'never',
    indoor_reading: 'never',
  },
  create: ({ db, clock, log, boxes, organisations, doors, warnings, weather }) => ({
    environment: createEnvironmentService({ db, clock, log, boxes, organisations, doors, warnings, weather }),
  }),
})({
  endpoints: [readEnvironment, readFacilitySummary, postTemperatures],
  on: ({ environment }) => [hear(deviceMeasured, environment.deviceMeasured)],
});
